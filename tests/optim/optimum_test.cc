// All methods end at the same optimum, whatever the problem holds.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "optim/optimum_cases.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr const char* kMethods[] = {
    "sag",      "sag-nus",       "sag-nus-star",   "saga",
    "saga-nus", "saga-nus-star", "sag-nus-secant", "saga-nus-secant",
    "svrg",     "emgd",          "lbfgs"};

const std::vector<OptimumCase> kCases = OptimumCases(1e-3);

// Passes until the estimate of the gradient has stayed below `tolerance` for a while (once may be
// chance: the estimate is made of old gradients), or nothing moves any more.
template <class Real>
StepReport RunTo(double tolerance, Optimizer<Real>& method) {
  Rng rng(1);
  StepReport report;
  int below = 0;
  for (int pass = 0; pass < 4000 && below < 20 && !report.stuck; ++pass) {
    report = method.Advance(rng);
    below = report.seen_all && report.gradient_inf <= tolerance ? below + 1 : 0;
  }
  return report;
}

TEST(Optimum, IsTheSameForAllMethodsInDouble) {
  for (const OptimumCase& c : kCases) {
    const ChainProblem<double> problem(SmallDataset(c.data), c.layout);
    std::vector<double> found;
    for (const char* name : kMethods) {
      SCOPED_TRACE(std::string(c.name) + ", " + name);
      const auto method = problem.Make(name, c.lambda);
      RunTo(1e-10, *method);
      const DenseVector w = problem.Flat(*method);
      found.push_back(problem.naive.Objective(w, c.lambda));
      EXPECT_LE(MaxAbs(problem.naive.ObjectiveGradient(w, c.lambda)), 1e-7);
      EXPECT_NEAR(found.back(), found.front(), 1e-9 * found.front());
    }
  }
}

TEST(Optimum, IsReachedInFloat) {
  for (const OptimumCase& c : kCases) {
    const Dataset data = SmallDataset(c.data);
    const ChainProblem<double> exact(data, c.layout);
    const auto best = exact.Make("lbfgs", c.lambda);
    RunTo(1e-10, *best);
    const double optimum = exact.naive.Objective(exact.Flat(*best), c.lambda);
    const ChainProblem<float> problem(data, c.layout);
    for (const char* name : kMethods) {
      const auto method = problem.Make(name, c.lambda);
      RunTo(1e-5, *method);
      const double objective = problem.naive.Objective(problem.Flat(*method), c.lambda);
      EXPECT_NEAR(objective, optimum, 1e-5 * optimum) << c.name << ", " << name;
    }
  }
}

TEST(Optimum, DoesNotDependOnMergingTwins) {
  const LayoutSettings layout{FeatureSet::kAll, FeatureSet::kAll};
  const ChainProblem<double> merged(SmallDataset(), layout, {.merge_twins = true});
  const ChainProblem<double> apart(SmallDataset(), layout, {.merge_twins = false});
  ASSERT_LT(merged.map.space()[kNodeBlock].rows(), apart.map.space()[kNodeBlock].rows());
  const auto one = merged.Make("sag-nus-star", 0.05), other = apart.Make("sag-nus-star", 0.05);
  RunTo(1e-10, *one);
  RunTo(1e-10, *other);
  EXPECT_LE(RelativeDistance(merged.Flat(*one), apart.Flat(*other)), 1e-7);
}

// Once all examples were seen the estimates speak of f itself, better and better.
TEST(Report, EstimatesTheObjectiveAndItsGradient) {
  const ChainProblem<double> problem(SmallDataset({.weights = true}),
                                     {FeatureSet::kAll, FeatureSet::kAll}, {.merge_twins = false});
  for (const char* name : kMethods) {
    SCOPED_TRACE(name);
    const auto method = problem.Make(name, 0.05);
    const StepReport report = RunTo(1e-9, *method);
    const DenseVector w = problem.Flat(*method);
    EXPECT_TRUE(report.seen_all);
    EXPECT_GT(report.evaluations, 0u);
    EXPECT_NEAR(report.objective_estimate, problem.naive.Objective(w, 0.05), 1e-8);
    EXPECT_NEAR(report.gradient_inf, MaxAbs(problem.naive.ObjectiveGradient(w, 0.05)), 1e-8);
  }
}

TEST(Report, CountsAboutOnePassEach) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  const std::uint64_t n = problem.data.examples();
  for (const char* name : {"sag", "sag-nus", "sag-nus-star"}) {
    const auto method = problem.Make(name, 0.05);
    Rng rng(1);
    std::uint64_t before = 0;
    for (int pass = 0; pass < 10; ++pass) {
      const std::uint64_t now = method->Advance(rng).evaluations;
      EXPECT_GE(now - before, n);
      EXPECT_LE(now - before, n + 40) << "more than one iteration too many";
      before = now;
    }
  }
}

// L-BFGS is a descent method, and says so when it can descend no further.
TEST(Lbfgs, DescendsUntilStuck) {
  const ChainProblem<float> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  const auto method = problem.Make("lbfgs", 0.05, {{"history", "3"}});
  Rng rng(1);
  double value = std::log(1e9);
  StepReport report;
  for (int k = 0; k < 500 && !report.stuck; ++k) {
    report = method->Advance(rng);
    EXPECT_LE(report.objective_estimate, value);
    value = report.objective_estimate;
  }
  ASSERT_TRUE(report.stuck);
  EXPECT_LT(report.gradient_inf, 1e-3);
  const DenseVector before = problem.Flat(*method);
  method->Advance(rng);
  EXPECT_EQ(problem.Flat(*method), before);
}

// Weights of examples count as if the examples occurred that many times.
TEST(Optimum, ExampleWeightsActAsRepetition) {
  Dataset weighted = SmallDataset({.examples = 6});
  weighted.weight = {1, 3, 0, 1, 2, 1};
  Dataset repeated;
  repeated.labels = weighted.labels;
  repeated.node_attributes = weighted.node_attributes;
  for (ExampleId i = 0; i < 6; ++i) {
    for (double k = 0; k < weighted.weight[i]; ++k) {
      for (std::uint64_t t = weighted.token_begin[i]; t < weighted.token_begin[i + 1]; ++t) {
        repeated.label.push_back(weighted.label[t]);
        for (std::uint64_t a = weighted.node.begin[t]; a < weighted.node.begin[t + 1]; ++a) {
          repeated.node.attribute.push_back(weighted.node.attribute[a]);
        }
        repeated.node.begin.push_back(repeated.node.attribute.size());
      }
      repeated.token_begin.push_back(repeated.label.size());
    }
  }
  // The weights sum to 8 over 6 examples, so f and lambda are 8/6 as large.
  const ChainProblem<double> one(weighted, {FeatureSet::kAll, FeatureSet::kAll});
  const ChainProblem<double> other(repeated, {FeatureSet::kAll, FeatureSet::kAll});
  const auto by_weight = one.Make("sag-nus-star", 0.1 * 8 / 6);
  const auto by_number = other.Make("sag-nus-star", 0.1);
  RunTo(1e-11, *by_weight);
  RunTo(1e-11, *by_number);
  EXPECT_LE(RelativeDistance(one.Flat(*by_weight), other.Flat(*by_number)), 1e-8);
}

// Penalties so strong that 1 - alpha lambda is lost in rounding: w* = -grad f(0) / lambda, nearly.
// (For L-BFGS, which goes by values of f, there is then nothing to gain.)
template <class Real>
void CheckEnormousPenalty(double lambda) {
  const ChainProblem<Real> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  DenseVector expected =
      problem.naive.ObjectiveGradient(DenseVector(problem.layout.weights(), 0.0), lambda);
  for (double& w : expected) w /= -lambda;
  for (const char* name : {"sag", "sag-nus", "sag-nus-star"}) {
    const auto method = problem.Make(name, lambda);
    Rng rng(1);
    for (int pass = 0; pass < 20; ++pass) method->Advance(rng);
    EXPECT_LE(RelativeDistance(problem.Flat(*method), expected), 1e-4) << name << " " << lambda;
  }
}

TEST(Optimum, SurvivesEnormousPenalties) {
  for (const double lambda : {1e6, 1e13, 1e25, 0x1.0p60}) {
    CheckEnormousPenalty<double>(lambda);
    CheckEnormousPenalty<float>(lambda);
  }
}

// Examples that weigh nothing have no gradient: no search is ever made and every L_i sinks to 0.
TEST(Optimum, IsZeroWhereThereIsNothingToLearn) {
  Dataset data = SmallDataset({.examples = 4});
  data.weight.assign(4, 0.0);
  const ChainProblem<float> problem(data, {FeatureSet::kAll, FeatureSet::kAll});
  for (const char* name : kMethods) {
    const auto method = problem.Make(name, 0.1);
    Rng rng(1);
    StepReport report;
    for (int pass = 0; pass < 9000; ++pass) report = method->Advance(rng);
    EXPECT_EQ(MaxAbs(problem.Flat(*method)), 0) << name;
    EXPECT_EQ(report.gradient_inf, 0) << name;
    EXPECT_EQ(report.objective_estimate, 0) << name;
  }
}

}  // namespace
}  // namespace sagitta
