// The guessed diagonal of the Hessian, against differences of gradients.
#include "optim/parts/curvature.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_team.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr FeatureSet kAll = FeatureSet::kAll;

/// Some weights that are not zero.
PlainWeights<double> SomeWeights(const ChainProblem<double>& problem) {
  const auto method = problem.Make("lbfgs", 0.05);
  Rng rng(1);
  for (int pass = 0; pass < 3; ++pass) method->Advance(rng);
  PlainWeights<double> w(problem.map.space());
  method->Write(w);
  return w;
}

/// The second derivative of the mean loss along weight j.
double Second(ExampleSum<double>& sum, PlainWeights<double>& w, std::size_t j) {
  constexpr double kStep = 1e-5;
  PlainWeights<double> gradient(sum.space());
  const double at = w.values()[j];
  w.values()[j] = at + kStep;
  sum.MeanLossAndGradient(w, gradient);
  const double above = gradient.values()[j];
  w.values()[j] = at - kStep;
  sum.MeanLossAndGradient(w, gradient);
  w.values()[j] = at;
  return (above - gradient.values()[j]) / (2 * kStep);
}

// Sequences of one token have neither edges nor dependent labels. The first two attributes are once
// on every token.
void ExpectExact(const Dataset& data) {
  const ChainProblem<double> problem(data, {kAll, kAll}, {.merge_twins = false});
  ExampleSum<double>& sum = problem.NewSum();
  PlainWeights<double> w = SomeWeights(problem), guess(problem.map.space());
  GuessCurvature(sum, w, guess);
  for (const std::uint32_t row : {problem.map.Node(0).row, problem.map.Node(1).row}) {
    const std::span<const double> of_row = guess.Row(kNodeBlock, row);
    for (const double& h : of_row) {
      EXPECT_GT(h, 0);
      const auto j = static_cast<std::size_t>(&h - guess.values().data());
      EXPECT_NEAR(h, Second(sum, w, j), 1e-8) << row << " " << j;
    }
  }
}

TEST(GuessCurvature, IsExactForSingleTokens) {
  ExpectExact(SmallDataset({.examples = 60, .longest = 1}));
}

TEST(GuessCurvature, IsExactForWeightedExamples) {
  Dataset data = SmallDataset({.examples = 60, .longest = 1});
  for (std::size_t i = 0; i < 60; ++i)
    data.weight.push_back(i % 3 == 0 ? 0 : 0.01 * static_cast<double>(i * i));
  ExpectExact(data);
}

TEST(GuessCurvature, IsOfTheRightSizeOnChains) {
  const ChainProblem<double> problem(SmallDataset({.examples = 40, .labels = 4}), {kAll, kAll});
  ExampleSum<double>& sum = problem.NewSum();
  PlainWeights<double> w = SomeWeights(problem), guess(problem.map.space());
  GuessCurvature(sum, w, guess);
  std::size_t near = 0, all = 0;
  for (std::size_t j = 0; j < guess.values().size(); ++j) {
    EXPECT_GE(guess.values()[j], 0) << j;
    const double expected = Second(sum, w, j);
    if (expected < 1e-6) continue;
    ++all;
    const double ratio = guess.values()[j] / expected;
    near += ratio > 1.0 / 4 && ratio < 4 ? 1 : 0;
  }
  EXPECT_GE(near, all * 9 / 10) << "of " << all;
}

TEST(GuessCurvature, CostsAPassAndDoesNotDependOnThreads) {
  const ChainProblem<float> problem(SmallDataset({.examples = 50}), {kAll, kAll});
  PlainWeights<float> w(problem.map.space()), alone(problem.map.space()),
      shared(problem.map.space());
  ExampleSum<float>& sum = problem.NewSum();
  GuessCurvature(sum, w, alone);
  EXPECT_EQ(sum.evaluations(), sum.pass_evaluations());
  ThreadTeam team(3);
  sum.ShareWith(&team);
  GuessCurvature(sum, w, shared);
  EXPECT_EQ(std::vector<float>(alone.values().begin(), alone.values().end()),
            std::vector<float>(shared.values().begin(), shared.values().end()));
  sum.ShareWith(nullptr);
}

}  // namespace
}  // namespace sagitta
