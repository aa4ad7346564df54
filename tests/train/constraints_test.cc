// Constraints from schemes, from rules and from data.
#include "train/constraints.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "data/corpus_builder.h"
#include "sagitta/error.h"
#include "support/observed.h"

namespace sagitta {
namespace {

using Labels = std::vector<std::string>;

Constraints Make(ConstraintKind kind, const Labels& labels, const std::string& rules = {}) {
  return MakeConstraints({kind, rules, "rules"}, labels);
}

std::string ErrorOf(ConstraintKind kind, const Labels& labels, const std::string& rules = {}) {
  try {
    Make(kind, labels, rules);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// "AB AC | A | B": pairs, first labels, last labels that are forbidden.
std::string Forbidden(const Constraints& c, const Labels& labels) {
  std::string text;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = 0; j < labels.size(); ++j) {
      if (c.pair[i * labels.size() + j] == 0) text += labels[i] + ">" + labels[j] + " ";
    }
  }
  text += "|";
  for (std::size_t i = 0; i < labels.size(); ++i) text += c.first[i] == 0 ? " " + labels[i] : "";
  text += " |";
  for (std::size_t i = 0; i < labels.size(); ++i) text += c.last[i] == 0 ? " " + labels[i] : "";
  return text;
}

TEST(ConstraintsTest, Bio) {
  const Labels labels = {"O", "B-X", "I-X", "B-Y", "I-Y"};
  EXPECT_EQ(Forbidden(Make(ConstraintKind::kBio, labels), labels),
            "O>I-X O>I-Y B-X>I-Y I-X>I-Y B-Y>I-X I-Y>I-X | I-X I-Y |");
  const Labels bare = {"I", "B", "O", "NN"};
  EXPECT_EQ(Forbidden(Make(ConstraintKind::kBio, bare), bare), "O>I NN>I | I |");
  const Labels typed = {"B-A-B", "I-A-B", "I-A", "E-A"};  // the type is all behind the first dash
  EXPECT_EQ(Forbidden(Make(ConstraintKind::kBio, typed), typed),
            "B-A-B>I-A I-A-B>I-A I-A>I-A-B E-A>I-A-B E-A>I-A | I-A-B I-A |");
}

TEST(ConstraintsTest, Iobes) {
  for (const bool bilou : {false, true}) {
    const Labels labels = {"O", "B-X", "I-X", bilou ? "L-X" : "E-X", bilou ? "U-X" : "S-X"};
    const Constraints c = Make(ConstraintKind::kIobes, labels);
    const auto allowed = [&](const std::vector<std::uint32_t>& y) {
      return IsAllowed(c, y.size(), y);
    };
    EXPECT_TRUE(allowed({0, 1, 2, 2, 3, 1, 3, 4, 4, 0}));
    EXPECT_TRUE(allowed({4}));
    for (const std::vector<std::uint32_t>& y : std::vector<std::vector<std::uint32_t>>{{1},
                                                                                       {2},
                                                                                       {3},
                                                                                       {0, 3},
                                                                                       {0, 2, 3},
                                                                                       {4, 3},
                                                                                       {3, 2},
                                                                                       {1, 0},
                                                                                       {1, 1, 3},
                                                                                       {1, 4},
                                                                                       {1, 2, 0},
                                                                                       {1, 3, 2, 3},
                                                                                       {1, 2}}) {
      EXPECT_FALSE(allowed(y)) << testing::PrintToString(y);
    }
  }
  const Labels two = {"B-X", "E-X", "B-Y", "E-Y"};
  EXPECT_EQ(Forbidden(Make(ConstraintKind::kIobes, two), two),
            "B-X>B-X B-X>B-Y B-X>E-Y E-X>E-X E-X>E-Y B-Y>B-X B-Y>E-X B-Y>B-Y E-Y>E-X E-Y>E-Y "
            "| E-X E-Y | B-X B-Y");
}

TEST(ConstraintsTest, SchemesNeedTheirLabels) {
  EXPECT_NE(ErrorOf(ConstraintKind::kBio, {"NN", "VB", "I-X"}).find("bio: no label begins with B-"),
            std::string::npos);
  EXPECT_NE(ErrorOf(ConstraintKind::kIobes, {"B_X", "I_X"}).find("iobes"), std::string::npos);
  EXPECT_NE(
      ErrorOf(ConstraintKind::kObserved, {"A"}).find("observed is only available in training"),
      std::string::npos);
  EXPECT_TRUE(Make(ConstraintKind::kNone, {"A"}).empty());
}

TEST(ConstraintsTest, RulesAreObeyedInTheirOrder) {
  const Labels labels = {"A", "B", "B-C", "START", "x*y", "x z"};
  const auto forbidden = [&](const std::string& rules) {
    return Forbidden(Make(ConstraintKind::kRules, labels, rules), labels);
  };
  EXPECT_EQ(forbidden("forbid A B\n"), "A>B | |");
  EXPECT_EQ(forbidden("# a comment\n\n  forbid\tA   B \r\n allow A B\nforbid B B-C"), "B>B-C | |");
  EXPECT_EQ(forbidden("forbid A *\nallow A A"), "A>B A>B-C A>START A>x*y A>x z | |");
  EXPECT_EQ(forbidden("forbid B* B*"), "B>B B>B-C B-C>B B-C>B-C | |");
  EXPECT_EQ(forbidden("forbid *-* A"), "B-C>A | |");
  EXPECT_EQ(forbidden("forbid START B*\nforbid A END"), "| B B-C | A");
  EXPECT_EQ(forbidden("forbid \\START A\nforbid x\\*y A\nforbid x\\ z A"),
            "START>A x*y>A x z>A | |");
  EXPECT_EQ(forbidden("forbid * END\nallow B END"), "| | A B-C START x*y x z");
  EXPECT_EQ(forbidden("allow * *"), "| |");
  EXPECT_EQ(forbidden("forbid x*y A"), "x*y>A | |");
}

TEST(ConstraintsTest, BadRulesAreRefusedWithTheirPlace) {
  const Labels labels = {"A", "B"};
  const auto error = [&](const std::string& rules) {
    return ErrorOf(ConstraintKind::kRules, labels, rules);
  };
  EXPECT_EQ(error("forbid A B\nfordib A B\n"),
            "rules:2:1: found 'fordib', expected allow or forbid");
  EXPECT_EQ(error("  forbid A"),
            "rules:1:11: found the end of the line, expected two labels after forbid");
  EXPECT_EQ(error("forbid"),
            "rules:1:7: found the end of the line, expected two labels after forbid");
  EXPECT_EQ(error("forbid A B C"), "rules:1:12: found 'C' after two labels");
  EXPECT_EQ(error("forbid A b"), "rules:1:10: found 'b', which is none of the 2 labels");
  EXPECT_EQ(error("forbid C* A"), "rules:1:8: no label is like 'C*' among the 2 labels");
  EXPECT_EQ(error("forbid START END"),
            "rules:1:14: found START and END together: no sequence is empty");
  EXPECT_NE(error("forbid END A").find("'END', which is none"), std::string::npos);
  EXPECT_NE(error("forbid A START").find("'START', which is none"), std::string::npos);
  EXPECT_EQ(error("forbid A \\"), "rules:1:10: found nothing after the backslash");
  EXPECT_EQ(error("# nothing\n\n"), "rules: found no rule, expected lines like 'forbid O I-NP'");
  EXPECT_EQ(error(""), "rules: found no rule, expected lines like 'forbid O I-NP'");
}

// Any bytes at all: an answer or an Error, and never for long.
TEST(ConstraintsTest, HostileRules) {
  const Labels labels = {"A", std::string(2000, 'a'), "b\\*", "", "\xff\xfe"};
  std::mt19937_64 rng(1);
  static constexpr char kBytes[] = "forbid allow START END A ab*\\\n\t\r#\xff\xc3 \0*";
  for (int repeat = 0; repeat < 3000; ++repeat) {
    std::string text = repeat % 2 == 0 ? "forbid " : "";
    for (std::uint64_t n = rng() % 60; n > 0; --n) text += kBytes[rng() % (sizeof kBytes - 1)];
    if (repeat % 10 == 0) text = "forbid " + std::string(rng() % 3000, '*') + "b * \n" + text;
    if (repeat % 10 == 5) {
      text = "forbid ";
      for (int k = 0; k < 500; ++k) text += "a*";
      text += "b A\n";
    }
    ErrorOf(ConstraintKind::kRules, labels, text);
  }
}

TEST(ConstraintsTest, Intersection) {
  const Labels labels = {"A", "B"};
  const Constraints one = Make(ConstraintKind::kRules, labels, "forbid A B\nforbid START A");
  const Constraints other = Make(ConstraintKind::kRules, labels, "forbid B B\nforbid B END");
  EXPECT_EQ(Forbidden(Intersect(one, other), labels), "A>B B>B | A | B");
  EXPECT_EQ(Forbidden(Intersect(one, {}), labels), Forbidden(one, labels));
  EXPECT_EQ(Forbidden(Intersect({}, other), labels), Forbidden(other, labels));
  EXPECT_TRUE(Intersect({}, {}).empty());
}

class TrainingConstraintsTest : public testing::Test {
 protected:
  TrainingConstraintsTest() {
    Add({"O", "B-X", "I-X"}, 1);
    Add({"B-X"}, 5);
    data_ = builder_.Finish({});
  }

  void Add(const Labels& labels, std::uint64_t line) {
    Sequence sequence;
    for (const std::string& label : labels) sequence.Add(label, {});
    sequence.set_first_line(line);
    builder_.Add(sequence, "train.txt");
  }

  std::string ErrorOfRules(const std::string& rules) const {
    try {
      TrainingConstraints({ConstraintKind::kRules, rules, "rules"}, *data_);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kData);
      return error.what();
    }
    return "no error";
  }

  internal::CorpusBuilder builder_;
  std::shared_ptr<const internal::CorpusData> data_;
};

TEST_F(TrainingConstraintsTest, Observed) {
  const Labels labels = {"O", "B-X", "I-X"};
  const Constraints c = TrainingConstraints({ConstraintKind::kObserved, {}, {}}, *data_);
  EXPECT_EQ(Forbidden(c, labels), "O>O O>I-X B-X>O B-X>B-X I-X>O I-X>B-X I-X>I-X | I-X | O");
  EXPECT_TRUE(TrainingConstraints({}, *data_).empty());
}

TEST_F(TrainingConstraintsTest, ExamplesMustObey) {
  EXPECT_FALSE(TrainingConstraints({ConstraintKind::kBio, {}, {}}, *data_).empty());
  EXPECT_EQ(
      ErrorOfRules("forbid B-X I-X"),
      "train.txt:1: sequence 1 of the training data has 'I-X' after 'B-X' at token 3, which "
      "the constraints forbid; that is so in 1 of 2 sequences: bad-sequences skip leaves them "
      "out, repair changes their labels");
  EXPECT_EQ(ErrorOfRules("forbid START B-X"),
            "train.txt:5: sequence 2 of the training data begins with 'B-X' at token 1, which the "
            "constraints forbid; that is so in 1 of 2 sequences: bad-sequences skip leaves them "
            "out, repair changes their labels");
  EXPECT_EQ(ErrorOfRules("forbid I-X END"),
            "train.txt:1: sequence 1 of the training data ends with 'I-X' at token 3, which the "
            "constraints forbid; that is so in 1 of 2 sequences: bad-sequences skip leaves them "
            "out, repair changes their labels");
  EXPECT_EQ(ErrorOfRules("forbid I-X B-X"), "no error");
}

}  // namespace
}  // namespace sagitta
