// The choice of eta, and what it is made of.
#include <gtest/gtest.h>

#include <cmath>

#include "optim/step_tuner.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

const char* const kMethods[] = {"sg", "sg-nus", "asg", "pegasos", "adagrad", "smd"};

Options AutoOptions(const std::string& method, double lambda) {
  return {lambda, CompleteOptions(method, {{"eta", "auto"}})};
}

template <class Real>
void CheckChoices() {
  const ChainProblem<Real> problem(SmallDataset({.examples = 50}),
                                   {FeatureSet::kAll, FeatureSet::kAll});
  for (const char* method : kMethods) {
    SCOPED_TRACE(method);
    const Options options = AutoOptions(method, 0.01);
    const EtaChoice choice = ChooseEta<Real>(method, problem.NewSum(), options, 5);
    ASSERT_GE(choice.trials.size(), 2u);
    EXPECT_EQ(choice.trials.front().eta, 1);
    double best = choice.trials.front().objective;
    for (const EtaTrial& trial : choice.trials) best = std::min(best, trial.objective);
    for (const EtaTrial& trial : choice.trials) {
      EXPECT_NEAR(std::log10(trial.eta), std::round(std::log10(trial.eta)), 1e-12);
      if (trial.eta == choice.eta) {
        EXPECT_EQ(trial.objective, best);
      }
    }
    // Better than no training at all, which costs log(labels) a token.
    EXPECT_LT(best, 0.9 * problem.naive.Objective(DenseVector(problem.layout.weights()), 0.01));
    EXPECT_EQ(ChooseEta<Real>(method, problem.NewSum(), options, 5).eta, choice.eta);
  }
}

TEST(StepTuner, ChoosesTheBestItHasTried) {
  CheckChoices<double>();
  CheckChoices<float>();
}

// The choice is that of the paper's procedure: no other power does better on the same trial.
TEST(StepTuner, FindsTheBestPowerOfAll) {
  const ChainProblem<double> problem(SmallDataset({.examples = 50}),
                                     {FeatureSet::kAll, FeatureSet::kAll});
  const Options options = AutoOptions("sg", 0.01);
  const EtaChoice choice = ChooseEta<double>("sg", problem.NewSum(), options, 5);
  double best = 0, best_objective = INFINITY;
  for (int power = -6; power <= 4; ++power) {
    const auto method =
        MakeOptimizer<double>("sg", problem.NewSum(), WithEta(options, std::pow(10.0, power)));
    Rng rng(5);
    method->Advance(rng);
    method->Advance(rng);
    const double objective = problem.naive.Objective(problem.Flat(*method), 0.01);
    if (objective < best_objective) best = std::pow(10.0, power);
    best_objective = std::min(best_objective, objective);
  }
  EXPECT_EQ(choice.eta, best);
}

// Attribute values of a thousand: everything but the smallest steps diverges or stays far away.
TEST(StepTuner, GoesDownFromStepsThatDiverge) {
  Dataset data = SmallDataset({.examples = 30, .values = true});
  for (float& value : data.node.value) value *= 1e3f;
  const ChainProblem<double> problem(data, {FeatureSet::kAll, FeatureSet::kAll});
  const Options options = AutoOptions("sg", 1e-3);
  const EtaChoice choice = ChooseEta<double>("sg", problem.NewSum(), options, 1);
  EXPECT_LE(choice.eta, 1e-4);
  EXPECT_GE(choice.eta, 1e-6);
}

TEST(StepTuner, LeavesAGivenEtaAlone) {
  const ChainProblem<double> problem(SmallDataset(), {});
  const Options given(0.1, CompleteOptions("sg", {{"eta", "0.3"}}));
  EXPECT_FALSE(WantsEta(given));
  EXPECT_EQ(ResolveEta<double>("sg", problem.NewSum(), given, 1).Text("eta"), "0.3");
  const Options none(0.1, CompleteOptions("lbfgs", {}));
  EXPECT_FALSE(WantsEta(none));
  EXPECT_EQ(ResolveEta<double>("lbfgs", problem.NewSum(), none, 1).Text("history"), "6");
}

TEST(StepTuner, WritesWhatItChose) {
  const ChainProblem<double> problem(SmallDataset(), {});
  for (const char* method : kMethods) {
    const Options options = AutoOptions(method, 0.1);
    ASSERT_TRUE(WantsEta(options));
    const Options resolved = ResolveEta<double>(method, problem.NewSum(), options, 2);
    EXPECT_FALSE(WantsEta(resolved));
    EXPECT_EQ(resolved.Positive("eta"),
              ChooseEta<double>(method, problem.NewSum(), options, 2).eta);
    EXPECT_EQ(resolved.lambda(), 0.1);
  }
  for (int power = -6; power <= 4; ++power) {
    const double eta = std::pow(10.0, power);
    EXPECT_EQ(WithEta(AutoOptions("sg", 1), eta).Positive("eta"), eta);
  }
}

// Who makes a method without choosing gets one that was chosen, always the same.
TEST(StepTuner, StepsInWhereNobodyChose) {
  const ChainProblem<double> problem(SmallDataset(), {});
  const auto one = problem.Make("sg", 0.1), other = problem.Make("sg", 0.1);
  const Options resolved = ResolveEta<double>("sg", problem.NewSum(), AutoOptions("sg", 0.1), 1);
  const auto third = MakeOptimizer<double>("sg", problem.NewSum(), resolved);
  for (Optimizer<double>* method : {one.get(), other.get(), third.get()}) {
    Rng rng(1);
    method->Advance(rng);
  }
  EXPECT_EQ(problem.Flat(*one), problem.Flat(*other));
  EXPECT_EQ(problem.Flat(*one), problem.Flat(*third));
}

}  // namespace
}  // namespace sagitta
