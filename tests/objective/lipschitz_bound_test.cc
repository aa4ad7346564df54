// The bound of Lipschitz constants against Hessians from enumerated labellings.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "objective/batched_evaluator.h"
#include "objective/enumerated_crf.h"
#include "objective/small_problem.h"

namespace sagitta {
namespace {

// The largest eigenvalue of the Hessian of f_i at w, from differences of the gradient along the
// vectors of a power iteration.
double LargestCurvature(const EnumeratedCrf& crf, ExampleId i, const DenseVector& w) {
  constexpr double kStep = 1e-5;
  std::mt19937_64 rng(3);
  DenseVector u(w.size()), plus, minus;
  for (double& x : u) x = std::normal_distribution<double>()(rng);
  double eigenvalue = 0;
  for (int round = 0; round < 60; ++round) {
    const double norm = std::sqrt(SquaredNorm(u));
    if (norm < 1e-12) return 0;
    DenseVector ahead = w, behind = w;
    for (std::size_t j = 0; j < w.size(); ++j) {
      ahead[j] += kStep * u[j] / norm;
      behind[j] -= kStep * u[j] / norm;
    }
    crf.Gradient(i, ahead, plus);
    crf.Gradient(i, behind, minus);
    for (std::size_t j = 0; j < w.size(); ++j) u[j] = (plus[j] - minus[j]) / (2 * kStep);
    eigenvalue = std::sqrt(SquaredNorm(u));
  }
  return eigenvalue;
}

struct Case {
  SmallDatasetSettings data;
  LayoutSettings layout;
  bool merge_twins = true;
};

TEST(LipschitzBound, IsAboveEveryCurvature) {
  constexpr FeatureSet kAll = FeatureSet::kAll, kObserved = FeatureSet::kObserved;
  const std::vector<Case> cases = {
      {{.examples = 6, .longest = 4}, {kAll, kAll}},
      {{.examples = 6, .longest = 4}, {kAll, kAll}, false},
      {{.examples = 6, .longest = 4, .labels = 4, .attributes = 9}, {kObserved, kObserved}},
      {{.examples = 6, .longest = 4, .values = true, .weights = true}, {kAll, kAll}},
      {{.examples = 6, .longest = 4, .values = true, .weights = true, .edges = true}, {kAll, kAll}},
      {{.examples = 6, .longest = 3, .labels = 4, .edges = true}, {kObserved, kAll}},
      {{.examples = 4, .longest = 1}, {kAll, kAll}},
  };
  for (std::size_t c = 0; c < cases.size(); ++c) {
    SCOPED_TRACE(c);
    const SmallProblem<double> problem(SmallDataset(cases[c].data), cases[c].layout,
                                       {.merge_twins = cases[c].merge_twins});
    const EnumeratedCrf enumerated(problem.data, problem.layout);
    for (ExampleId i = 0; i < problem.data.examples(); ++i) {
      const double bound = problem.examples.LipschitzBound(i);
      for (const double scale : {0.0, 0.3, 2.0}) {
        const double largest = LargestCurvature(enumerated, i, problem.RandomFlat(i + 1, scale));
        EXPECT_LE(largest, bound * (1 + 1e-6) + 1e-6) << "example " << i << ", scale " << scale;
      }
      if (problem.data.Weight(i) == 0) {
        EXPECT_EQ(bound, 0);
      } else {
        // Not by more than chains of this size explain.
        EXPECT_LE(bound, 40 * LargestCurvature(enumerated, i, problem.RandomFlat(1, 0.0)) + 1e-9);
      }
    }
  }
}

// With two labels and weights that allow nothing but all 0 or all 1, both as likely, half of the
// mass lies on either end of the diameter: the bound is attained.
TEST(LipschitzBound, IsAttained) {
  const SmallProblem<double> problem(SmallDataset({.examples = 5, .longest = 5, .labels = 2}),
                                     {FeatureSet::kAll, FeatureSet::kAll});
  const EnumeratedCrf enumerated(problem.data, problem.layout);
  DenseVector w(problem.layout.weights(), 0.0);
  const auto pairs = problem.layout.edge.Slots(0);
  ASSERT_EQ(pairs.size(), 4u);
  w[problem.layout.edge_offset() + 0] = 20;
  w[problem.layout.edge_offset() + 3] = 20;
  for (ExampleId i = 0; i < problem.data.examples(); ++i) {
    const double bound = problem.examples.LipschitzBound(i);
    EXPECT_NEAR(LargestCurvature(enumerated, i, w), bound, 1e-4 * bound) << "example " << i;
  }
}

// The same number in float, for tables of either shape; batches have the weighed sum.
TEST(LipschitzBound, DoesNotDependOnTheFormOfTables) {
  const Dataset data = SmallDataset({.values = true, .weights = true, .edges = true});
  const LayoutSettings layout{FeatureSet::kObserved, FeatureSet::kAll};
  const SmallProblem<double> wide(data, layout);
  const SmallProblem<float> narrow(data, layout);
  const auto shared_apart = wide.Apart();
  const ChainEvaluator<double>& apart = *shared_apart;
  for (ExampleId i = 0; i < data.examples(); ++i) {
    const double bound = wide.examples.LipschitzBound(i);
    EXPECT_NEAR(narrow.examples.LipschitzBound(i), bound, 1e-5 * bound);
    EXPECT_EQ(apart.LipschitzBound(i), bound);
  }
  const BatchedEvaluator<double> batched(wide.examples, 3);  // 20 examples: the last batch has two
  double singles = 0, batches = 0;
  for (ExampleId i = 0; i < 20; ++i) singles += wide.examples.LipschitzBound(i);
  for (ExampleId b = 0; b < batched.examples(); ++b) batches += batched.LipschitzBound(b);
  EXPECT_NEAR(batches / 7, singles / 20, 1e-12 * singles);
}

}  // namespace
}  // namespace sagitta
