// The certificate against the definition, and the bound it gives against the true optimum.
#include "train/certificate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/certify.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

DenseVector RandomWeights(std::size_t size, double scale, std::uint64_t seed) {
  std::mt19937_64 rng(seed);
  DenseVector w(size);
  for (double& x : w) x = scale * (static_cast<double>(rng() % 2001) / 1000 - 1);
  return w;
}

TEST(Certificate, IsTheObjectiveAndItsGradient) {
  for (const bool rich : {false, true}) {
    const Dataset data =
        SmallDataset({.labels = 4, .values = rich, .weights = rich, .edges = rich});
    for (const FeatureSet set : {FeatureSet::kAll, FeatureSet::kObserved}) {
      const Layout layout = Layout::Build(data, {set, set});
      const NaiveCrf naive(data, layout);
      const DenseVector w = RandomWeights(layout.weights(), 1.0, 3);
      const Certificate certificate = Certify(data, layout, w, 0.2, 0, kNoValueLimit);
      const DenseVector gradient = naive.ObjectiveGradient(w, 0.2);
      EXPECT_NEAR(certificate.objective, naive.Objective(w, 0.2), 1e-10);
      EXPECT_NEAR(certificate.gradient_inf, MaxAbs(gradient), 1e-12);
      EXPECT_NEAR(certificate.gradient_l2, std::sqrt(SquaredNorm(gradient)), 1e-12);
      // f* >= 0 bounds it too.
      EXPECT_NEAR(certificate.bound, std::min(SquaredNorm(gradient) / 0.4, certificate.objective),
                  1e-11);
    }
  }
}

// f(w) = (1/n) sum_i f_i(w) + lambda/2 ||w - c||^2, from the definition and by finite differences.
TEST(Certificate, OfThePenaltyOfTheChange) {
  constexpr double kLambda = 0.2, kLambda1 = 0.05, kStep = 1e-5;
  const Dataset data = SmallDataset({.labels = 4, .values = true, .weights = true, .edges = true});
  const Layout layout = Layout::Build(data, {FeatureSet::kObserved, FeatureSet::kAll});
  const NaiveCrf naive(data, layout);
  const DenseVector c = RandomWeights(layout.weights(), 1.0, 4);
  DenseVector w = RandomWeights(layout.weights(), 1.0, 5);
  DenseVector change = w;
  double sizes = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    change[j] -= c[j];
    sizes += std::abs(change[j]);
  }
  ExactObjective exact(data, layout, kNoValueLimit, nullptr, c);
  const double expected = naive.Objective(w, 0) + kLambda / 2 * SquaredNorm(change);
  EXPECT_NEAR(exact.Value(w, kLambda, 0), expected, 1e-10);
  EXPECT_NEAR(exact.Value(w, kLambda, kLambda1), expected + kLambda1 * sizes, 1e-10);
  const Certificate certificate = exact.Certify(w, kLambda, 0);
  EXPECT_NEAR(certificate.objective, expected, 1e-10);
  double squares = 0, most = 0;
  for (double& weight : w) {
    const double at = weight;
    weight = at + kStep;
    const double above = exact.Value(w, kLambda, 0);
    weight = at - kStep;
    const double slope = (above - exact.Value(w, kLambda, 0)) / (2 * kStep);
    weight = at;
    squares += slope * slope;
    most = std::max(most, std::abs(slope));
  }
  EXPECT_NEAR(certificate.gradient_inf, most, 1e-8);
  EXPECT_NEAR(certificate.gradient_l2, std::sqrt(squares), 1e-8);
  EXPECT_NEAR(certificate.bound, std::min(squares / (2 * kLambda), expected), 1e-7);
}

TEST(Certificate, BoundsTheDistanceToTheOptimum) {
  constexpr double kLambda = 0.05;
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  const auto method = problem.Make("lbfgs", kLambda);
  Rng rng(1);
  while (!method->Advance(rng).stuck) {
  }
  const DenseVector best = problem.Flat(*method);
  const double optimum = problem.naive.Objective(best, kLambda);
  EXPECT_LE(Certify(problem.data, problem.layout, best, kLambda, 0, kNoValueLimit).bound,
            1e-12 * optimum);
  for (const double scale : {3.0, 0.1, 1e-3, 1e-5}) {
    DenseVector w = RandomWeights(best.size(), scale, 5);
    for (std::size_t j = 0; j < w.size(); ++j) w[j] += best[j];
    const double gap = problem.naive.Objective(w, kLambda) - optimum;
    const double bound = Certify(problem.data, problem.layout, w, kLambda, 0, kNoValueLimit).bound;
    EXPECT_GE(bound, gap) << scale;
    // At most the condition number above the gap: here the curvature is below 100 lambda or so.
    EXPECT_LE(bound, 200 * gap) << scale;
  }
}

TEST(Certificate, OfZeroWeightsIsTheUniformModel) {
  const Dataset data = SmallDataset();
  const Layout layout = Layout::Build(data, {FeatureSet::kAll, FeatureSet::kAll});
  const Certificate certificate =
      Certify(data, layout, DenseVector(layout.weights(), 0.0), 1.0, 0, kNoValueLimit);
  const double tokens = static_cast<double>(data.tokens()) / static_cast<double>(data.examples());
  EXPECT_NEAR(certificate.objective, tokens * std::log(3.0), 1e-12);
}

}  // namespace
}  // namespace sagitta
