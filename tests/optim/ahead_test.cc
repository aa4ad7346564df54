// Batches of iterations that look ahead: against their naive dense version, the size of batches,
// the guard, saved states, and what is refused.
#include "optim/loop/ahead.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "optim/naive_sag.h"
#include "sagitta/error.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr std::uint64_t kSeed = 7;

struct AheadCase {
  std::string name;
  SmallDatasetSettings data;
  LayoutSettings layout;
  double lambda = 0.05;

  friend void PrintTo(const AheadCase& own, std::ostream* out) { *out << own.name; }
};

std::vector<AheadCase> AheadCases() {
  constexpr FeatureSet kAll = FeatureSet::kAll, kObserved = FeatureSet::kObserved;
  return {
      {"all", {.examples = 120}, {kAll, kAll}},
      {"observed", {.examples = 120, .labels = 5}, {kObserved, kObserved}},
      {"edges", {.examples = 120, .edges = true}, {kObserved, kAll}},
      {"everything",
       {.examples = 130, .labels = 4, .values = true, .weights = true, .edges = true},
       {kObserved, kObserved}},
      {"little_penalty", {.examples = 120}, {kAll, kAll}, 1e-4},
      // Weights are flushed within what would be a batch.
      {"much_penalty", {.examples = 120}, {kAll, kAll}, 3.0},
  };
}

class AheadAgainstNaive : public testing::TestWithParam<AheadCase> {
 protected:
  static constexpr std::size_t kBatch = 5;

  AheadAgainstNaive()
      : lambda_(GetParam().lambda),
        problem_(SmallDataset(GetParam().data), GetParam().layout, {.merge_twins = false}) {}

  std::unique_ptr<Optimizer<double>> Make(const std::string& method) const {
    return problem_.Make(method, lambda_, {{"ahead", std::to_string(kBatch)}});
  }

  void Compare(NaiveSagBase& naive, const std::string& name, bool started = false) {
    const auto method = Make(name);
    if (started) {
      DenseVector flat(problem_.layout.weights());
      for (std::size_t j = 0; j < flat.size(); ++j) flat[j] = std::sin(static_cast<double>(j));
      PlainWeights<double> w(problem_.map.space());
      problem_.map.FromFlat(flat, w);
      naive.Start(flat);
      ASSERT_TRUE(method->Start(w));
    }
    Rng naive_rng(kSeed), rng(kSeed);
    for (int pass = 1; pass <= 12; ++pass) {
      naive.PassAhead(naive_rng, kBatch);
      const StepReport report = method->Advance(rng);
      SCOPED_TRACE(pass);
      ASSERT_EQ(report.evaluations, naive.evaluations());
      ASSERT_EQ(report.seen_all, naive.seen() == problem_.data.examples());
      ASSERT_LE(RelativeDistance(problem_.Flat(*method), naive.w()), 1e-12);
      ASSERT_NEAR(report.gradient_inf, naive.GradientEstimate(), 1e-12);
    }
  }

  double lambda_;
  ChainProblem<double> problem_;
};
INSTANTIATE_TEST_SUITE_P(Cases, AheadAgainstNaive, testing::ValuesIn(AheadCases()),
                         [](const auto& named) { return named.param.name; });

TEST_P(AheadAgainstNaive, Sag) {
  NaiveSag naive(problem_.naive, lambda_);
  Compare(naive, "sag");
}

TEST_P(AheadAgainstNaive, SagNus) {
  NaiveSagNus naive(problem_.naive, lambda_);
  Compare(naive, "sag-nus");
}

TEST_P(AheadAgainstNaive, SagNusStar) {
  NaiveSagNusStar naive(problem_.naive, lambda_, true);
  Compare(naive, "sag-nus-star");
}

TEST_P(AheadAgainstNaive, SagNusSecant) {
  NaiveSagNusSecant naive(problem_.naive, lambda_);
  Compare(naive, "sag-nus-secant");
}

TEST_P(AheadAgainstNaive, Saga) {
  NaiveSag naive(problem_.naive, lambda_, NaiveMove::kSaga);
  Compare(naive, "saga");
}

TEST_P(AheadAgainstNaive, SagaNusSecant) {
  NaiveSagNusSecant naive(problem_.naive, lambda_, NaiveMove::kSaga);
  Compare(naive, "saga-nus-secant");
}

TEST_P(AheadAgainstNaive, SagNusStarFromGivenWeights) {
  NaiveSagNusStar naive(problem_.naive, lambda_, true);
  Compare(naive, "sag-nus-star", true);
}

TEST_P(AheadAgainstNaive, SagNusSecantFromGivenWeights) {
  NaiveSagNusSecant naive(problem_.naive, lambda_);
  Compare(naive, "sag-nus-secant", true);
}

// ---- Sizes ----

TEST(AheadSizeTest, GrowsWithTheRootOfTheNumberOfExamples) {
  AheadSize size({AheadSetting::kMostChosen, true}, 10000);
  // 1/2 sqrt(n / (alpha L_mean)).
  EXPECT_EQ(size.Next(0.5, 2, 10000), 50u);
  EXPECT_EQ(size.Next(1, 4, 10000), 25u);
  AheadSize larger({AheadSetting::kMostChosen, true}, 40000);
  EXPECT_EQ(larger.Next(0.5, 2, 40000), 100u);
  AheadSize huge({AheadSetting::kMostChosen, true}, 100000000);
  EXPECT_EQ(huge.Next(0.5, 2, 100000000), AheadSetting::kMostChosen);
}

TEST(AheadSizeTest, IsATwentiethOfTheExamplesSeenInTheFirstPass) {
  AheadSize size({40, false}, 10000);
  EXPECT_EQ(size.Next(1, 1, 0), 1u);
  EXPECT_EQ(size.Next(1, 1, 39), 1u);
  EXPECT_EQ(size.Next(1, 1, 40), 2u);
  EXPECT_EQ(size.Next(1, 1, 400), 20u);
  EXPECT_EQ(size.Next(1, 1, 9000), 40u);
}

TEST(AheadSizeTest, TheGuardHalvesWhatWasUsed) {
  const auto after = [](std::vector<double> gradients) {
    AheadSize size({64, false}, 1000);
    for (const double gradient : gradients) {
      EXPECT_EQ(size.Next(1, 1, 1000), std::min<std::size_t>(size.limit(), 50));
      size.Use(size.Next(1, 1, 1000));
      size.Use(3);
      StepReport report;
      report.gradient_inf = gradient;
      report.seen_all = gradient < 100;
      size.Judge(report);
    }
    return size.limit();
  };
  EXPECT_EQ(after({1, 0.9, 0.8, 0.7}), 64u);
  EXPECT_EQ(after({1, 1.1, 0.9, 1.1, 0.9}), 64u);  // up and down
  EXPECT_EQ(after({1, 1.1, 1.2, 1.9}), 64u);       // by little
  EXPECT_EQ(after({1, 1.6, 2.1}), 25u);
  EXPECT_EQ(after({1, 1.6, 2.1, 2.2, 4.1}), 25u);  // has to happen again
  EXPECT_EQ(after({1, 1.6, 2.1, 2.2, 4.3}), 12u);
  EXPECT_EQ(after({1, 3.9}), 64u);
  EXPECT_EQ(after({1, 4.1}), 25u);  // by much
  EXPECT_EQ(after({1, 0.5, 1.2, 0.9, 1.9}), 64u);
  EXPECT_EQ(after({1, 0.5, 1.2, 0.9, 2.1}), 25u);  // swings, and does not fall
  EXPECT_EQ(after({101, 200, 500}), 64u);          // not before all were seen
}

// ---- Methods ----

const std::map<std::string, std::string> kFive = {{"ahead", "5"}};

TEST(AheadTest, ContinuesFromASavedStateBitForBit) {
  const ChainProblem<float> problem(SmallDataset({.examples = 120, .edges = true}),
                                    {FeatureSet::kObserved, FeatureSet::kAll});
  for (const std::string method : {"sag", "sag-nus", "sag-nus-star", "sag-nus-secant"}) {
    for (const int passes : {1, 2, 5}) {
      SCOPED_TRACE(method + " after " + std::to_string(passes));
      const auto one = problem.Make(method, 0.01, kFive);
      Rng rng(3);
      for (int k = 0; k < passes; ++k) one->Advance(rng);
      StateWriter writer;
      one->Transfer(writer);
      const auto other = problem.Make(method, 0.01, kFive);
      StateReader reader(writer.bytes());
      other->Transfer(reader);
      reader.Finish();
      Rng other_rng(0);
      other_rng.set_state(rng.state());
      for (int k = 0; k < 5; ++k) {
        const StepReport report = one->Advance(rng), again = other->Advance(other_rng);
        ASSERT_EQ(report.evaluations, again.evaluations);
        ASSERT_EQ(report.gradient_inf, again.gradient_inf);
        ASSERT_EQ(problem.Flat(*one), problem.Flat(*other));
      }
    }
  }
}

TEST(AheadTest, AllMarginalsInTheMemoryGiveTheSameWeights) {
  const ChainProblem<double> problem(SmallDataset({.examples = 120, .edges = true}),
                                     {FeatureSet::kObserved, FeatureSet::kAll});
  const auto mixed = problem.Make("sag-nus-secant", 0.01, kFive);
  const auto apart =
      problem.Make("sag-nus-secant", 0.01, {{"ahead", "5"}, {"memory", "marginals"}});
  Rng rng(3), other(3);
  for (int k = 0; k < 5; ++k) {
    mixed->Advance(rng);
    apart->Advance(other);
    ASSERT_LE(RelativeDistance(problem.Flat(*mixed), problem.Flat(*apart)), 1e-10);
  }
}

std::string RefusalOf(const std::map<std::string, std::string>& options, double lambda1 = 0) {
  const ChainProblem<double> problem(SmallDataset({}), {});
  try {
    problem.Make("sag-nus-secant", 0.1, options, lambda1);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "";
}

TEST(AheadTest, IsRefusedWhereIterationsFollowEachOther) {
  EXPECT_NE(RefusalOf(kFive, 0.1).find("no L1 term"), std::string::npos);
  EXPECT_NE(RefusalOf({{"ahead", "5"}, {"memory", "sparse"}}).find("--ahead 5 needs --memory"),
            std::string::npos);
  EXPECT_NE(RefusalOf({{"ahead", "5"}, {"batch", "2"}}).find("--batch 1"), std::string::npos);
  EXPECT_EQ(RefusalOf({{"ahead", "1"}}, 0.1), "");
  EXPECT_EQ(RefusalOf({{"ahead", "auto"}}, 0.1), "");
  EXPECT_EQ(RefusalOf({{"ahead", "auto"}, {"memory", "naive"}}), "");
}

TEST(AheadTest, IsAutoOrANumber) {
  for (const std::string bad : {"0", "4097", "-1", "automatic", "1.5", ""}) {
    EXPECT_NE(RefusalOf({{"ahead", bad}}).find("auto, or a whole number from 1 to 4096"),
              std::string::npos)
        << bad;
  }
  EXPECT_EQ(RefusalOf({{"ahead", "4096"}}), "");
}

}  // namespace
}  // namespace sagitta
