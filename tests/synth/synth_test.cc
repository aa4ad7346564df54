// The demonstration corpora through the public interface: determinism, form, labels.
#include "sagitta/synth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sagitta/error.h"

namespace sagitta {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string Make(const std::string& task, std::uint64_t sequences, std::uint64_t seed = 1,
                 bool attributes = false) {
  std::string text;
  Synthesize({task, sequences, seed, attributes}, [&](std::string_view piece) {
    text += piece;
    return true;
  });
  return text;
}

/// Sequences of lines of fields.
std::vector<Rows> Parse(const std::string& text, char separator) {
  std::vector<Rows> sequences;
  Rows rows;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.empty()) {
      sequences.push_back(std::move(rows));
      rows.clear();
      continue;
    }
    std::vector<std::string> fields;
    std::istringstream split(line);
    for (std::string field; std::getline(split, field, separator);) fields.push_back(field);
    rows.push_back(std::move(fields));
  }
  EXPECT_TRUE(rows.empty()) << "the last sequence is not closed";
  return sequences;
}

std::string Escape(const std::string& text) {
  std::string out;
  for (const char c : text) out += (c == ':' || c == '\\') ? std::string{'\\', c} : std::string{c};
  return out;
}

/// Expands one line of a template by reading its text, as CRF++ does.
std::string Expand(const std::string& line, const Rows& rows, int t) {
  std::string out;
  for (std::size_t i = 0; i < line.size();) {
    int row = 0, column = 0, length = 0;
    if (std::sscanf(line.c_str() + i, "%%x[%d,%d]%n", &row, &column, &length) == 2) {
      const int target = t + row, size = static_cast<int>(rows.size());
      if (target < 0) {
        out += "_B-" + std::to_string(-target);
      } else if (target >= size) {
        out += "_B+" + std::to_string(target - size + 1);
      } else {
        out += rows[static_cast<std::size_t>(target)][static_cast<std::size_t>(column)];
      }
      i += static_cast<std::size_t>(length);
    } else {
      out += line[i++];
    }
  }
  return out;
}

std::vector<std::string> UnigramLines(const std::string& task) {
  std::vector<std::string> lines;
  std::istringstream in(SynthTemplate(task));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('U')) lines.push_back(line);
  }
  return lines;
}

std::uint64_t Fnv1a(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::set<std::string> Labels(const std::string& text) {
  std::set<std::string> labels;
  for (const Rows& rows : Parse(text, '\t')) {
    for (const auto& fields : rows) labels.insert(fields[0]);
  }
  return labels;
}

class EveryTask : public testing::TestWithParam<std::string> {};

TEST_P(EveryTask, GivesTheSameBytesForTheSameSeed) {
  EXPECT_EQ(Make(GetParam(), 200, 5), Make(GetParam(), 200, 5));
  EXPECT_NE(Make(GetParam(), 200, 5), Make(GetParam(), 200, 6));
}

TEST_P(EveryTask, ALongerCorpusStartsWithTheShorterOne) {
  const std::string shorter = Make(GetParam(), 100, 3, true);
  EXPECT_EQ(Make(GetParam(), 2000, 3, true).substr(0, shorter.size()), shorter);
}

TEST_P(EveryTask, WritesAsManySequencesAsAsked) {
  EXPECT_EQ(Parse(Make(GetParam(), 321), '\t').size(), 321u);
  EXPECT_EQ(Make(GetParam(), 0), "");
}

TEST_P(EveryTask, StopsWhenTheWriterHasEnough) {
  int calls = 0;
  Synthesize({GetParam(), 1000000000, 1, false}, [&](std::string_view) { return ++calls < 3; });
  EXPECT_EQ(calls, 3);
}

TEST_P(EveryTask, NoTwoSequencesInARowAreAlike) {
  const std::vector<Rows> sequences = Parse(Make(GetParam(), 500), '\t');
  for (std::size_t k = 1; k < sequences.size(); ++k) EXPECT_NE(sequences[k], sequences[k - 1]);
}

TEST_P(EveryTask, IsListed) {
  const auto& tasks = SynthTasks();
  EXPECT_TRUE(std::any_of(tasks.begin(), tasks.end(),
                          [](const SynthTask& task) { return task.name == GetParam(); }));
}

INSTANTIATE_TEST_SUITE_P(Synth, EveryTask,
                         testing::Values("ocr", "chunk", "ner", "pos", "grid", "tree", "skip"));

class TextTask : public testing::TestWithParam<std::string> {};

TEST_P(TextTask, HasColumnsThatTheTemplateFits) {
  const std::vector<Rows> sequences = Parse(Make(GetParam(), 300), ' ');
  const std::size_t columns = sequences[0][0].size();
  for (const Rows& rows : sequences) {
    for (const auto& fields : rows) {
      ASSERT_EQ(fields.size(), columns);
      for (const std::string& field : fields) ASSERT_FALSE(field.empty());
    }
  }
}

TEST_P(TextTask, AttributeFormIsTheTemplateAppliedToTheColumns) {
  const std::vector<Rows> columns = Parse(Make(GetParam(), 200, 9, false), ' ');
  const std::vector<Rows> attributes = Parse(Make(GetParam(), 200, 9, true), '\t');
  const std::vector<std::string> lines = UnigramLines(GetParam());
  ASSERT_EQ(columns.size(), attributes.size());
  for (std::size_t k = 0; k < columns.size(); ++k) {
    ASSERT_EQ(columns[k].size(), attributes[k].size());
    for (std::size_t t = 0; t < columns[k].size(); ++t) {
      std::vector<std::string> expected = {Escape(columns[k][t].back())};
      for (const std::string& line : lines) {
        expected.push_back(Escape(Expand(line, columns[k], static_cast<int>(t))));
      }
      ASSERT_EQ(attributes[k][t], expected);
    }
  }
}

TEST_P(TextTask, SentencesAreNeitherShortNorEndless) {
  const std::vector<Rows> sequences = Parse(Make(GetParam(), 3000), ' ');
  std::size_t tokens = 0, longest = 0;
  for (const Rows& rows : sequences) {
    tokens += rows.size();
    longest = std::max(longest, rows.size());
  }
  const double mean = static_cast<double>(tokens) / static_cast<double>(sequences.size());
  EXPECT_GT(mean, 14);
  EXPECT_LT(mean, 25);
  EXPECT_LT(longest, 150u);
}

TEST_P(TextTask, TheVocabularyHasALongTail) {
  std::map<std::string, int> counts;
  for (const Rows& rows : Parse(Make(GetParam(), 3000), ' ')) {
    for (const auto& fields : rows) ++counts[fields[0]];
  }
  const auto once = std::count_if(counts.begin(), counts.end(),
                                  [](const auto& entry) { return entry.second == 1; });
  EXPECT_GT(counts.size(), 5000u);
  EXPECT_GT(once, static_cast<std::ptrdiff_t>(counts.size() / 3));
}

TEST_P(TextTask, WordsAreAmbiguous) {
  std::map<std::string, std::set<std::string>> labels;
  for (const Rows& rows : Parse(Make(GetParam(), 3000), ' ')) {
    for (const auto& fields : rows) labels[fields.front()].insert(fields.back());
  }
  const auto ambiguous = std::count_if(labels.begin(), labels.end(),
                                       [](const auto& entry) { return entry.second.size() > 1; });
  EXPECT_GT(ambiguous, static_cast<std::ptrdiff_t>(labels.size() / 50));
}

INSTANTIATE_TEST_SUITE_P(Synth, TextTask, testing::Values("chunk", "ner", "pos"));

TEST(Synth, HasTheLabelsItPromises) {
  EXPECT_EQ(Labels(Make("ocr", 3000)).size(), 26u);
  EXPECT_EQ(Labels(Make("chunk", 5000, 1, true)).size(), 20u);
  EXPECT_EQ(Labels(Make("pos", 5000, 1, true)).size(), 45u);
  EXPECT_EQ(Labels(Make("ner", 2000, 1, true)),
            (std::set<std::string>{"B-LOC", "B-MISC", "B-ORG", "B-PER", "I-LOC", "I-MISC", "I-ORG",
                                   "I-PER", "O"}));
}

TEST(Synth, InsideTagsFollowTheirOwnType) {
  for (const std::string task : {"chunk", "ner"}) {
    for (const Rows& rows : Parse(Make(task, 1000), ' ')) {
      std::string previous = "O";
      for (const auto& fields : rows) {
        const std::string& label = fields.back();
        if (label.starts_with("I-")) {
          EXPECT_EQ(previous.substr(1), label.substr(1));
        }
        previous = label;
      }
    }
  }
}

TEST(Synth, MostTokensAreNoNames) {
  std::size_t outside = 0, tokens = 0;
  for (const Rows& rows : Parse(Make("ner", 1000), ' ')) {
    for (const auto& fields : rows) {
      ++tokens;
      outside += fields.back() == "O";
    }
  }
  EXPECT_GT(outside * 10, tokens * 7);
  EXPECT_LT(outside * 10, tokens * 9);
}

TEST(Synth, OcrHasPixelsOfASmallImage) {
  for (const Rows& rows : Parse(Make("ocr", 300), '\t')) {
    EXPECT_GE(rows.size(), 6u);
    EXPECT_LE(rows.size(), 9u);
    for (const auto& fields : rows) {
      EXPECT_GT(fields.size(), 10u);
      for (std::size_t i = 1; i < fields.size(); ++i) {
        int row = -1, column = -1;
        ASSERT_EQ(std::sscanf(fields[i].c_str(), "p%d_%d", &row, &column), 2) << fields[i];
        EXPECT_TRUE(row >= 0 && row < 16 && column >= 0 && column < 8) << fields[i];
      }
    }
  }
}

TEST(Synth, OcrHasOneForm) {
  EXPECT_EQ(Make("ocr", 50, 1, false), Make("ocr", 50, 1, true));
  EXPECT_EQ(SynthTemplate("ocr"), "");
}

// Published measurements name a task, a size and a seed: these bytes must not change.
TEST(Synth, BytesAreFixed) {
  EXPECT_EQ(Fnv1a(Make("ocr", 100)), 2600272892393430694u);
  EXPECT_EQ(Fnv1a(Make("chunk", 100)), 11780667151856139964u);
  EXPECT_EQ(Fnv1a(Make("ner", 100)), 15848949766983190008u);
  EXPECT_EQ(Fnv1a(Make("pos", 100)), 4043991047600559169u);
}

TEST(Synth, RefusesUnknownTasks) {
  try {
    Make("parse", 10);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_STREQ(error.what(),
                 "unknown task 'parse'; the tasks are ocr, chunk, ner, pos, grid, tree, skip");
  }
  EXPECT_THROW(SynthTemplate(""), Error);
}

}  // namespace
}  // namespace sagitta
