// Products with the Hessian of an example: against the enumerated covariance of its features,
// against differences of gradients, and against each other.
#include <gtest/gtest.h>

#include "objective/batched_evaluator.h"
#include "objective/enumerated_crf.h"
#include "objective/small_problem.h"

namespace sagitta {
namespace {

struct Case {
  const char* name;
  SmallDatasetSettings data;
  LayoutSettings layout;
};

const Case kCases[] = {
    {"all", {}, {FeatureSet::kAll, FeatureSet::kAll}},
    {"observed", {.labels = 4}, {FeatureSet::kObserved, FeatureSet::kObserved}},
    {"edges", {.edges = true}, {FeatureSet::kAll, FeatureSet::kAll}},
    {"everything",
     {.labels = 4, .values = true, .weights = true, .edges = true},
     {FeatureSet::kObserved, FeatureSet::kObserved}},
    {"one token each", {.longest = 1, .weights = true}, {FeatureSet::kAll, FeatureSet::kAll}},
};

/// The Hessian of f_i at w times v. Leaves both tables in the worker.
template <class Real>
DenseVector HessianTimes(const SmallProblem<Real>& small, const ExampleEvaluator<Real>& examples,
                         typename ExampleEvaluator<Real>::Worker& worker, ExampleId i,
                         const DenseVector& w, const DenseVector& v) {
  examples.Gather(i, small.FromFlat(w), 1, kNoExample, worker);
  examples.GatherAlong(i, small.FromFlat(v), worker);
  examples.InferTangent(i, worker);
  PlainWeights<Real> product(small.map.space());
  std::swap(worker.table, worker.tangent);
  examples.Scatter(i, worker, 1, kNoExample, product);
  std::swap(worker.table, worker.tangent);
  return small.ToFlat(product);
}

template <class Real>
DenseVector HessianTimes(const SmallProblem<Real>& small, ExampleId i, const DenseVector& w,
                         const DenseVector& v) {
  return HessianTimes<Real>(small, small.examples, *small.worker, i, w, v);
}

void ExpectNear(const DenseVector& actual, const DenseVector& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t j = 0; j < actual.size(); ++j) {
    ASSERT_NEAR(actual[j], expected[j], tolerance) << "weight " << j;
  }
}

double Dot(const DenseVector& x, const DenseVector& y) {
  double sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) sum += x[j] * y[j];
  return sum;
}

template <class Real>
void TestEnumerated(const Case& c, double scale, double tolerance) {
  SCOPED_TRACE(testing::Message() << c.name << ", weights to " << scale);
  const SmallProblem<Real> small(SmallDataset(c.data), c.layout, {.merge_twins = false});
  const EnumeratedCrf exact(small.data, small.layout);
  const DenseVector w = small.RandomFlat(1, scale), v = small.RandomFlat(2);
  DenseVector expected;
  for (ExampleId i = 0; i < small.data.examples(); ++i) {
    exact.HessianTimes(i, w, v, expected);
    ExpectNear(HessianTimes(small, i, w, v), expected, tolerance);
  }
}

TEST(InferTangent, GivesTheEnumeratedCovariance) {
  for (const Case& c : kCases) {
    for (const double scale : {1.0, 30.0, 1e3}) {
      TestEnumerated<double>(c, scale, 1e-10);
      TestEnumerated<float>(c, scale, scale > 1 ? 1e-2 : 2e-4);
    }
  }
}

TEST(InferTangent, GivesTheDerivativeOfTheGradient) {
  constexpr double kStep = 1e-5;
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const SmallProblem<double> small(SmallDataset(c.data), c.layout);
    const DenseVector w = small.RandomFlat(3), v = small.RandomFlat(4);
    DenseVector above = w, below = w, up, down;
    for (std::size_t j = 0; j < w.size(); ++j) {
      above[j] += kStep * v[j];
      below[j] -= kStep * v[j];
    }
    for (ExampleId i = 0; i < small.data.examples(); ++i) {
      small.Gradient(i, small.FromFlat(above), up);
      small.Gradient(i, small.FromFlat(below), down);
      for (std::size_t j = 0; j < up.size(); ++j) up[j] = (up[j] - down[j]) / (2 * kStep);
      ExpectNear(HessianTimes(small, i, w, v), up, 1e-7);
    }
  }
}

TEST(InferTangent, IsSymmetric) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const SmallProblem<double> small(SmallDataset(c.data), c.layout, {.merge_twins = false});
    const DenseVector u = small.RandomFlat(5), v = small.RandomFlat(6);
    for (const double scale : {1.0, 100.0, 1e6}) {
      const DenseVector w = small.RandomFlat(7, scale);
      for (ExampleId i = 0; i < small.data.examples(); ++i) {
        const double one = Dot(u, HessianTimes(small, i, w, v));
        ASSERT_NEAR(one, Dot(v, HessianTimes(small, i, w, u)), 1e-10);
        ASSERT_GE(Dot(v, HessianTimes(small, i, w, v)), -1e-10);
      }
    }
  }
}

// The first table and the loss are those of Infer, in both shapes; so is what it counts.
TEST(InferTangent, InfersToo) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const SmallProblem<double> small(SmallDataset(c.data), c.layout);
    const auto shared_apart = small.Apart();
    const ChainEvaluator<double>& apart = *shared_apart;
    const auto other = apart.NewWorker();
    const DenseVector w = small.RandomFlat(8), v = small.RandomFlat(9);
    for (ExampleId i = 0; i < small.data.examples(); ++i) {
      const DenseVector product = HessianTimes(small, i, w, v);
      const DenseVector tangents(small.worker->table.begin(), small.worker->table.end());
      const std::uint64_t count = small.worker->evaluations;
      const double loss = small.examples.Infer(i, *small.worker);
      EXPECT_EQ(small.worker->evaluations, count + 1);
      ExpectNear(tangents, {small.worker->table.begin(), small.worker->table.end()}, 1e-13);
      ExpectNear(HessianTimes<double>(small, apart, *other, i, w, v), product, 1e-13);
      EXPECT_NEAR(apart.InferTangent(i, *other), loss, 1e-13);
      EXPECT_EQ(other->evaluations, 2u * (i + 1));
    }
  }
}

TEST(InferTangent, OfABatchIsTheSumOverItsExamples) {
  const SmallProblem<double> small(SmallDataset({.weights = true, .edges = true}),
                                   {FeatureSet::kAll, FeatureSet::kAll});
  const BatchedEvaluator<double> batched(small.examples, 6);  // 6, 6, 6 and 2 of 20
  const auto worker = batched.NewWorker();
  const DenseVector w = small.RandomFlat(8), v = small.RandomFlat(9);
  ASSERT_EQ(batched.examples(), 4u);
  for (ExampleId b = 0; b < 4; ++b) {
    DenseVector sum(w.size(), 0.0);
    for (ExampleId i = 6 * b; i < std::min(6 * b + 6, 20u); ++i) {
      const DenseVector one = HessianTimes(small, i, w, v);
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += one[j] * 4 / 20;
    }
    ExpectNear(HessianTimes<double>(small, batched, *worker, b, w, v), sum, 1e-12);
  }
}

}  // namespace
}  // namespace sagitta
