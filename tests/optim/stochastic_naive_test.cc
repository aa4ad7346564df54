// Every classic stochastic method against its naive dense version, pass for pass, in double
// precision.
#include <gtest/gtest.h>

#include "optim/naive_cases.h"
#include "optim/naive_stochastic.h"

namespace sagitta {
namespace {

constexpr std::uint64_t kSeed = 7;
constexpr double kTolerance = 1e-12;

using Values = std::map<std::string, std::string>;

class StochasticAgainstNaive : public testing::TestWithParam<NaiveCase> {
 protected:
  StochasticAgainstNaive()
      : lambda_(GetParam().lambda),
        problem_(SmallDataset(GetParam().data), GetParam().layout, GetParam().problem) {}

  template <class Naive>
  static void Compare(const ChainProblem<double>& problem, Naive& naive,
                      Optimizer<double>& method) {
    Rng naive_rng(kSeed), rng(kSeed);
    for (int pass = 1; pass <= 12; ++pass) {
      SCOPED_TRACE(pass);
      naive.Pass(naive_rng);
      const StepReport report = method.Advance(rng);
      ASSERT_EQ(report.evaluations, naive.evaluations());
      ASSERT_LE(RelativeDistance(problem.Flat(method), naive.Result()), kTolerance);
    }
  }

  double lambda_;
  ChainProblem<double> problem_;
};

double Constant(std::uint64_t, double) { return 0.02; }
double Sqrt(std::uint64_t t, double) { return 0.1 / std::sqrt(static_cast<double>(t)); }
double Linear(std::uint64_t t, double) { return 3 / (30.5 + static_cast<double>(t)); }

const Values kSqrt = {{"eta", "0.1"}, {"schedule", "sqrt"}};
const Values kLinear = {{"eta", "3"}, {"schedule", "linear"}, {"delta", "30.5"}};

TEST_P(StochasticAgainstNaive, SgConstant) {
  NaiveSg naive(problem_.naive, lambda_, Constant);
  Compare(problem_, naive, *problem_.Make("sg", lambda_, {{"eta", "0.02"}}));
}

TEST_P(StochasticAgainstNaive, SgSqrt) {
  NaiveSg naive(problem_.naive, lambda_, Sqrt);
  Compare(problem_, naive, *problem_.Make("sg", lambda_, kSqrt));
}

TEST_P(StochasticAgainstNaive, SgLinear) {
  NaiveSg naive(problem_.naive, lambda_, Linear);
  Compare(problem_, naive, *problem_.Make("sg", lambda_, kLinear));
}

TEST_P(StochasticAgainstNaive, SgNus) {
  NaiveSgNus naive(problem_.naive, lambda_, Constant);
  Compare(problem_, naive, *problem_.Make("sg-nus", lambda_, {{"eta", "0.02"}}));
}

NaiveSteps PegasosSteps(double eta) {
  return [eta](std::uint64_t t, double lambda) { return eta / (lambda * static_cast<double>(t)); };
}

// The first factor 1 - alpha lambda is 0 with the published eta, negative with a larger one.
TEST_P(StochasticAgainstNaive, Pegasos) {
  // First steps of 1/lambda far beyond 2/L would multiply any rounding error by as much.
  const double lambda = std::max(lambda_, 1.0);
  for (const double eta : {0.1, 1.0, 2.5}) {
    const NaiveSteps steps = PegasosSteps(eta);
    const std::string text = std::to_string(eta);
    NaiveSg last(problem_.naive, lambda, steps);
    Compare(problem_, last, *problem_.Make("pegasos", lambda, {{"eta", text}}));
    NaiveAveragedSg average(problem_.naive, lambda, steps, 0);
    Compare(problem_, average,
            *problem_.Make("pegasos", lambda, {{"eta", text}, {"average", "on"}}));
  }
}

TEST_P(StochasticAgainstNaive, Asg) {
  for (const std::uint64_t from : {0, 1, 5}) {
    NaiveAveragedSg naive(problem_.naive, lambda_, Constant, from * problem_.data.examples());
    const Values options = {{"eta", "0.02"}, {"average-from", std::to_string(from)}};
    Compare(problem_, naive, *problem_.Make("asg", lambda_, options));
  }
}

// Merged twins are one coordinate to AdaGrad, so they are kept apart here.
TEST_P(StochasticAgainstNaive, AdaGrad) {
  MapSettings apart = GetParam().problem;
  apart.merge_twins = false;
  const ChainProblem<double> problem(SmallDataset(GetParam().data), GetParam().layout, apart);
  NaiveAdaGrad naive(problem.naive, lambda_, 0.5, 1);
  Compare(problem, naive, *problem.Make("adagrad", lambda_, {{"eta", "0.5"}}));
  NaiveAdaGrad other(problem.naive, lambda_, 0.1, 0.25);
  Compare(problem, other, *problem.Make("adagrad", lambda_, {{"eta", "0.1"}, {"delta", "0.25"}}));
}

INSTANTIATE_TEST_SUITE_P(, StochasticAgainstNaive, testing::ValuesIn(NaiveCases()),
                         [](const auto& test) { return test.param.name; });

// The scale of the weights falls by 1e-6 again and again and is reset each time; the sum of the
// iterates is gathered even more often.
TEST(Stochastic, EqualsNaiveAcrossResetsOfTheScale) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  constexpr double kLambda = 0.5;
  const auto steps = [](std::uint64_t, double) { return 0.1; };
  NaiveSg naive(problem.naive, kLambda, steps);
  NaiveAveragedSg averaged(problem.naive, kLambda, steps, problem.data.examples());
  const auto sg = problem.Make("sg", kLambda, {{"eta", "0.1"}});
  const auto asg = problem.Make("asg", kLambda, {{"eta", "0.1"}});
  Rng rngs[] = {Rng(kSeed), Rng(kSeed), Rng(kSeed), Rng(kSeed)};
  for (int pass = 0; pass < 60; ++pass) {
    naive.Pass(rngs[0]);
    averaged.Pass(rngs[1]);
    sg->Advance(rngs[2]);
    asg->Advance(rngs[3]);
    ASSERT_LE(RelativeDistance(problem.Flat(*sg), naive.Result()), kTolerance) << pass;
    ASSERT_LE(RelativeDistance(problem.Flat(*asg), averaged.Result()), kTolerance) << pass;
  }
  EXPECT_LT(naive.shrinkage(), 1e-18) << "too few resets to speak of";
}

// Runs along a path of lambdas, with the naive version beside it.
template <class Naive>
void CompareAcrossLambdas(const std::string& method, const Values& options, Naive naive,
                          const ChainProblem<double>& problem, std::vector<double> lambdas) {
  const auto own = problem.Make(method, lambdas[0], options);
  Rng naive_rng(kSeed), rng(kSeed);
  for (std::size_t point = 0; point < lambdas.size(); ++point) {
    SCOPED_TRACE(method + ", lambda " + std::to_string(lambdas[point]));
    if (point > 0) {
      naive.ChangeLambda(lambdas[point]);
      own->ChangeLambda(lambdas[point]);
    }
    for (int pass = 1; pass <= 3; ++pass) {
      naive.Pass(naive_rng);
      own->Advance(rng);
      ASSERT_LE(RelativeDistance(problem.Flat(*own), naive.Result()), kTolerance) << pass;
    }
  }
}

// At another lambda the steps of a schedule and the average start again: what a method gives has
// nothing of the iterates of other lambdas but the weights that it starts from.
TEST(Stochastic, GoesOnWithAnotherLambda) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll},
                                     {.merge_twins = false});
  const auto& crf = problem.naive;
  const std::vector<double> path = {0.05, 0.5, 0.01};
  const Values constant = {{"eta", "0.02"}};
  CompareAcrossLambdas("sg", constant, NaiveSg(crf, path[0], Constant), problem, path);
  CompareAcrossLambdas("sg", kSqrt, NaiveSg(crf, path[0], Sqrt), problem, path);
  CompareAcrossLambdas("sg", kLinear, NaiveSg(crf, path[0], Linear), problem, path);
  CompareAcrossLambdas("sg-nus", kLinear, NaiveSgNus(crf, path[0], Linear), problem, path);
  for (const std::uint64_t from : {0, 1, 2}) {
    const Values options = {{"eta", "0.02"}, {"average-from", std::to_string(from)}};
    NaiveAveragedSg naive(crf, path[0], Constant, from * problem.data.examples());
    CompareAcrossLambdas("asg", options, naive, problem, path);
  }
  CompareAcrossLambdas("adagrad", {{"eta", "0.5"}}, NaiveAdaGrad(crf, path[0], 0.5, 1), problem,
                       path);
}

TEST(Stochastic, PegasosGoesOnWithAnotherLambda) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  const auto& crf = problem.naive;
  // First steps of 1/lambda far beyond 2/L would multiply any rounding error by as much.
  const std::vector<double> path = {2, 4, 1};
  for (const double eta : {0.1, 1.0}) {
    const std::string text = std::to_string(eta);
    CompareAcrossLambdas("pegasos", {{"eta", text}}, NaiveSg(crf, path[0], PegasosSteps(eta)),
                         problem, path);
    CompareAcrossLambdas("pegasos", {{"eta", text}, {"average", "on"}},
                         NaiveAveragedSg(crf, path[0], PegasosSteps(eta), 0), problem, path);
  }
}

}  // namespace
}  // namespace sagitta
