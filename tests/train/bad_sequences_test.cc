// Training data that the constraints forbid: found, left out, repaired at the least cost.
#include "train/bad_sequences.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "data/corpus_builder.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using internal::CorpusData;
using Labels = std::vector<std::string>;

std::shared_ptr<const CorpusData> CorpusOf(const std::vector<Labels>& sequences) {
  internal::CorpusBuilder builder;
  std::uint64_t line = 1;
  for (const Labels& labels : sequences) {
    Sequence sequence;
    for (const std::string& label : labels) sequence.AddToken(label);
    sequence.set_first_line(line);
    line += labels.size() + 1;
    builder.Add(sequence, "file");
  }
  builder.EndFile();
  return builder.Finish({});
}

Labels LabelsOf(const CorpusData& corpus, ExampleId i) {
  Labels labels;
  const DictionaryView names = corpus.names->labels.View();
  for (std::uint64_t t = corpus.dataset.token_begin[i]; t < corpus.dataset.token_begin[i + 1];
       ++t) {
    labels.emplace_back(names.Name(corpus.dataset.label[t]));
  }
  return labels;
}

TrainSettings Settings(ConstraintKind kind, BadSequenceAction action) {
  TrainSettings settings;
  settings.constraints.kind = kind;
  settings.bad_sequences = action;
  return settings;
}

/// The labels after a repair.
Labels Repaired(ConstraintKind kind, const Labels& all, const Labels& labels) {
  const auto corpus = CorpusOf({all, labels});
  BadSequences found;
  const auto repaired =
      WithoutBadSequences(Settings(kind, BadSequenceAction::kRepair), *corpus, found);
  return LabelsOf(repaired ? *repaired : *corpus, 1);
}

TEST(BadSequences, AreLeftOut) {
  const auto corpus = CorpusOf({{"B-X", "I-X"}, {"O", "I-X"}, {"O", "O"}, {"I-X"}, {"B-X"}});
  BadSequences found;
  const auto rest =
      WithoutBadSequences(Settings(ConstraintKind::kBio, BadSequenceAction::kSkip), *corpus, found);
  ASSERT_NE(rest, nullptr);
  EXPECT_EQ(rest->dataset.examples(), 3u);
  EXPECT_EQ(LabelsOf(*rest, 1), Labels({"O", "O"}));
  EXPECT_EQ(found.Text(),
            "2 of 5 sequences had labels that the constraints forbid: 2 left out (file:4 has 'I-X' "
            "after 'O' at token 2; file:10 begins with 'I-X' at token 1)");
}

TEST(BadSequences, AreRepaired) {
  const Labels bio = {"O", "B-X", "I-X", "B-Y", "I-Y"};
  const auto repair = [&](const Labels& labels) {
    return Repaired(ConstraintKind::kBio, bio, labels);
  };
  EXPECT_EQ(repair({"O", "I-X", "I-X"}), Labels({"O", "B-X", "I-X"}));
  EXPECT_EQ(repair({"I-X"}), Labels({"B-X"}));
  EXPECT_EQ(repair({"B-X", "I-Y", "O"}), Labels({"B-X", "B-Y", "O"}));
  EXPECT_EQ(repair({"B-X", "I-X"}), Labels({"B-X", "I-X"}));
  const Labels iobes = {"O", "S-X", "B-X", "I-X", "E-X", "S-Y", "B-Y", "E-Y"};
  EXPECT_EQ(Repaired(ConstraintKind::kIobes, iobes, {"O", "I-X", "E-X"}),
            Labels({"O", "B-X", "E-X"}));
  EXPECT_EQ(Repaired(ConstraintKind::kIobes, iobes, {"B-X", "O"}), Labels({"S-X", "O"}));
}

TEST(BadSequences, TheTextSaysWhatWasDone) {
  const auto corpus = CorpusOf({{"B-X", "I-X"}, {"O", "I-X"}});
  BadSequences found;
  WithoutBadSequences(Settings(ConstraintKind::kBio, BadSequenceAction::kRepair), *corpus, found);
  EXPECT_EQ(found.Text(),
            "1 of 2 sequences had labels that the constraints forbid: 1 repaired by changing 1 "
            "label (file:4 has 'I-X' after 'O' at token 2)");
}

TEST(BadSequences, NothingToDo) {
  const auto corpus = CorpusOf({{"B-X", "I-X"}, {"O"}});
  for (const auto action : {BadSequenceAction::kSkip, BadSequenceAction::kRepair}) {
    BadSequences found;
    EXPECT_EQ(WithoutBadSequences(Settings(ConstraintKind::kBio, action), *corpus, found), nullptr);
    EXPECT_EQ(found.sequences, 0u);
  }
  const auto bad = CorpusOf({{"I-X", "B-X"}});
  BadSequences found;
  const auto settings = Settings(ConstraintKind::kBio, BadSequenceAction::kSkip);
  EXPECT_THROW(WithoutBadSequences(settings, *bad, found), Error) << "nothing is left";
}

TEST(BadSequences, AreRefusedWithAnAdvice) {
  const auto corpus = CorpusOf({{"B-X"}, {"O", "I-X"}, {"I-X"}});
  std::string message;
  try {
    RefuseBadSequences(MakeConstraints({ConstraintKind::kBio, {}, {}}, {"B-X", "O", "I-X"}),
                       *corpus);
  } catch (const Error& error) {
    message = error.what();
  }
  EXPECT_EQ(message,
            "file:3: sequence 2 of the training data has 'I-X' after 'O' at token 2, which the "
            "constraints forbid; that is so in 2 of 3 sequences: bad-sequences skip leaves them "
            "out, repair changes their labels");
}

// All labellings of up to four tokens: no allowed one is nearer than the repair.
TEST(BadSequences, NoRepairIsCheaper) {
  const Labels names = {"O", "B-X", "I-X", "B-Y", "I-Y"};
  const Constraints bio = MakeConstraints({ConstraintKind::kBio, {}, {}}, names);
  const auto type = [&](std::size_t k) { return k == 0 ? "" : names[k].substr(2); };
  const auto change = [&](std::size_t a, std::size_t b) {
    return a == b ? 0 : a != 0 && type(a) == type(b) ? 2 : 3;
  };
  std::mt19937 random(1);
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<std::size_t> gold(4);
    Labels labels;
    for (std::size_t& k : gold) labels.push_back(names[k = random() % names.size()]);
    const Labels repaired = Repaired(ConstraintKind::kBio, names, labels);
    int cost = 0, best = 1000;
    std::vector<std::size_t> y(4);
    for (std::size_t t = 0; t < 4; ++t) {
      const auto at = std::find(names.begin(), names.end(), repaired[t]);
      cost += change(gold[t], static_cast<std::size_t>(at - names.begin()));
    }
    for (std::size_t code = 0; code < 625; ++code) {
      std::size_t rest = code;
      int this_cost = 0;
      bool allowed = true;
      for (std::size_t t = 0; t < 4; ++t, rest /= 5) {
        y[t] = rest % 5;
        this_cost += change(gold[t], y[t]);
        allowed = allowed && (t == 0 ? bio.first[y[0]] != 0 : bio.pair[y[t - 1] * 5 + y[t]] != 0);
      }
      if (allowed) best = std::min(best, this_cost);
    }
    EXPECT_EQ(cost, best);
  }
}

}  // namespace
}  // namespace sagitta
