// Chains as examples: losses and gradients against definitions, finite differences and copies of
// itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "objective/enumerated_crf.h"
#include "objective/shard_evaluator.h"
#include "objective/small_problem.h"
#include "support/simd_target_test.h"

namespace sagitta {
namespace {

void ExpectNear(const DenseVector& actual, const DenseVector& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t j = 0; j < actual.size(); ++j) {
    ASSERT_NEAR(actual[j], expected[j], tolerance) << "weight " << j;
  }
}

template <class Real>
PlainWeights<Real> Moved(const SmallProblem<Real>& small, const PlainWeights<Real>& w, double step,
                         const PlainWeights<Real>& direction) {
  PlainWeights<Real> moved(small.map.space());
  for (std::size_t k = 0; k < moved.values().size(); ++k) {
    moved.values()[k] =
        static_cast<Real>(w.values()[k] - step * static_cast<double>(direction.values()[k]));
  }
  return moved;
}

class ChainEvaluatorTest : public testing::TestWithParam<ProblemKind> {
 protected:
  template <class Real>
  static void ExpectDefinition(const SmallProblem<Real>& small, double scale, double tolerance) {
    const DenseVector flat = small.RandomFlat(99, scale);
    const PlainWeights<Real> w = small.FromFlat(flat);
    DenseVector gradient, expected;
    for (ExampleId i = 0; i < small.data.examples(); ++i) {
      SCOPED_TRACE(testing::Message() << "example " << i);
      const double loss = small.naive.Gradient(i, flat, expected);
      EXPECT_NEAR(small.Gradient(i, w, gradient), loss, tolerance * (1 + loss));
      ExpectNear(gradient, expected, tolerance);
      small.examples.Gather(i, w, 1, kNoExample, *small.worker);
      EXPECT_NEAR(small.examples.Loss(i, *small.worker), loss, tolerance * (1 + loss));
    }
  }

  SmallProblem<double> small_{SmallDataset(GetParam().data), GetParam().layout,
                              GetParam().settings};
};

TEST_P(ChainEvaluatorTest, IsTheDefinition) {
  ExpectDefinition(small_, 1.0, 1e-11);
  ExpectDefinition(small_, 100.0, 1e-9);
}

TEST_P(ChainEvaluatorTest, IsTheDefinitionInFloat) {
  const SmallProblem<float> small(small_.data, GetParam().layout, GetParam().settings);
  ExpectDefinition(small, 1.0, 1e-4);
}

// <g, w> and ||g - g'||^2 in score space are those of the gradients themselves, in both shapes of
// tables.
TEST_P(ChainEvaluatorTest, ProductsAndDistancesOfGradients) {
  const auto apart = small_.Apart();
  const DenseVector here = small_.RandomFlat(7), there = small_.RandomFlat(8);
  for (const ExampleEvaluator<double>* examples :
       {static_cast<const ExampleEvaluator<double>*>(&small_.examples),
        static_cast<const ExampleEvaluator<double>*>(apart.get())}) {
    const auto worker = examples->NewWorker();
    for (ExampleId i = 0; i < small_.data.examples(); ++i) {
      SCOPED_TRACE(testing::Message() << "example " << i);
      examples->Gather(i, small_.FromFlat(there), 1, kNoExample, *worker);
      examples->Infer(i, *worker);
      const std::vector<double> other(worker->table.begin(), worker->table.end());
      examples->Gather(i, small_.FromFlat(here), 1, kNoExample, *worker);
      examples->Infer(i, *worker);
      const std::vector<double> table(worker->table.begin(), worker->table.end());
      DenseVector g_here, g_there;
      small_.naive.Gradient(i, here, g_here);
      small_.naive.Gradient(i, there, g_there);
      double dot = 0, distance = 0;
      for (std::size_t j = 0; j < here.size(); ++j) {
        dot += g_there[j] * here[j];
        distance += (g_here[j] - g_there[j]) * (g_here[j] - g_there[j]);
      }
      EXPECT_NEAR(examples->ScoresDot(i, other, *worker), dot, 1e-10 * (1 + std::abs(dot)));
      EXPECT_NEAR(examples->SquaredDistance(i, other, *worker), distance, 1e-10 * (1 + distance));
      EXPECT_TRUE(std::equal(table.begin(), table.end(), worker->table.begin()));
    }
  }
}

TEST_P(ChainEvaluatorTest, GradientIsExpectedMinusObservedCounts) {
  SmallDatasetSettings settings = GetParam().data;
  settings.labels = std::min(settings.labels, 4u);
  settings.longest = std::min(settings.longest, 5u);
  const SmallProblem<double> small(SmallDataset(settings), GetParam().layout, GetParam().settings);
  const EnumeratedCrf exact(small.data, small.layout);
  const DenseVector flat = small.RandomFlat(5);
  const PlainWeights<double> w = small.FromFlat(flat);
  DenseVector gradient, expected;
  for (ExampleId i = 0; i < small.data.examples(); ++i) {
    EXPECT_NEAR(exact.Gradient(i, flat, expected), small.Gradient(i, w, gradient), 1e-11);
    ExpectNear(gradient, expected, 1e-11);
  }
}

TEST_P(ChainEvaluatorTest, GradientAgreesWithFiniteDifferences) {
  PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(6));
  PlainWeights<double> gradient(small_.map.space());
  const double loss = small_.sum.MeanLossAndGradient(w, gradient);
  EXPECT_NEAR(small_.sum.MeanLoss(w), loss, 1e-12);
  // Along single weights, which must exist (the others are zero for ever), and along all of them.
  PlainWeights<double> direction(small_.map.space());
  const auto slope = [&] {
    const double h = 1e-5;
    return (small_.sum.MeanLoss(Moved(small_, w, -h, direction)) -
            small_.sum.MeanLoss(Moved(small_, w, h, direction))) /
           (2 * h);
  };
  for (std::size_t k = 0; k < w.values().size(); k += 1 + w.values().size() / 50) {
    if (w.values()[k] == 0) continue;
    std::fill(direction.values().begin(), direction.values().end(), 0.0);
    direction.values()[k] = 1;
    EXPECT_NEAR(slope(), gradient.values()[k], 1e-8) << "weight " << k;
  }
  double squares = 0;
  for (std::size_t k = 0; k < w.values().size(); ++k) {
    direction.values()[k] = gradient.values()[k];
    squares += gradient.values()[k] * gradient.values()[k];
  }
  EXPECT_NEAR(slope(), squares, 1e-8 * (1 + squares));
}

TEST_P(ChainEvaluatorTest, LineSearchNeedsNoWeights) {
  const PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(7));
  const auto other = small_.examples.NewWorker();
  for (ExampleId i = 0; i < small_.data.examples(); ++i) {
    small_.examples.Gather(i, w, 1, kNoExample, *small_.worker);
    const double loss = small_.examples.Infer(i, *small_.worker);
    PlainWeights<double> gradient(small_.map.space());
    small_.examples.Scatter(i, *small_.worker, 1, kNoExample, gradient);
    const double norm = small_.examples.TableScores(i, *small_.worker);
    EXPECT_NEAR(norm, SquaredNorm(gradient.values()), 1e-12 * (1 + norm));
    std::fill(small_.worker->table.begin(), small_.worker->table.end(), 1e9);
    for (const double step : {0.0, 1.0, 0.01, -0.5}) {
      small_.examples.Gather(i, Moved(small_, w, step, gradient), 1, kNoExample, *other);
      const double expected = small_.examples.Loss(i, *other);
      EXPECT_NEAR(small_.examples.LossAlong(i, step, *small_.worker), expected,
                  1e-11 * (1 + expected));
    }
    EXPECT_NEAR(small_.examples.LossAlong(i, 0.0, *small_.worker), loss, 1e-12 * (1 + loss));
  }
}

// Lazy weights that stand at w: the same scores, and the same sum of tables in d.
TEST_P(ChainEvaluatorTest, LazyWeightsGiveWhatPlainOnesGive) {
  LazyWeights<double> lazy(small_.map.space());
  PlainWeights<double> sum(small_.map.space()), w(small_.map.space());
  const auto other = small_.examples.NewWorker();
  const auto n = static_cast<ExampleId>(small_.data.examples());
  for (int round = 0; round < 3; ++round) {
    for (ExampleId i = 0; i < n; ++i) {
      lazy.Write(w);
      small_.examples.Gather(i, lazy, (i + 1) % n, *small_.worker);
      small_.examples.Gather(i, w, 1, kNoExample, *other);
      const double loss = small_.examples.Infer(i, *small_.worker);
      ASSERT_NEAR(loss, small_.examples.Infer(i, *other), 1e-11 * (1 + loss));
      small_.examples.Scatter(i, *small_.worker, 0, 1, (i + 1) % n, lazy);
      small_.examples.Scatter(i, *other, 1, kNoExample, sum);
      lazy.Step(0.99, 0.05);
    }
  }
  // w <- 0 w - (-1) d is d, on rows that exist.
  lazy.Flush();
  lazy.Write(w);
  lazy.Step(1.0, -1.0);
  PlainWeights<double> moved(small_.map.space());
  lazy.Write(moved);
  for (std::size_t k = 0; k < w.values().size(); ++k) {
    ASSERT_NEAR(moved.values()[k] - w.values()[k], sum.values()[k], 1e-10) << "weight " << k;
  }
}

TEST_P(ChainEvaluatorTest, TablesHaveTheStatedSizeAndSumToNothing) {
  const PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(8));
  for (ExampleId i = 0; i < small_.data.examples(); ++i) {
    small_.examples.Gather(i, w, 1, kNoExample, *small_.worker);
    small_.examples.Infer(i, *small_.worker);
    const auto table = small_.worker->table;
    ASSERT_EQ(table.size(), small_.examples.TableSize(i));
    const std::size_t width = small_.data.labels;
    for (std::size_t t = 0; t < small_.data.length(i); ++t) {
      double sum = 0;
      for (std::size_t k = 0; k < width; ++k) sum += table[t * width + k];
      EXPECT_NEAR(sum, 0.0, 1e-12);
    }
    if (small_.data.length(i) == 1) continue;
    const double* const sums = table.data() + small_.data.length(i) * width;
    EXPECT_NEAR(std::accumulate(sums, sums + width * width, 0.0), 0.0, 1e-11);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, ChainEvaluatorTest, testing::ValuesIn(AllProblemKinds()),
                         [](const auto& kind) { return kind.param.name; });

class ChainEvaluatorLabelsTest : public SimdTargetTest {};

TEST_P(ChainEvaluatorLabelsTest, AnyNumberOfLabels) {
  for (std::uint32_t labels = 2; labels <= 50; ++labels) {
    SCOPED_TRACE(testing::Message() << labels << " labels");
    const SmallDatasetSettings settings{.seed = labels,
                                        .examples = 3,
                                        .longest = 5,
                                        .labels = labels,
                                        .attributes = 20,
                                        .values = true,
                                        .edges = labels % 2 == 1};
    const FeatureSet features = labels % 3 == 0 ? FeatureSet::kObserved : FeatureSet::kAll;
    const SmallProblem<double> small(SmallDataset(settings), {features, FeatureSet::kAll, 1});
    const SmallProblem<float> narrow(small.data, {features, FeatureSet::kAll, 1});
    const DenseVector flat = small.RandomFlat(labels);
    const PlainWeights<double> w = small.FromFlat(flat);
    const PlainWeights<float> narrow_w = narrow.FromFlat(flat);
    DenseVector gradient, expected;
    for (ExampleId i = 0; i < 3; ++i) {
      const double loss = small.naive.Gradient(i, flat, expected);
      ASSERT_NEAR(small.Gradient(i, w, gradient), loss, 1e-11 * (1 + loss));
      ExpectNear(gradient, expected, 1e-11);
      ASSERT_NEAR(narrow.Gradient(i, narrow_w, gradient), loss, 1e-5 * (1 + loss));
      ExpectNear(gradient, expected, 1e-4);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ChainEvaluatorLabelsTest, AllSimdTargets(), SimdTargetLabel);

// An example of weight 3 is three examples.
TEST(ChainEvaluatorWeightTest, WeightsAreCopies) {
  const Dataset once = SmallDataset({.seed = 21, .examples = 2, .labels = 4, .edges = true});
  Dataset weighted = once;
  weighted.weight = {3.0, 2.0};
  Dataset copied = once;
  copied.token_begin = {0};
  copied.label.clear();
  copied.node = copied.edge = SparseRows{};
  for (const ExampleId i : {0, 0, 0, 1, 1}) {
    for (std::uint64_t t = once.token_begin[i]; t < once.token_begin[i + 1]; ++t) {
      copied.label.push_back(once.label[t]);
      for (const auto part : {&Dataset::node, &Dataset::edge}) {
        const SparseRows& from = once.*part;
        SparseRows& to = copied.*part;
        to.attribute.append(from.attribute.begin() + from.begin[t],
                            from.attribute.begin() + from.begin[t + 1]);
        to.begin.push_back(to.attribute.size());
      }
    }
    copied.token_begin.push_back(copied.label.size());
  }
  const LayoutSettings layout{FeatureSet::kAll, FeatureSet::kAll, 1};
  const SmallProblem<double> a(weighted, layout), b(copied, layout);
  const DenseVector flat = a.RandomFlat(3);
  PlainWeights<double> sum_a(a.map.space()), sum_b(b.map.space());
  const double mean_a = a.sum.MeanLossAndGradient(a.FromFlat(flat), sum_a);
  const double mean_b = b.sum.MeanLossAndGradient(b.FromFlat(flat), sum_b);
  EXPECT_NEAR(2 * mean_a, 5 * mean_b, 1e-12);
  const DenseVector gradient_a = a.ToFlat(sum_a), gradient_b = b.ToFlat(sum_b);
  for (std::size_t j = 0; j < gradient_a.size(); ++j) {
    ASSERT_NEAR(2 * gradient_a[j], 5 * gradient_b[j], 1e-12);
  }
}

TEST(ChainEvaluatorWorkTest, CountsEvaluations) {
  const SmallProblem<float> small(SmallDataset(), {});
  const PlainWeights<float> w(small.map.space());
  small.examples.Gather(1, w, 1, kNoExample, *small.worker);
  EXPECT_EQ(small.worker->evaluations, 0u);
  small.examples.Loss(1, *small.worker);
  small.examples.Infer(1, *small.worker);
  small.examples.TableScores(1, *small.worker);
  EXPECT_EQ(small.worker->evaluations, 2u);
  small.examples.LossAlong(1, 0.5, *small.worker);
  EXPECT_EQ(small.worker->evaluations, 3u);
  EXPECT_EQ(small.examples.NewWorker()->evaluations, 0u);
}

// The noise bounds what float costs, and is no larger than it has to be.
TEST(ChainEvaluatorWorkTest, LossNoiseIsTheErrorOfFloat) {
  const Dataset data = SmallDataset({.seed = 31, .examples = 40, .longest = 30, .labels = 8});
  const LayoutSettings layout{FeatureSet::kAll, FeatureSet::kAll, 1};
  const SmallProblem<float> narrow(data, layout);
  const SmallProblem<double> wide(data, layout);
  const DenseVector flat = wide.RandomFlat(4, 2.0);
  const PlainWeights<float> narrow_w = narrow.FromFlat(flat);
  const PlainWeights<double> wide_w = wide.FromFlat(narrow.ToFlat(narrow_w));
  for (ExampleId i = 0; i < 40; ++i) {
    narrow.examples.Gather(i, narrow_w, 1, kNoExample, *narrow.worker);
    wide.examples.Gather(i, wide_w, 1, kNoExample, *wide.worker);
    const double loss = wide.examples.Loss(i, *wide.worker);
    const double error = std::abs(narrow.examples.Loss(i, *narrow.worker) - loss);
    const double noise = narrow.examples.LossNoise(*narrow.worker);
    EXPECT_LT(error, 8 * noise);
    EXPECT_LT(noise, 1e-5 * (1 + loss));
    EXPECT_LT(wide.examples.LossNoise(*wide.worker), 1e-7 * noise);
  }
}

}  // namespace
}  // namespace sagitta
