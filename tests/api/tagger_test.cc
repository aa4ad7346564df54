// The tagger against an oracle that has only the dumped weights and tries all labellings.
#include "sagitta/tagger.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "base/temp_file.h"
#include "model/small_model.h"
#include "sagitta/error.h"
#include "support/observed.h"

namespace sagitta {
namespace {

using internal::SmallModel;

/// Weights by name.
class Oracle {
 public:
  explicit Oracle(const Model& model, const Constraints& further = {})
      : labels_(model.labels()), constraints_(Intersect(model.constraints(), further)) {
    model.ForEachWeight([&](const WeightEntry& entry) {
      weights_[{std::string(entry.attribute), std::string(entry.from), std::string(entry.to)}] =
          entry.weight;
    });
  }

  double Score(const Sequence& sequence, const std::vector<std::uint32_t>& y) const {
    double score = 0;
    for (std::size_t t = 0; t < y.size(); ++t) {
      for (const Item& item : sequence.node_items(t)) {
        score += item.value * Weight(item.name, "", labels_[y[t]]);
      }
      if (t == 0) continue;
      const std::string& from = labels_[y[t - 1]];
      score += Weight("", from, labels_[y[t]]);
      for (const Item& item : sequence.edge_items(t)) {
        score += item.value * Weight(item.name, from, labels_[y[t]]);
      }
    }
    return score;
  }

  /// Calls visit(labelling, score) for all labellings that are allowed, in the order of the
  /// tie-break.
  template <class Visit>
  void ForEachLabelling(const Sequence& sequence, Visit visit) const {
    std::vector<std::uint32_t> y(sequence.size(), 0);
    for (std::size_t t = 0; t < y.size();) {
      if (IsAllowed(constraints_, y.size(), y)) visit(y, Score(sequence, y));
      for (t = 0; t < y.size() && ++y[t] == labels_.size(); ++t) y[t] = 0;
    }
  }

  const std::string& Label(std::uint32_t id) const { return labels_[id]; }

 private:
  double Weight(std::string_view attribute, std::string_view from, std::string_view to) const {
    const auto found = weights_.find({std::string(attribute), std::string(from), std::string(to)});
    return found == weights_.end() ? 0.0 : found->second;
  }

  std::vector<std::string> labels_;
  Constraints constraints_;
  std::map<std::tuple<std::string, std::string, std::string>, double> weights_;
};

/// Known and unknown attributes, values that are multiples of 1/4 (so that sums are exact).
Sequence RandomSequence(std::size_t length, bool with_edges, std::mt19937_64& rng) {
  static const char* const kNodes[] = {"n0", "n1", "n2", "n3", "n4", "n5", "", "unknown", "e0"};
  static const char* const kEdges[] = {"e0", "e1", "e2", "n0"};
  Sequence sequence;
  for (std::size_t t = 0; t < length; ++t) {
    std::vector<Item> items;
    for (std::uint64_t n = rng() % 6; n > 0; --n) {
      items.push_back({kNodes[rng() % 9], static_cast<double>(rng() % 17) / 4 - 2});
    }
    sequence.Add("A", items);
    for (std::uint64_t n = with_edges && t > 0 ? rng() % 3 : 0; n > 0; --n) {
      sequence.AddEdgeItem(kEdges[rng() % 4], static_cast<double>(rng() % 9) / 4 - 1);
    }
  }
  return sequence;
}

void ExpectRightAnswers(Tagger& tagger, const Oracle& oracle, const Sequence& sequence) {
  std::vector<std::uint32_t> best;
  double best_score = -std::numeric_limits<double>::infinity(), partition = 0;
  std::vector<double> marginals(sequence.size() * 3, 0.0);
  oracle.ForEachLabelling(sequence, [&](const std::vector<std::uint32_t>& y, double score) {
    if (score > best_score) {
      best_score = score;
      best = y;
    }
    partition += std::exp(score);
    for (std::size_t t = 0; t < y.size(); ++t) marginals[t * 3 + y[t]] += std::exp(score);
  });

  const auto tags = tagger.Tag(sequence);
  const auto ids = tagger.label_ids();
  ASSERT_EQ(std::vector<std::uint32_t>(ids.begin(), ids.end()), best);
  for (std::size_t t = 0; t < best.size(); ++t) EXPECT_EQ(tags[t], oracle.Label(best[t]));
  EXPECT_NEAR(tagger.Probability(), std::exp(best_score) / partition, 1e-12);
  const auto found = tagger.Marginals();
  ASSERT_EQ(found.size(), marginals.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_NEAR(found[k], marginals[k] / partition, 1e-12);
  }
  const std::vector<std::string_view> given(sequence.size(), "C");
  const double score = oracle.Score(sequence, std::vector<std::uint32_t>(sequence.size(), 2));
  EXPECT_NEAR(tagger.LogProbability(sequence, given), score - std::log(partition), 1e-11);
}

class TaggerPrecisionTest : public testing::TestWithParam<Precision> {};

TEST_P(TaggerPrecisionTest, AgreesWithAllLabellings) {
  const Model model = internal::ModelAccess::Make(SmallModel().Build(GetParam()));
  const Oracle oracle(model);
  Tagger tagger(model);
  std::mt19937_64 rng(9);
  for (int repeat = 0; repeat < 100; ++repeat) {
    ExpectRightAnswers(tagger, oracle, RandomSequence(1 + rng() % 6, repeat % 2 == 1, rng));
  }
}

INSTANTIATE_TEST_SUITE_P(Precisions, TaggerPrecisionTest,
                         testing::Values(Precision::kFloat, Precision::kDouble),
                         [](const auto& precision) {
                           return precision.param == Precision::kFloat ? "Float" : "Double";
                         });

/// Labels that are given, further constraints, pairs of labels and the best labellings, all at
/// once.
TEST_P(TaggerPrecisionTest, GivenLabelsAndBestLabellings) {
  const Model model = internal::ModelAccess::Make(SmallModel().Build(GetParam()));
  const Constraints further = MakeConstraints(
      {ConstraintKind::kRules, "forbid C C\nforbid A END", "rules"}, model.labels());
  std::mt19937_64 rng(19);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Constraints& extra = repeat % 2 == 0 ? further : Constraints();
    Tagger tagger(model, extra);
    const Oracle oracle(model, extra);
    const Sequence sequence = RandomSequence(1 + rng() % 5, repeat % 3 == 1, rng);
    std::vector<std::string_view> given;
    for (std::size_t t = 0; t < sequence.size(); ++t) {
      given.push_back(std::vector<std::string_view>{"A", "B", "C", "", "?", "a"}[rng() % 6]);
    }
    std::vector<std::pair<double, std::vector<std::uint32_t>>> all;
    double partition = 0;
    std::vector<double> pairs((sequence.size() - 1) * 9, 0.0);
    oracle.ForEachLabelling(sequence, [&](const std::vector<std::uint32_t>& y, double score) {
      for (std::size_t t = 0; t < y.size(); ++t) {
        const bool known = given[t] == "A" || given[t] == "B" || given[t] == "C";
        if (known && given[t] != oracle.Label(y[t])) return;
      }
      all.push_back({score, y});
      partition += std::exp(score);
      for (std::size_t t = 1; t < y.size(); ++t) {
        pairs[(t - 1) * 9 + y[t - 1] * 3 + y[t]] += std::exp(score);
      }
    });
    if (all.empty()) {
      EXPECT_THROW(tagger.TagGiven(sequence, given), Error);
      EXPECT_THROW(tagger.Score(), Error);
      continue;
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& x, const auto& y) { return x.first > y.first; });
    tagger.TagGiven(sequence, given);
    EXPECT_TRUE(std::equal(all[0].second.begin(), all[0].second.end(), tagger.label_ids().begin()));
    EXPECT_NEAR(tagger.Score(), all[0].first, 1e-12);
    EXPECT_NEAR(tagger.LogProbability(), all[0].first - std::log(partition), 1e-12);
    EXPECT_NEAR(tagger.Probability(), std::exp(all[0].first) / partition, 1e-12);
    const auto found = tagger.PairMarginals();
    ASSERT_EQ(found.size(), pairs.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      EXPECT_NEAR(found[k], pairs[k] / partition, 1e-12);
    }
    const std::size_t wanted = 1 + rng() % 20;
    const auto best = tagger.NBest(wanted);
    ASSERT_EQ(best.size(), std::min(wanted, all.size()));
    for (std::size_t k = 0; k < best.size(); ++k) {
      EXPECT_NEAR(best[k].score, all[k].first, 1e-12);
      EXPECT_NEAR(best[k].log_probability, all[k].first - std::log(partition), 1e-11);
      for (std::size_t t = 0; t < sequence.size(); ++t) {
        EXPECT_EQ(best[k].labels[t], oracle.Label(all[k].second[t]));
      }
    }
  }
}

/// Many labels and rows of every density, so that every form of a stored row occurs.
TEST(TaggerTest, LargeLabelSetsAndDenseRows) {
  std::mt19937_64 rng(10);
  std::normal_distribution<double> normal;
  for (const std::uint32_t labels : {1u, 7u, 8u, 40u}) {
    SmallModel small;
    small.names = {};
    small.constraints = {};
    small.layout = {labels, {labels, {0}, {}}, {labels * labels, {0, 0}, {}}, {}};
    for (std::uint32_t k = 0; k < labels; ++k) small.names.labels.Intern(std::to_string(k));
    std::vector<std::string> names;
    for (int a = 0; a < 60; ++a) names.push_back("a" + std::to_string(a));
    for (std::uint32_t a = 0; a < 60; ++a) {
      small.names.node.Intern(names[a]);
      for (std::uint32_t k = 0; k < labels; ++k) {
        if (rng() % 60 < a + 1) small.layout.node.slot.push_back(k);
      }
      small.layout.node.begin.push_back(small.layout.node.slot.size());
    }
    small.weights.resize(small.layout.weights());
    for (double& weight : small.weights) weight = normal(rng);
    const Model model = internal::ModelAccess::Make(small.Build(Precision::kFloat));
    const Oracle oracle(model);
    Tagger tagger(model);
    for (int repeat = 0; repeat < 20; ++repeat) {
      Sequence sequence;
      std::vector<Item> items;
      for (std::uint64_t n = rng() % 70; n > 0; --n)
        items.push_back({names[rng() % 60], normal(rng)});
      sequence.Add("", items);
      tagger.Tag(sequence);
      double best = -std::numeric_limits<double>::infinity();
      oracle.ForEachLabelling(sequence,
                              [&](const auto&, double score) { best = std::max(best, score); });
      EXPECT_NEAR(oracle.Score(sequence, {tagger.label_ids()[0]}), best, 1e-12);
    }
  }
}

TEST(TaggerTest, EmptySequence) {
  Tagger tagger(
      internal::ModelAccess::Make(SmallModel().Build(Precision::kFloat)));  // keeps the model alive
  EXPECT_TRUE(tagger.Tag(Sequence()).empty());
  EXPECT_EQ(tagger.Probability(), 1.0);
  EXPECT_TRUE(tagger.Marginals().empty());
  EXPECT_TRUE(tagger.PairMarginals().empty());
  EXPECT_EQ(tagger.Score(), 0.0);
  EXPECT_EQ(tagger.LogProbability(Sequence(), {}), 0.0);
  EXPECT_TRUE(tagger.TagGiven(Sequence(), {}).empty());
  ASSERT_EQ(tagger.NBest(5).size(), 1u);  // there is one way to label nothing
  EXPECT_TRUE(tagger.NBest(5)[0].labels.empty());
  EXPECT_TRUE(tagger.NBest(0).empty());
}

TEST(TaggerTest, UnknownLabelsAreImpossible) {
  Tagger tagger(internal::ModelAccess::Make(SmallModel().Build(Precision::kFloat)));
  Sequence sequence;
  sequence.Add("A", {{"n0", 1}});
  sequence.Add("A", {});
  EXPECT_EQ(tagger.LogProbability(sequence, std::vector<std::string_view>{"A", "D"}),
            -std::numeric_limits<double>::infinity());
}

TEST(TaggerTest, LogProbabilityLeavesTheLastTagAlone) {
  Tagger tagger(internal::ModelAccess::Make(SmallModel().Build(Precision::kFloat)));
  std::mt19937_64 rng(3);
  const Sequence one = RandomSequence(5, true, rng), other = RandomSequence(9, true, rng);
  tagger.Tag(one);
  const double probability = tagger.Probability();
  tagger.LogProbability(other, std::vector<std::string_view>(9, "B"));
  EXPECT_EQ(tagger.Probability(), probability);
  EXPECT_EQ(tagger.Marginals().size(), 15u);
}

template <class Call>
void ExpectUsageError(Call call) {
  try {
    call();
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage) << error.what();
  }
}

TEST(TaggerTest, WrongUse) {
  Tagger tagger(internal::ModelAccess::Make(SmallModel().Build(Precision::kFloat)));
  ExpectUsageError([&] { tagger.Probability(); });
  ExpectUsageError([&] { tagger.Marginals(); });
  Sequence sequence;
  sequence.Add("A", {{"n0", 1}});
  const std::vector<std::string_view> two(2, "A");
  ExpectUsageError([&] { tagger.LogProbability(sequence, two); });
  ExpectUsageError([&] { tagger.TagGiven(sequence, two); });
  ExpectUsageError([&] { tagger.NBest(2); });
  ExpectUsageError([&] { tagger.PairMarginals(); });
  const Model model = internal::ModelAccess::Make(SmallModel().Build(Precision::kFloat));
  ExpectUsageError([&] { Tagger other(model, {{1}, {1}, {1}}); });
}

TEST(TaggerTest, SaysWhichTokenCannotBeLabelled) {
  Tagger tagger(internal::ModelAccess::Make(
      SmallModel().Build(Precision::kFloat)));  // A is never followed by C
  Sequence sequence;
  for (int t = 0; t < 4; ++t) sequence.Add("", {{"n0", 1}});
  sequence.set_first_line(7);
  try {
    tagger.TagGiven(sequence, std::vector<std::string_view>{"?", "A", "C", "?"});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_EQ(error.where().line, 7u);
    EXPECT_NE(std::string(error.what()).find("no label of token 3 is possible"), std::string::npos);
  }
  EXPECT_EQ(tagger.LogProbability(sequence, std::vector<std::string_view>{"A", "A", "C", "C"}),
            -std::numeric_limits<double>::infinity());
}

TEST(TaggerTest, ValuesBeyondReasonDoNotCrash) {
  Tagger tagger(internal::ModelAccess::Make(SmallModel().Build(Precision::kFloat)));
  const double huge = std::numeric_limits<float>::max();
  for (const double value : {huge, -huge}) {
    Sequence sequence;
    for (int t = 0; t < 5; ++t) sequence.Add("A", {{"n0", value}, {"n4", value}, {"n1", 1}});
    EXPECT_EQ(tagger.Tag(sequence).size(), 5u);
    for (const std::uint32_t id : tagger.label_ids()) EXPECT_LT(id, 3u);
    EXPECT_TRUE(tagger.Probability() >= 0 && tagger.Probability() <= 1);
    EXPECT_EQ(tagger.NBest(3).size(), 3u);
  }
}

/// Files with random damage and a matching checksum either do not load or can be used for tagging.
TEST(TaggerTest, HostileModelsDoNoHarm) {
  const std::string path = testing::TempDir() + "tagger_test_hostile";
  std::mt19937_64 rng(8);
  int loaded = 0;
  for (const Precision precision : {Precision::kFloat, Precision::kDouble}) {
    SmallModel().Build(precision)->Save(path);
    const std::string bytes = internal::ReadBytes(path);
    for (int round = 0; round < 3000; ++round) {
      std::filesystem::remove(path);
      internal::WriteBytes(path, internal::DamageAndReseal(bytes, rng));
      try {
        Tagger tagger(Model::Load(path));
        ++loaded;
        tagger.Tag(RandomSequence(4, true, rng));
        tagger.Probability();
        tagger.Marginals();
      } catch (const Error&) {
      }
    }
  }
  EXPECT_GT(loaded, 100);
  std::filesystem::remove(path);
}

TEST(TaggerTest, ManyThreadsShareOneModel) {
  const Model model = internal::ModelAccess::Make(SmallModel().Build(Precision::kFloat));
  std::mt19937_64 rng(6);
  std::vector<Sequence> sequences;
  for (int k = 0; k < 200; ++k) sequences.push_back(RandomSequence(1 + k % 20, true, rng));
  const auto tag_all = [&](std::vector<std::uint32_t>& out) {
    Tagger tagger(model);
    for (const Sequence& sequence : sequences) {
      tagger.Tag(sequence);
      out.insert(out.end(), tagger.label_ids().begin(), tagger.label_ids().end());
    }
  };
  std::vector<std::vector<std::uint32_t>> results(4);
  std::vector<std::thread> threads;
  for (auto& result : results) threads.emplace_back(tag_all, std::ref(result));
  for (std::thread& thread : threads) thread.join();
  for (const auto& result : results) EXPECT_EQ(result, results[0]);
}

TEST(TaggerTest, ResultsBelongToTheCaller) {
  std::mt19937_64 rng(8);
  const Sequence one = RandomSequence(5, true, rng), other = RandomSequence(7, true, rng);
  std::vector<std::string> labels, given;
  std::vector<std::string> expected;
  {
    SmallModel small;
    small.constraints = {};
    const Model model = internal::ModelAccess::Make(small.Build(Precision::kFloat));
    Tagger tagger(model);
    labels = tagger.Tag(one);
    const auto view = tagger.TagView(one);
    expected.assign(view.begin(), view.end());
    tagger.Tag(other);
    given = tagger.TagGiven(one, std::vector<std::string_view>(5, "B"));
    tagger.Tag(other);
  }
  EXPECT_EQ(labels, expected);  // tagger and model are gone
  EXPECT_EQ(given, std::vector<std::string>(5, "B"));
}

class EvaluateTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  Evaluation EvaluateText(const std::string& text) {
    SmallModel small;
    small.options = {};
    small.constraints = {};
    internal::WriteBytes(path_, text);
    return Evaluate(internal::ModelAccess::Make(small.Build(Precision::kFloat)), path_);
  }

  const std::string path_ = TempPath();
};

TEST_F(EvaluateTest, ScoresALabelledFile) {
  // n0 alone leads to C, n1 to B; "Z" is not a label of the model.
  const Evaluation result = EvaluateText("C\tn0\n\nB\tn1\n\nZ\tn1\n\n");
  EXPECT_EQ(result.tokens, 3u);
  EXPECT_EQ(result.correct_tokens, 2u);
  EXPECT_EQ(result.sequences, 3u);
  EXPECT_EQ(result.correct_sequences, 2u);
}

TEST_F(EvaluateTest, ScoresSequencesInMemory) {
  SmallModel small;
  small.options = {};
  small.constraints = {};
  const Model model = internal::ModelAccess::Make(small.Build(Precision::kFloat));
  std::mt19937_64 rng(9);
  std::vector<Sequence> sequences;
  std::string text;
  for (int k = 0; k < 30; ++k) {
    Sequence sequence;
    for (std::uint64_t t = 1 + rng() % 4; t > 0; --t) {
      const std::string label(1, static_cast<char>('A' + rng() % 4));  // D is unknown
      const std::string name = "n" + std::to_string(rng() % 7);
      sequence.Add(label, {{name}});
      text += label + '\t' + name + '\n';
    }
    text += '\n';
    sequences.push_back(sequence);
  }
  sequences.push_back(Sequence());  // skipped
  const std::string expected = EvaluateText(text).ToJson();
  EXPECT_EQ(Evaluate(model, sequences).ToJson(), expected);
  std::size_t next = 0;
  const SequenceSource source = [&](Sequence& sequence) {
    EXPECT_TRUE(sequence.empty());
    if (next == sequences.size()) return false;
    sequence = sequences[next++];
    return true;
  };
  EXPECT_EQ(Evaluate(model, source).ToJson(), expected);

  EXPECT_THROW(Evaluate(model, std::vector<Sequence>()), Error);
  sequences[4].AddToken();
  try {
    Evaluate(model, sequences);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kData);
    EXPECT_TRUE(std::string(error.what()).starts_with("sequence 5: token ")) << error.what();
  }
}

TEST_F(EvaluateTest, RefusesWhatCannotBeScored) {
  EXPECT_THROW(EvaluateText(""), Error);
  EXPECT_THROW(EvaluateText("\n\n"), Error);
  EXPECT_THROW(Evaluate(internal::ModelAccess::Make(SmallModel().Build(Precision::kFloat)),
                        path_ + ".missing"),
               Error);
}

TEST_F(EvaluateTest, ObeysFurtherConstraints) {
  SmallModel small;
  small.options = {};
  small.constraints = {};
  const Model model = internal::ModelAccess::Make(small.Build(Precision::kFloat));
  internal::WriteBytes(path_, "C\tn0\n\nB\tn1\n\n");
  const auto evaluate = [&](const std::string& rules) {
    return Evaluate(model, path_,
                    MakeConstraints({ConstraintKind::kRules, rules, "rules"}, model.labels()));
  };
  EXPECT_EQ(evaluate("allow A A").correct_tokens, 2u);
  EXPECT_EQ(evaluate("forbid START B").correct_tokens, 1u);
  try {
    evaluate("forbid START *");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.where().file, path_);
    EXPECT_EQ(error.where().line, 1u);
  }
}

}  // namespace
}  // namespace sagitta
