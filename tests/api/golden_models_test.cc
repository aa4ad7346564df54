// Models of CRFsuite, Wapiti and CRF++ give the labels, scores and probabilities that those tools
// printed for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/temp_file.h"
#include "sagitta/tagger.h"
#include "support/golden.h"

namespace sagitta {
namespace {

using Fields = std::vector<std::string>;

Fields Split(const std::string& line, char separator) {
  Fields fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, separator);) fields.push_back(field);
  return fields;
}

/// What a tool printed for one sequence: lines about the whole, then one line per token, split at
/// TABs.
struct Printed {
  std::vector<Fields> head;
  std::vector<Fields> tokens;
};

std::vector<Printed> ReadPrinted(const std::string& name) {
  std::vector<Printed> sequences(1);
  std::istringstream in(GoldenText(name));
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) {
      sequences.emplace_back();
    } else if (line[0] == '@' || line.starts_with("# ")) {
      sequences.back().head.push_back(Split(line, line[0] == '@' ? '\t' : ' '));
    } else {
      sequences.back().tokens.push_back(Split(line, '\t'));
    }
  }
  if (sequences.back().tokens.empty()) sequences.pop_back();
  return sequences;
}

/// "B/0.25" or "B:0.25".
std::pair<std::string, double> LabelAndNumber(const std::string& field) {
  const std::size_t at = field.find_last_of("/:");
  return {field.substr(0, at), std::stod(field.substr(at + 1))};
}

/// Tags a golden text and calls check(printed, tagger, labels) for each sequence.
template <class Check>
void ForEachSequence(const Model& model, const std::string& text, const std::string& output,
                     Check check) {
  ReadOptions options = model.read_options();
  options.labelled = false;
  SequenceReader reader(GoldenPath(text), options);
  Tagger tagger(model);
  const std::vector<Printed> printed = ReadPrinted(output);
  ASSERT_GT(printed.size(), 1u);
  std::size_t count = 0;
  for (Sequence sequence; reader.Next(sequence); ++count) {
    ASSERT_LT(count, printed.size());
    ASSERT_EQ(printed[count].tokens.size(), sequence.size());
    check(printed[count], tagger, tagger.Tag(sequence));
  }
  EXPECT_EQ(count, printed.size());
}

/// The marginal probability of a label at a token.
double Marginal(const Model& model, std::span<const double> marginals, std::size_t token,
                const std::string& label) {
  const std::vector<std::string> labels = model.labels();
  const auto at = std::find(labels.begin(), labels.end(), label);
  EXPECT_NE(at, labels.end()) << label;
  return marginals[token * labels.size() + static_cast<std::size_t>(at - labels.begin())];
}

/// The same after saving and loading in Sagitta's own format.
std::vector<Model> WithOurs(const std::string& name) {
  const Model model = Model::Load(GoldenPath(name));
  const std::string path = TempPath();
  model.Save(path);
  std::vector<Model> both = {model, Model::Load(path)};
  std::filesystem::remove(path);
  return both;
}

TEST(GoldenModels, Crfsuite) {
  for (const Model& model : WithOurs("crfsuite/model")) {
    const auto check = [&](const Printed& printed, Tagger& tagger, auto labels) {
      EXPECT_NEAR(tagger.Score(), std::stod(printed.head[0][1]), 1e-6);
      EXPECT_NEAR(tagger.LogPartition(), std::stod(printed.head[0][2]), 1e-6);
      EXPECT_NEAR(tagger.Probability(), std::stod(printed.head[1][1]), 1e-6);
      const std::span<const double> marginals = tagger.Marginals();
      for (std::size_t t = 0; t < labels.size(); ++t) {
        EXPECT_EQ(labels[t], printed.tokens[t][0]);
        for (std::size_t k = 1; k < printed.tokens[t].size(); ++k) {
          const auto [label, probability] = LabelAndNumber(printed.tokens[t][k]);
          EXPECT_NEAR(Marginal(model, marginals, t, label), probability, 1e-6);
        }
      }
    };
    ForEachSequence(model, "test.attr", "crfsuite/tag-p-l.txt", check);
  }
}

TEST(GoldenModels, Wapiti) {
  for (const Model& model : WithOurs("wapiti/model")) {
    const auto check_scores = [&](const Printed& printed, Tagger& tagger, auto labels) {
      EXPECT_NEAR(tagger.Score(), std::stod(printed.head[0][2]), 1e-6);
      const std::vector<std::string_view> found(labels.begin(), labels.end());
      const std::span<const double> scores = tagger.TokenScores(found);
      for (std::size_t t = 0; t < found.size(); ++t) {
        const auto [label, score] = LabelAndNumber(printed.tokens[t].back());
        EXPECT_EQ(found[t], label);
        EXPECT_NEAR(scores[t], score, 1e-6);
      }
    };
    ForEachSequence(model, "test.tsv", "wapiti/label-s.txt", check_scores);
    const auto check_marginals = [&](const Printed& printed, Tagger& tagger, auto labels) {
      const std::span<const double> marginals = tagger.Marginals();
      for (std::size_t t = 0; t < labels.size(); ++t) {
        const auto [label, probability] = LabelAndNumber(printed.tokens[t].back());
        EXPECT_NEAR(Marginal(model, marginals, t, label), probability, 1e-6);
      }
    };
    ForEachSequence(model, "test.tsv", "wapiti/label-s-p.txt", check_marginals);
  }
}

TEST(GoldenModels, WapitiObservations) {
  for (const Model& model : WithOurs("wapiti/raw.model")) {
    const auto check = [&](const Printed& printed, Tagger& tagger, auto labels) {
      EXPECT_NEAR(tagger.Score(), std::stod(printed.head[0][2]), 1e-6);
      for (std::size_t t = 0; t < labels.size(); ++t) {
        EXPECT_EQ(labels[t], LabelAndNumber(printed.tokens[t].back()).first);
      }
    };
    ForEachSequence(model, "wapiti/raw.test", "wapiti/raw.label-s.txt", check);
  }
}

/// crf_test adds up in single precision, so its last digit may be off by one.
TEST(GoldenModels, Crfpp) {
  for (const char* name : {"crfpp/model", "crfpp/model.txt"}) {
    for (const Model& model : WithOurs(name)) {
      const auto check = [&](const Printed& printed, Tagger& tagger, auto labels) {
        EXPECT_NEAR(tagger.Probability(), std::stod(printed.head[0][1]), 2e-6);
        const std::span<const double> marginals = tagger.Marginals();
        for (std::size_t t = 0; t < labels.size(); ++t) {
          const Fields& fields = printed.tokens[t];
          EXPECT_EQ(labels[t], LabelAndNumber(fields[3]).first);
          for (std::size_t k = 4; k < fields.size(); ++k) {
            const auto [label, probability] = LabelAndNumber(fields[k]);
            EXPECT_NEAR(Marginal(model, marginals, t, label), probability, 2e-6);
          }
        }
      };
      ForEachSequence(model, "test.tsv", "crfpp/test-v2.txt", check);
    }
  }
}

TEST(GoldenModels, PrecisionIsChangedOnRequest) {
  const Model model = Model::Load(GoldenPath("wapiti/model"));
  const Model narrow = model.WithPrecision(Precision::kFloat);
  std::vector<double> doubles, floats;
  model.ForEachWeight([&](const WeightEntry& entry) { doubles.push_back(entry.weight); });
  narrow.ForEachWeight([&](const WeightEntry& entry) { floats.push_back(entry.weight); });
  ASSERT_EQ(floats.size(), doubles.size());
  for (std::size_t k = 0; k < floats.size(); ++k) {
    EXPECT_EQ(floats[k], static_cast<float>(doubles[k]));
  }
  EXPECT_EQ(narrow.read_options().template_text, model.read_options().template_text);
  EXPECT_EQ(narrow.settings(), model.settings());
}

}  // namespace
}  // namespace sagitta
