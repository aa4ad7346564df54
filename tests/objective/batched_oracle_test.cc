// Batches against their definition.
#include "objective/batched_oracle.h"

#include <gtest/gtest.h>

#include <cmath>

#include "objective/small_problem.h"
#include "support/naive_batches.h"

namespace sagitta {
namespace {

constexpr std::size_t kBatches[] = {1, 3, 7, 1000};

class BatchedOracleTest : public testing::TestWithParam<ProblemKind> {
 protected:
  /// Calls body(batched oracle, its scratch, definition) for several sizes of batches, in both
  /// shapes of tables.
  template <class Body>
  void ForEachSize(const Body& body) {
    for (const TableShape shape : {TableShape::kMixed, TableShape::kMarginals}) {
      const ChainOracle<double> oracle(small_.problem, shape);
      for (const std::size_t batch : kBatches) {
        SCOPED_TRACE(testing::Message() << "batches of " << batch);
        const BatchedOracle<double> batched(oracle, batch);
        const NaiveBatches naive(small_.data, small_.layout, batch);
        ASSERT_EQ(batched.examples(), naive.examples());
        body(batched, *batched.NewScratch(), naive);
      }
    }
  }

  SmallProblem<double> small_{SmallDataset(GetParam().data), GetParam().layout,
                              GetParam().settings};
};

TEST_P(BatchedOracleTest, IsTheDefinition) {
  const DenseVector flat = small_.RandomFlat(1);
  const PlainWeights<double> w = small_.FromFlat(flat);
  LazyWeights<double> lazy(small_.problem.space);
  lazy.Assign(w);
  ForEachSize([&](const auto& batched, auto& scratch, const NaiveBatches& naive) {
    const auto n = static_cast<ExampleId>(batched.examples());
    for (ExampleId b = 0; b < n; ++b) {
      DenseVector expected;
      const double loss = naive.Gradient(b, flat, expected);
      batched.Gather(b, lazy, (b + 1) % n, scratch);
      EXPECT_NEAR(batched.Loss(b, scratch), loss, 1e-11 * (1 + loss));
      batched.Gather(b, w, 1, (b + 1) % n, scratch);
      EXPECT_NEAR(batched.Infer(b, scratch), loss, 1e-11 * (1 + loss));
      ASSERT_EQ(scratch.table.size(), batched.TableSize(b));
      PlainWeights<double> gradient(small_.problem.space);
      batched.Scatter(b, scratch, 1, (b + 1) % n, gradient);
      const DenseVector actual = small_.ToFlat(gradient);
      for (std::size_t j = 0; j < actual.size(); ++j) ASSERT_NEAR(actual[j], expected[j], 1e-11);
      LazyWeights<double> moved(small_.problem.space);
      batched.Scatter(b, scratch, 3, -2, kNoExample, moved);
      PlainWeights<double> sum(small_.problem.space);
      moved.Mix(1, 1, sum);
      for (std::size_t k = 0; k < sum.values().size(); ++k) {
        ASSERT_NEAR(sum.values()[k], gradient.values()[k], 1e-11);
      }
    }
  });
}

TEST_P(BatchedOracleTest, MeanOverBatchesIsMeanOverExamples) {
  const PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(2));
  PlainWeights<double> expected(small_.problem.space), gradient(small_.problem.space);
  const double mean = MeanLossAndGradient(small_.oracle, w, expected, *small_.scratch);
  ForEachSize([&](const auto& batched, auto& scratch, const NaiveBatches&) {
    EXPECT_NEAR(MeanLossAndGradient<double>(batched, w, gradient, scratch), mean, 1e-12);
    for (std::size_t k = 0; k < gradient.values().size(); ++k) {
      ASSERT_NEAR(gradient.values()[k], expected.values()[k], 1e-12);
    }
  });
}

// Examples of a batch share rows: the search has to follow the gradient of all of them.
TEST_P(BatchedOracleTest, LineSearchFollowsTheGradientOfTheBatch) {
  const DenseVector flat = small_.RandomFlat(3);
  const PlainWeights<double> w = small_.FromFlat(flat);
  ForEachSize([&](const auto& batched, auto& scratch, const NaiveBatches& naive) {
    for (ExampleId b = 0; b < batched.examples(); ++b) {
      batched.Gather(b, w, 1, kNoExample, scratch);
      batched.Infer(b, scratch);
      PlainWeights<double> gradient(small_.problem.space);
      batched.Scatter(b, scratch, 1, kNoExample, gradient);
      for (int again = 0; again < 2; ++again) {
        const double norm = batched.TableScores(b, scratch);
        EXPECT_NEAR(norm, SquaredNorm(gradient.values()), 1e-12 * (1 + norm));
      }
      std::fill(scratch.table.begin(), scratch.table.end(), 1e9);
      for (const double step : {0.0, 1.0, -0.5}) {
        PlainWeights<double> moved(small_.problem.space);
        for (std::size_t k = 0; k < moved.values().size(); ++k) {
          moved.values()[k] = w.values()[k] - step * gradient.values()[k];
        }
        const double expected = naive.Loss(b, small_.ToFlat(moved));
        EXPECT_NEAR(batched.LossAlong(b, step, scratch), expected, 1e-11 * (1 + expected));
      }
    }
  });
}

TEST_P(BatchedOracleTest, SupportIsTheUnion) {
  ForEachSize([&](const auto& batched, auto&, const NaiveBatches& naive) {
    for (ExampleId b = 0; b < batched.examples(); ++b) {
      std::vector<RowId> expected, rows = {{9, 9}};
      for (std::size_t i = naive.Begin(b); i < naive.Begin(b + 1); ++i) {
        std::vector<RowId> own;
        small_.oracle.AppendSupport(static_cast<ExampleId>(i), own);
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

INSTANTIATE_TEST_SUITE_P(Kinds, BatchedOracleTest, testing::ValuesIn(AllProblemKinds()),
                         [](const auto& kind) { return kind.param.name; });

// Of the transitions a batch remembers one sum, whatever its examples would.
TEST(BatchedOracleWorkTest, SharedPartsStandOnce) {
  const SmallProblem<float> small(SmallDataset({.examples = 8}), {});
  const std::size_t pairs = small.data.labels * small.data.labels;
  const BatchedOracle<float> batched(small.oracle, 4);
  for (ExampleId b = 0; b < 2; ++b) {
    std::size_t size = 0, sums = 0;
    for (ExampleId i = 4 * b; i < 4 * b + 4; ++i) {
      size += small.oracle.TableSize(i);
      sums += small.problem.length(i) > 1 ? 1 : 0;
    }
    ASSERT_GT(sums, 1u);
    EXPECT_EQ(batched.TableSize(b), size - (sums - 1) * pairs);
  }
}

TEST(BatchedOracleWorkTest, CountsExamples) {
  const SmallProblem<float> small(SmallDataset({.examples = 8}), {});
  const BatchedOracle<float> batched(small.oracle, 3);
  const PlainWeights<float> w(small.problem.space);
  const auto scratch = batched.NewScratch();
  EXPECT_EQ(batched.examples(), 3u);
  EXPECT_EQ(batched.pass_evaluations(), 8u);
  batched.Gather(0, w, 1, kNoExample, *scratch);
  EXPECT_EQ(scratch->evaluations, 0u);
  batched.Infer(0, *scratch);
  EXPECT_EQ(scratch->evaluations, 3u);
  batched.TableScores(0, *scratch);
  batched.LossAlong(0, 0.5, *scratch);
  EXPECT_EQ(scratch->evaluations, 6u);
  batched.Gather(2, w, 1, kNoExample, *scratch);
  batched.Loss(2, *scratch);
  EXPECT_EQ(scratch->evaluations, 8u);
}

// Independent errors add up as squares, in the unit of f_b.
TEST(BatchedOracleWorkTest, LossNoiseIsThatOfTheMean) {
  const SmallProblem<float> small(SmallDataset({.examples = 8}), {});
  const PlainWeights<float> w = small.FromFlat(small.RandomFlat(1));
  const BatchedOracle<float> batched(small.oracle, 4);
  const auto scratch = batched.NewScratch();
  double squares = 0;
  for (ExampleId i = 4; i < 8; ++i) {
    small.oracle.Gather(i, w, 1, kNoExample, *small.scratch);
    small.oracle.Loss(i, *small.scratch);
    squares += std::pow(small.oracle.LossNoise(*small.scratch), 2);
  }
  batched.Gather(1, w, 1, kNoExample, *scratch);
  batched.Loss(1, *scratch);
  EXPECT_NEAR(batched.LossNoise(*scratch), std::sqrt(squares) / 4, 1e-15);
}

}  // namespace
}  // namespace sagitta
