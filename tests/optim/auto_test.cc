// The method that changes over: its rule, and what it comes to.
#include "optim/combined/auto.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include "base/state.h"
#include "optim/combined/changeover.h"
#include "sagitta/methods.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr double kLambda = 0.002;
constexpr double kLambda1 = 0.01;
constexpr FeatureSet kAll = FeatureSet::kAll, kObserved = FeatureSet::kObserved;

// ---- The rule ----

StepReport Pass(double objective, double step = 1e-3) {
  StepReport report;
  report.objective_estimate = objective;
  report.step = step;
  report.seen_all = true;
  return report;
}

/// The pass after which the rule changes over when the objective falls by this part in each; 0:
/// not in 50.
int ChangesAfter(Changeover rule, double fall, double step = 1e-3) {
  double objective = 100;
  for (int pass = 1; pass <= 50; ++pass) {
    objective *= 1 - fall;
    if (!rule.Judge(Pass(objective, step)).empty()) return pass;
  }
  return 0;
}

TEST(Changeover, ComesWithTheFirstSlowPass) {
  const Changeover rule(1000, 1e-4, 1e-4);
  EXPECT_EQ(ChangesAfter(rule, 0.05), static_cast<int>(Changeover::kFewestPasses));
  EXPECT_EQ(ChangesAfter(rule, 0.3), static_cast<int>(Changeover::kMostPasses));
  Changeover other = rule;
  for (const double objective : {100.0, 80.0, 60.0, 50.0}) {
    EXPECT_EQ(other.Judge(Pass(objective)), "") << objective;
  }
  EXPECT_EQ(other.Judge(Pass(48)),
            "the last pass lowered the objective by 4.0%, and the L2 term is weak");
}

TEST(Changeover, NeverComesWithoutAnL1TermOrWithAStrongL2Term) {
  EXPECT_EQ(ChangesAfter(Changeover(1000, 1e-4, 0), 0.05), 0);
  const double strong = Changeover::kFastRate / (1000 * 1e-3);
  EXPECT_EQ(ChangesAfter(Changeover(1000, 1.01 * strong, 1e-4), 0.05), 0);
  EXPECT_NE(ChangesAfter(Changeover(1000, 0.99 * strong, 1e-4), 0.05), 0);
}

// Sampling takes many passes until the last example was seen.
TEST(Changeover, DoesNotWaitForTheLastExample) {
  Changeover rule(1000, 1e-4, 1e-4);
  StepReport report = Pass(10);
  report.seen_all = false;
  std::uint32_t passes = 1;
  while (rule.Judge(report).empty()) ++passes;
  EXPECT_EQ(passes, Changeover::kFewestPasses);
}

// ---- The method ----

double Objective(const ChainProblem<double>& problem, const DenseVector& w, double lambda1) {
  double sizes = 0;
  for (const double x : w) sizes += std::abs(x);
  return problem.naive.Objective(w, kLambda) + lambda1 * sizes;
}

/// Advances until a pass has a note; returns it.
template <class Real>
std::string AdvanceToNote(Optimizer<Real>& method, Rng& rng) {
  for (int pass = 0; pass < 50; ++pass) {
    const StepReport report = method.Advance(rng);
    if (!report.note.empty()) return report.note;
  }
  return "";
}

TEST(Auto, IsTheStochasticMethodWithoutAnL1Term) {
  const ChainProblem<float> problem(SmallDataset(), {kAll, kAll});
  const auto method = problem.Make(kAutoMethod, kLambda);
  const auto expected = problem.Make(kStochasticOfAuto, kLambda);
  Rng rng(5), expected_rng(5);
  for (int pass = 0; pass < 30; ++pass) {
    const StepReport report = method->Advance(rng), other = expected->Advance(expected_rng);
    ASSERT_EQ(report.evaluations, other.evaluations);
    ASSERT_EQ(report.note, "");
    ASSERT_EQ(problem.Flat(*method), problem.Flat(*expected)) << pass;
  }
}

TEST(Auto, ChangesOverOnceAndKeepsTheWeights) {
  const ChainProblem<double> problem(SmallDataset(), {kAll, kAll}, {.merge_twins = false});
  const auto method = problem.Make(kAutoMethod, kLambda, {}, kLambda1);
  const auto stochastic = problem.Make(kStochasticOfAuto, kLambda, {}, kLambda1);
  Rng rng(5), other_rng(5);
  int notes = 0;
  std::uint64_t evaluations = 0;
  for (int pass = 0; pass < 40; ++pass) {
    const StepReport report = method->Advance(rng);
    EXPECT_GT(report.evaluations, evaluations);
    evaluations = report.evaluations;
    if (notes == 0) {
      stochastic->Advance(other_rng);
      EXPECT_EQ(problem.Flat(*method), problem.Flat(*stochastic)) << pass;
    }
    if (report.note.empty()) continue;
    ++notes;
    EXPECT_EQ(report.note.find("changing over to owlqn: the last pass lowered"), 0u) << report.note;
    EXPECT_EQ(method->MemoryBytes(), 0u) << "what SAG remembered is given back";
  }
  EXPECT_EQ(notes, 1);
  EXPECT_NE(problem.Flat(*method), problem.Flat(*stochastic));
}

struct AutoCase {
  const char* name;
  SmallDatasetSettings data;
  LayoutSettings layout;
};

const AutoCase kAutoCases[] = {
    {"plain", {}, {kAll, kAll}},
    {"sparse rows", {.labels = 8}, {kObserved, kObserved}},
    {"everything",
     {.labels = 4, .values = true, .weights = true, .edges = true},
     {kObserved, kAll}},
};

/// What a method comes to: 600 iterations, or until it is stuck.
DenseVector EndOf(const ChainProblem<double>& problem, Optimizer<double>& method) {
  Rng rng(1);
  for (int pass = 0; pass < 3000 && !method.Advance(rng).stuck;) ++pass;
  return problem.Flat(method);
}

// Proximal SAG and OWL-QN without a diagonal have nothing in common but the objective.
TEST(Auto, ReachesTheOptimumOfTheOthers) {
  for (const AutoCase& own : kAutoCases) {
    SCOPED_TRACE(own.name);
    const ChainProblem<double> problem(SmallDataset(own.data), own.layout, {.merge_twins = false});
    const auto sag = problem.Make("sag", kLambda, {}, kLambda1);
    const auto plain = problem.Make("owlqn", kLambda, {}, kLambda1);
    const double best = Objective(problem, EndOf(problem, *sag), kLambda1);
    const double other = Objective(problem, EndOf(problem, *plain), kLambda1);
    EXPECT_NEAR(other, best, 1e-8 * best);
    const auto method = problem.Make(kAutoMethod, kLambda, {}, kLambda1);
    const auto diagonal = problem.Make("owlqn", kLambda, {{"diagonal", "on"}}, kLambda1);
    const DenseVector w = EndOf(problem, *method);
    EXPECT_NEAR(Objective(problem, w, kLambda1), best, 1e-8 * best);
    EXPECT_NEAR(Objective(problem, EndOf(problem, *diagonal), kLambda1), best, 1e-8 * best);
    EXPECT_GT(std::count(w.begin(), w.end(), 0.0), 0);
  }
}

template <class Real>
void ExpectToContinueAfter(int passes, const std::map<std::string, std::string>& options) {
  const ChainProblem<Real> problem(SmallDataset({.labels = 4, .weights = true, .edges = true}),
                                   {kObserved, kAll});
  const auto whole = problem.Make(kAutoMethod, kLambda, options, kLambda1);
  const auto resumed = problem.Make(kAutoMethod, kLambda, options, kLambda1);
  Rng rng(1);
  for (int pass = 0; pass < passes; ++pass) whole->Advance(rng);
  StateWriter writer;
  whole->Transfer(writer);
  Rng elsewhere(9);  // a state of its own, on the other side of the changeover
  for (int pass = 0; pass < (passes > 5 ? 1 : 20); ++pass) resumed->Advance(elsewhere);
  StateReader reader(writer.bytes());
  resumed->Transfer(reader);
  reader.Finish();
  Rng resumed_rng = rng;
  std::string notes, resumed_notes;
  for (int pass = 0; pass < 20; ++pass) {
    const StepReport one = whole->Advance(rng), other = resumed->Advance(resumed_rng);
    ASSERT_EQ(one.gradient_inf, other.gradient_inf) << pass;
    ASSERT_EQ(one.evaluations, other.evaluations) << pass;
    ASSERT_EQ(problem.Flat(*whole), problem.Flat(*resumed)) << pass;
    notes += one.note;
    resumed_notes += other.note;
  }
  EXPECT_EQ(notes, resumed_notes);
  EXPECT_EQ(notes.empty(), passes > 5);
}

TEST(Auto, GoesOnBitForBitBeforeAndAfterTheChange) {
  for (const int passes : {2, 20}) {
    SCOPED_TRACE(passes);
    ExpectToContinueAfter<double>(passes, {});
    ExpectToContinueAfter<float>(passes, {});
    ExpectToContinueAfter<double>(passes, {{"batch", "3"}, {"history", "2"}});
  }
}

TEST(Auto, GivenWeightsAreAStartForOwlqn) {
  const ChainProblem<double> problem(SmallDataset(), {kAll, kAll}, {.merge_twins = false});
  const auto best = problem.Make("owlqn", kLambda, {}, kLambda1);
  const DenseVector optimum = EndOf(problem, *best);
  PlainWeights<double> w(problem.map.space());
  best->Write(w);
  const auto method = problem.Make(kAutoMethod, kLambda, {}, kLambda1);
  ASSERT_TRUE(method->Start(w));
  EXPECT_EQ(problem.Flat(*method), optimum);
  Rng rng(1);
  for (int pass = 0; pass < 3; ++pass) method->Advance(rng);
  EXPECT_LE(RelativeDistance(problem.Flat(*method), optimum), 1e-6);
}

TEST(Auto, GoesOnWithAnotherLambdaAfterTheChange) {
  const ChainProblem<double> problem(SmallDataset(), {kAll, kAll}, {.merge_twins = false});
  const auto method = problem.Make(kAutoMethod, 4 * kLambda, {}, kLambda1);
  const auto direct = problem.Make("owlqn", kLambda, {}, kLambda1);
  Rng rng(1);
  ASSERT_NE(AdvanceToNote(*method, rng), "");
  method->ChangeLambda(kLambda);
  const double best = Objective(problem, EndOf(problem, *direct), kLambda1);
  EXPECT_NEAR(Objective(problem, EndOf(problem, *method), kLambda1), best, 1e-8 * best);
}

}  // namespace
}  // namespace sagitta
