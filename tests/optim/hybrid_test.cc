// Hybrid: how its batch grows, what it costs, and where it ends.
#include <gtest/gtest.h>

#include <cmath>

#include "base/state.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr double kLambda = 0.05;

StepReport RunTo(double tolerance, Optimizer<double>& method) {
  Rng rng(1);
  StepReport report;
  for (int pass = 0; pass < 500 && !report.stuck; ++pass) {
    report = method.Advance(rng);
    if (report.seen_all && report.gradient_inf <= tolerance) break;
  }
  return report;
}

TEST(Hybrid, EndsAtTheOptimum) {
  for (const bool rich : {false, true}) {
    SmallDatasetSettings data{.examples = rich ? 50u : 20u};
    data.values = data.weights = data.edges = rich;
    const ChainProblem<double> problem(
        SmallDataset(data), {FeatureSet::kObserved, FeatureSet::kAll}, {.merge_twins = false});
    for (const char* history : {"1", "6"}) {
      const auto method = problem.Make("hybrid", kLambda, {{"history", history}});
      const StepReport report = RunTo(1e-9, *method);
      const DenseVector w = problem.Flat(*method);
      EXPECT_TRUE(report.seen_all);
      EXPECT_LE(MaxAbs(problem.naive.ObjectiveGradient(w, kLambda)), 1e-7);
      EXPECT_NEAR(report.gradient_inf, MaxAbs(problem.naive.ObjectiveGradient(w, kLambda)), 1e-10);
      EXPECT_NEAR(report.objective_estimate, problem.naive.Objective(w, kLambda), 1e-12);
    }
  }
}

TEST(Hybrid, CountsAboutOnePassEachAndSeesAllInTheEnd) {
  const ChainProblem<double> problem(SmallDataset({.examples = 200}),
                                     {FeatureSet::kAll, FeatureSet::kAll});
  const auto method = problem.Make("hybrid", kLambda);
  Rng rng(1);
  std::uint64_t before = 0;
  // The batch is at 10 (1.1^k - 1), nearly: 200 after some 32 iterations of 1100 evaluations.
  int first_whole = 0;
  for (int pass = 1; pass <= 12; ++pass) {
    const StepReport report = method->Advance(rng);
    EXPECT_GE(report.evaluations - before, 200u);
    EXPECT_LE(report.evaluations - before, 1000u);
    before = report.evaluations;
    if (report.seen_all && first_whole == 0) first_whole = pass;
  }
  EXPECT_GE(first_whole, 3);
  EXPECT_LE(first_whole, 9);
}

// The point of it: after few passes it is ahead of L-BFGS.
TEST(Hybrid, BeginsFasterThanLbfgs) {
  const ChainProblem<double> problem(SmallDataset({.examples = 400}),
                                     {FeatureSet::kAll, FeatureSet::kAll});
  const auto after = [&](const char* name, std::uint64_t evaluations) {
    const auto method = problem.Make(name, 0.001);
    Rng rng(1);
    while (method->Advance(rng).evaluations < evaluations) {
    }
    return problem.naive.Objective(problem.Flat(*method), 0.001);
  };
  EXPECT_LT(after("hybrid", 800), after("lbfgs", 800));
}

TEST(Hybrid, GoesOnFromItsStateAtAnyBatch) {
  const ChainProblem<float> problem(SmallDataset({.examples = 100}),
                                    {FeatureSet::kAll, FeatureSet::kAll});
  for (const int passes : {0, 1, 3, 12}) {
    SCOPED_TRACE(passes);
    const auto half = problem.Make("hybrid", kLambda), rest = problem.Make("hybrid", kLambda);
    Rng rng(3);
    for (int pass = 0; pass < passes; ++pass) half->Advance(rng);
    StateWriter writer;
    half->Transfer(writer);
    StateReader reader(writer.bytes());
    rest->Transfer(reader);
    reader.Finish();
    Rng rest_rng = rng;
    for (int pass = 0; pass < 4; ++pass) {
      const StepReport one = half->Advance(rng), other = rest->Advance(rest_rng);
      EXPECT_EQ(one.evaluations, other.evaluations);
      EXPECT_EQ(one.objective_estimate, other.objective_estimate);
    }
    EXPECT_EQ(problem.Flat(*rest), problem.Flat(*half));
  }
}

TEST(Hybrid, GoesOnWithAnotherLambdaAndFromOtherWeights) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  const auto method = problem.Make("hybrid", 1.0);
  RunTo(1e-9, *method);
  method->ChangeLambda(kLambda);
  RunTo(1e-9, *method);
  const DenseVector w = problem.Flat(*method);
  EXPECT_LE(MaxAbs(problem.naive.ObjectiveGradient(w, kLambda)), 1e-7);

  PlainWeights<double> start(problem.map.space());
  method->Write(start);
  const auto other = problem.Make("hybrid", kLambda);
  ASSERT_TRUE(other->Start(start));
  EXPECT_EQ(problem.Flat(*other), w);
}

TEST(Hybrid, SaysWhenItIsStuck) {
  const ChainProblem<float> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  const auto method = problem.Make("hybrid", kLambda);
  Rng rng(1);
  StepReport report;
  for (int pass = 0; pass < 500 && !report.stuck; ++pass) report = method->Advance(rng);
  ASSERT_TRUE(report.stuck);
  EXPECT_TRUE(report.seen_all);
  EXPECT_LT(report.gradient_inf, 1e-3);
}

}  // namespace
}  // namespace sagitta
