// Batches against their definition.
#include "objective/batched_evaluator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "objective/small_problem.h"
#include "support/borrowed.h"
#include "support/naive_batches.h"
#include "support/small_graphs.h"

namespace sagitta {
namespace {

constexpr std::size_t kBatches[] = {1, 3, 7, 1000};

class BatchedEvaluatorTest : public testing::TestWithParam<ProblemKind> {
 protected:
  /// Calls body(batches, a worker of theirs, definition) for several sizes of batches, in both
  /// shapes of tables.
  template <class Body>
  void ForEachSize(const Body& body) {
    for (const TableShape shape : {TableShape::kMixed, TableShape::kMarginals}) {
      const auto examples = shape == TableShape::kMixed ? small_.shared : small_.Apart();
      for (const std::size_t batch : kBatches) {
        SCOPED_TRACE(testing::Message() << "batches of " << batch);
        const BatchedEvaluator<double> batched(*examples, batch);
        const NaiveBatches naive(small_.data, small_.layout, batch);
        ASSERT_EQ(batched.examples(), naive.examples());
        body(batched, *batched.NewWorker(), naive);
      }
    }
  }

  SmallProblem<double> small_{SmallDataset(GetParam().data), GetParam().layout,
                              GetParam().settings};
};

TEST_P(BatchedEvaluatorTest, IsTheDefinition) {
  const DenseVector flat = small_.RandomFlat(1);
  const PlainWeights<double> w = small_.FromFlat(flat);
  LazyWeights<double> lazy(small_.map.space());
  lazy.Assign(w);
  ForEachSize([&](const auto& batched, auto& worker, const NaiveBatches& naive) {
    const auto n = static_cast<ExampleId>(batched.examples());
    for (ExampleId b = 0; b < n; ++b) {
      DenseVector expected;
      const double loss = naive.Gradient(b, flat, expected);
      batched.Gather(b, lazy, (b + 1) % n, worker);
      EXPECT_NEAR(batched.Loss(b, worker), loss, 1e-11 * (1 + loss));
      batched.Gather(b, w, 1, (b + 1) % n, worker);
      EXPECT_NEAR(batched.Infer(b, worker), loss, 1e-11 * (1 + loss));
      ASSERT_EQ(worker.table.size(), batched.TableSize(b));
      PlainWeights<double> gradient(small_.map.space());
      batched.Scatter(b, worker, 1, (b + 1) % n, gradient);
      const DenseVector actual = small_.ToFlat(gradient);
      for (std::size_t j = 0; j < actual.size(); ++j) ASSERT_NEAR(actual[j], expected[j], 1e-11);
      LazyWeights<double> moved(small_.map.space());
      batched.Scatter(b, worker, 3, -2, kNoExample, moved);
      PlainWeights<double> sum(small_.map.space());
      moved.Combine(1, 1, sum);
      for (std::size_t k = 0; k < sum.values().size(); ++k) {
        ASSERT_NEAR(sum.values()[k], gradient.values()[k], 1e-11);
      }
    }
  });
}

TEST_P(BatchedEvaluatorTest, MeanOverBatchesIsMeanOverExamples) {
  const PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(2));
  PlainWeights<double> expected(small_.map.space()), gradient(small_.map.space());
  const double mean = small_.sum.MeanLossAndGradient(w, expected);
  ForEachSize([&](const auto& batched, auto&, const NaiveBatches&) {
    const auto sum = small_.sum.Over(Borrowed<ExampleEvaluator<double>>(batched));
    EXPECT_NEAR(sum->MeanLossAndGradient(w, gradient), mean, 1e-12);
    for (std::size_t k = 0; k < gradient.values().size(); ++k) {
      ASSERT_NEAR(gradient.values()[k], expected.values()[k], 1e-12);
    }
  });
}

// Examples of a batch share rows: the search has to follow the gradient of all of them.
TEST_P(BatchedEvaluatorTest, LineSearchFollowsTheGradientOfTheBatch) {
  const DenseVector flat = small_.RandomFlat(3);
  const PlainWeights<double> w = small_.FromFlat(flat);
  ForEachSize([&](const auto& batched, auto& worker, const NaiveBatches& naive) {
    for (ExampleId b = 0; b < batched.examples(); ++b) {
      batched.Gather(b, w, 1, kNoExample, worker);
      batched.Infer(b, worker);
      PlainWeights<double> gradient(small_.map.space());
      batched.Scatter(b, worker, 1, kNoExample, gradient);
      for (int again = 0; again < 2; ++again) {
        const double norm = batched.TableScores(b, worker);
        EXPECT_NEAR(norm, SquaredNorm(gradient.values()), 1e-12 * (1 + norm));
      }
      std::fill(worker.table.begin(), worker.table.end(), 1e9);
      for (const double step : {0.0, 1.0, -0.5}) {
        PlainWeights<double> moved(small_.map.space());
        for (std::size_t k = 0; k < moved.values().size(); ++k) {
          moved.values()[k] = w.values()[k] - step * gradient.values()[k];
        }
        const double expected = naive.Loss(b, small_.ToFlat(moved));
        EXPECT_NEAR(batched.LossAlong(b, step, worker), expected, 1e-11 * (1 + expected));
      }
    }
  });
}

TEST_P(BatchedEvaluatorTest, SupportIsTheUnion) {
  ForEachSize([&](const auto& batched, auto&, const NaiveBatches& naive) {
    for (ExampleId b = 0; b < batched.examples(); ++b) {
      std::vector<RowId> expected, rows = {{9, 9}};
      for (std::size_t i = naive.Begin(b); i < naive.Begin(b + 1); ++i) {
        std::vector<RowId> own;
        small_.examples.AppendSupport(static_cast<ExampleId>(i), own);
        for (const RowId& row : own) {
          if (std::find(expected.begin(), expected.end(), row) == expected.end()) {
            expected.push_back(row);
          }
        }
      }
      batched.AppendSupport(b, rows);
      EXPECT_EQ(rows.front(), (RowId{9, 9})) << "what was there stays";
      rows.erase(rows.begin());
      EXPECT_TRUE(std::is_permutation(rows.begin(), rows.end(), expected.begin(), expected.end()));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Kinds, BatchedEvaluatorTest, testing::ValuesIn(AllProblemKinds()),
                         [](const auto& kind) { return kind.param.name; });

// Of the transitions a batch remembers one sum, whatever its examples would.
TEST(BatchedEvaluatorWorkTest, SharedRangesStandOnce) {
  const SmallProblem<float> small(SmallDataset({.examples = 8}), {});
  const std::size_t pairs = small.data.labels * small.data.labels;
  const BatchedEvaluator<float> batched(small.examples, 4);
  for (ExampleId b = 0; b < 2; ++b) {
    std::size_t size = 0, sums = 0;
    for (ExampleId i = 4 * b; i < 4 * b + 4; ++i) {
      size += small.examples.TableSize(i);
      sums += small.data.length(i) > 1 ? 1 : 0;
    }
    ASSERT_GT(sums, 1u);
    EXPECT_EQ(batched.TableSize(b), size - (sums - 1) * pairs);
  }
}

// Graphs with edges of several types, of which not every graph has each: the sums of a type stand
// once in a batch, and come to the weights as those of single examples do.
TEST(BatchedEvaluatorWorkTest, SumsOfSeveralTypesStandOnce) {
  const Dataset data = SmallGraphs({.tokens = {.seed = 3, .longest = 4}, .types = 3});
  const Layout layout = Layout::Build(data, {FeatureSet::kAll, FeatureSet::kAll});
  const WeightMap map(WeightCounts::Of(data), layout, false, kNoValueLimit);
  const auto plans = std::make_shared<const GraphPlans>(data, EngineChoice());
  const auto examples = MakeGraphEvaluator<double>(map, plans);
  const std::size_t sums = std::size_t{3} * data.labels * data.labels;
  PlainWeights<double> w(map.space());
  std::mt19937_64 rng(1);
  for (double& value : w.values()) value = std::normal_distribution<double>()(rng);
  const BatchedEvaluator<double> batched(*examples, 5);
  const auto one = examples->NewWorker(), all = batched.NewWorker();
  for (ExampleId b = 0; b < batched.examples(); ++b) {
    std::size_t size = 0, with_edges = 0;
    PlainWeights<double> expected(map.space()), gradient(map.space());
    double dot = 0;
    for (ExampleId i = 5 * b; i < std::min<std::size_t>(5 * b + 5, data.examples()); ++i) {
      size += examples->TableSize(i);
      with_edges += data.edges(i) > 0;
      examples->Gather(i, w, 1, kNoExample, *one);
      examples->Infer(i, *one);
      dot += examples->ScoresDot(i, one->table, *one);
      examples->Scatter(i, *one, 0.2, kNoExample, expected);  // 4 batches of 20 examples
    }
    EXPECT_EQ(batched.TableSize(b), size - (with_edges - 1) * sums);
    batched.Gather(b, w, 1, kNoExample, *all);
    batched.Infer(b, *all);
    EXPECT_NEAR(batched.ScoresDot(b, all->table, *all), 0.2 * dot, 1e-12);
    batched.Scatter(b, *all, 1, kNoExample, gradient);
    for (std::size_t j = 0; j < gradient.values().size(); ++j) {
      ASSERT_NEAR(gradient.values()[j], expected.values()[j], 1e-12);
    }
  }
}

TEST(BatchedEvaluatorWorkTest, CountsExamples) {
  const SmallProblem<float> small(SmallDataset({.examples = 8}), {});
  const BatchedEvaluator<float> batched(small.examples, 3);
  const PlainWeights<float> w(small.map.space());
  const auto worker = batched.NewWorker();
  EXPECT_EQ(batched.examples(), 3u);
  EXPECT_EQ(batched.pass_evaluations(), 8u);
  batched.Gather(0, w, 1, kNoExample, *worker);
  EXPECT_EQ(worker->evaluations, 0u);
  batched.Infer(0, *worker);
  EXPECT_EQ(worker->evaluations, 3u);
  batched.TableScores(0, *worker);
  batched.LossAlong(0, 0.5, *worker);
  EXPECT_EQ(worker->evaluations, 6u);
  batched.Gather(2, w, 1, kNoExample, *worker);
  batched.Loss(2, *worker);
  EXPECT_EQ(worker->evaluations, 8u);
}

// Independent errors add up as squares, in the unit of f_b.
TEST(BatchedEvaluatorWorkTest, LossNoiseIsThatOfTheMean) {
  const SmallProblem<float> small(SmallDataset({.examples = 8}), {});
  const PlainWeights<float> w = small.FromFlat(small.RandomFlat(1));
  const BatchedEvaluator<float> batched(small.examples, 4);
  const auto worker = batched.NewWorker();
  double squares = 0;
  for (ExampleId i = 4; i < 8; ++i) {
    small.examples.Gather(i, w, 1, kNoExample, *small.worker);
    small.examples.Loss(i, *small.worker);
    squares += std::pow(small.examples.LossNoise(*small.worker), 2);
  }
  batched.Gather(1, w, 1, kNoExample, *worker);
  batched.Loss(1, *worker);
  EXPECT_NEAR(batched.LossNoise(*worker), std::sqrt(squares) / 4, 1e-15);
}

}  // namespace
}  // namespace sagitta
