// Every SAG method against its naive dense implementation, pass for pass, in double precision.
#include <gtest/gtest.h>

#include <memory>

#include "optim/naive_sag.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr std::uint64_t kSeed = 7;

struct Case {
  std::string name;
  SmallDatasetSettings data;
  LayoutSettings layout;
  ProblemSettings problem;
  double lambda = 0.05;

  friend void PrintTo(const Case& own, std::ostream* out) { *out << own.name; }
};

std::vector<Case> Cases() {
  constexpr FeatureSet kAll = FeatureSet::kAll, kObserved = FeatureSet::kObserved;
  std::vector<Case> cases = {
      {"all", {}, {kAll, kAll}, {}},
      {"all_by_rows", {}, {kAll, kAll}, {.gram = false}},
      {"all_twins_apart", {}, {kAll, kAll}, {.merge_twins = false}},
      {"observed", {.labels = 5}, {kObserved, kObserved}, {}},
      // Many labels and rare attributes: most rows are sparse ones.
      {"observed_sparse", {.labels = 13, .attributes = 40}, {kObserved, kAll}, {}},
      {"values", {.values = true}, {kAll, kAll}, {}},
      {"values_observed", {.values = true}, {kObserved, kAll}, {}},
      {"weights", {.weights = true}, {kAll, kAll}, {}},
      {"edges", {.edges = true}, {kAll, kAll}, {}},
      {"edges_observed", {.labels = 4, .edges = true}, {kObserved, kObserved}, {}},
      {"min_count", {}, {kObserved, kAll, 3}, {}},
      {"everything",
       {.labels = 4, .values = true, .weights = true, .edges = true},
       {kObserved, kObserved},
       {}},
      {"one_token_each", {.longest = 1}, {kAll, kAll}, {}},
      {"one_example", {.examples = 1}, {kAll, kAll}, {}},
      {"two_examples", {.examples = 2, .longest = 30}, {kAll, kAll}, {}},
      {"little_penalty", {}, {kAll, kAll}, {}, 1e-4},
      {"much_penalty", {}, {kAll, kAll}, {}, 3.0},
  };
  return cases;
}

class AgainstNaive : public testing::TestWithParam<Case> {
 protected:
  AgainstNaive()
      : lambda_(GetParam().lambda),
        problem_(SmallDataset(GetParam().data), GetParam().layout, GetParam().problem) {}

  void Compare(NaiveSagBase& naive, Optimizer<double>& method) {
    Rng naive_rng(kSeed), rng(kSeed);
    for (int pass = 1; pass <= 30; ++pass) {
      naive.Pass(naive_rng);
      const StepReport report = method.Advance(rng);
      SCOPED_TRACE(pass);
      ASSERT_EQ(report.evaluations, naive.evaluations());
      ASSERT_EQ(report.seen_all, naive.seen() == problem_.data.examples());
      EXPECT_LE(RelativeDistance(problem_.Flat(method), naive.w()), 1e-12);
      // Twins as one row see their common gradient, which is larger by the root of their number.
      if (!GetParam().problem.merge_twins) {
        EXPECT_NEAR(report.gradient_inf, naive.GradientEstimate(), 1e-12);
      }
    }
  }

  double lambda_;
  ChainProblem<double> problem_;
};

TEST_P(AgainstNaive, Sag) {
  NaiveSag naive(problem_.naive, lambda_);
  Compare(naive, *problem_.Make("sag", lambda_));
}

TEST_P(AgainstNaive, SagNus) {
  NaiveSagNus naive(problem_.naive, lambda_);
  Compare(naive, *problem_.Make("sag-nus", lambda_));
}

TEST_P(AgainstNaive, SagNusStar) {
  NaiveSagNusStar naive(problem_.naive, lambda_, true);
  Compare(naive, *problem_.Make("sag-nus-star", lambda_));
}

TEST_P(AgainstNaive, SagNusStarThatSearchesAlways) {
  NaiveSagNusStar naive(problem_.naive, lambda_, false);
  Compare(naive, *problem_.Make("sag-nus-star", lambda_, {{"skip-searches", "off"}}));
}

INSTANTIATE_TEST_SUITE_P(, AgainstNaive, testing::ValuesIn(Cases()),
                         [](const auto& test) { return test.param.name; });

// The scale of lazy weights falls by 1e-6 again and again, and is reset each time.
TEST(LazyMethod, EqualsNaiveAcrossResetsOfTheScale) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  constexpr double kLambda = 0.5;
  NaiveSagNusStar naive(problem.naive, kLambda, true);
  const auto method = problem.Make("sag-nus-star", kLambda);
  Rng naive_rng(kSeed), rng(kSeed);
  for (int pass = 0; pass < 40; ++pass) {
    naive.Pass(naive_rng);
    method->Advance(rng);
    ASSERT_LE(RelativeDistance(problem.Flat(*method), naive.w()), 1e-12) << pass;
  }
  EXPECT_LT(naive.shrinkage(), 1e-18) << "too few resets to speak of";
}

// In float the path is the same until rounding shows.
TEST(LazyMethod, FloatFollowsDouble) {
  const Dataset data = SmallDataset();
  const LayoutSettings layout{FeatureSet::kAll, FeatureSet::kAll};
  const ChainProblem<double> in_double(data, layout);
  const ChainProblem<float> in_float(data, layout);
  for (const char* name : {"sag", "sag-nus", "sag-nus-star"}) {
    const auto exact = in_double.Make(name, 0.05);
    const auto rounded = in_float.Make(name, 0.05);
    Rng exact_rng(kSeed), rng(kSeed);
    for (int pass = 0; pass < 4; ++pass) {
      exact->Advance(exact_rng);
      rounded->Advance(rng);
    }
    EXPECT_LE(RelativeDistance(in_float.Flat(*rounded), in_double.Flat(*exact)), 1e-5) << name;
  }
}

}  // namespace
}  // namespace sagitta
