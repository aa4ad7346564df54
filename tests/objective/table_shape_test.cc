// The two shapes of tables: different numbers in them, the same gradients behind them.
#include <gtest/gtest.h>

#include <set>

#include "objective/small_problem.h"

namespace sagitta {
namespace {

class TableShapeTest : public testing::TestWithParam<ProblemKind> {
 protected:
  SmallProblem<double> small_{SmallDataset(GetParam().data), GetParam().layout,
                              GetParam().settings};
  std::shared_ptr<const ChainEvaluator<double>> shared_apart_ = small_.Apart();
  const ChainEvaluator<double>& apart_ = *shared_apart_;
  std::unique_ptr<ExampleEvaluator<double>::Worker> mixed_worker_ = small_.examples.NewWorker();
  std::unique_ptr<ExampleEvaluator<double>::Worker> apart_worker_ = apart_.NewWorker();

  /// Infers example i at w in both shapes.
  void InferBoth(ExampleId i, const PlainWeights<double>& w) {
    small_.examples.Gather(i, w, 1, kNoExample, *mixed_worker_);
    apart_.Gather(i, w, 1, kNoExample, *apart_worker_);
    const double loss = small_.examples.Infer(i, *mixed_worker_);
    EXPECT_NEAR(apart_.Infer(i, *apart_worker_), loss, 1e-12 * (1 + loss));
  }
};

TEST_P(TableShapeTest, MarginalsHaveEveryEdgeApart) {
  const PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(3));
  const std::size_t width = small_.data.labels;
  for (ExampleId i = 0; i < small_.data.examples(); ++i) {
    InferBoth(i, w);
    const std::size_t length = small_.data.length(i);
    ASSERT_EQ(apart_.TableSize(i), length * width + (length - 1) * width * width);
    const std::span<const double> table = apart_worker_->table;
    ASSERT_EQ(table.size(), apart_.TableSize(i));
    for (std::size_t k = 0; k < length * width; ++k) {
      EXPECT_NEAR(table[k], mixed_worker_->table[k], 1e-12);
    }
    // Each edge's table has the node rows on either side as its margins.
    for (std::size_t t = 1; t < length; ++t) {
      const double* const edge = table.data() + length * width + (t - 1) * width * width;
      for (std::size_t k = 0; k < width; ++k) {
        double from = 0, to = 0;
        for (std::size_t l = 0; l < width; ++l) {
          from += edge[k * width + l];
          to += edge[l * width + k];
        }
        EXPECT_NEAR(from, table[(t - 1) * width + k], 1e-12);
        EXPECT_NEAR(to, table[t * width + k], 1e-12);
      }
    }
  }
}

TEST_P(TableShapeTest, MixedHasOnlyWhatAttributesOfEdgesNeed) {
  const PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(6));
  const Dataset& data = small_.data;
  const std::size_t width = data.labels;
  for (ExampleId i = 0; i < data.examples(); ++i) {
    InferBoth(i, w);
    const std::size_t length = data.length(i);
    std::size_t place = length * width + (length > 1 ? width * width : 0);
    for (std::size_t t = 1; t < length && data.HasEdgeAttributes(); ++t) {
      std::set<std::uint32_t> slots;
      const std::uint64_t token = data.token_begin[i] + t;
      for (std::uint64_t k = data.edge.begin[token]; k < data.edge.begin[token + 1]; ++k) {
        const auto row = small_.layout.edge.Slots(1 + data.edge.attribute[k]);
        slots.insert(row.begin(), row.end());
      }
      const double* const edge =
          apart_worker_->table.data() + length * width + (t - 1) * width * width;
      for (const std::uint32_t slot : slots) {
        ASSERT_LT(place, mixed_worker_->table.size());
        EXPECT_NEAR(mixed_worker_->table[place++], edge[slot], 1e-12);
      }
    }
    EXPECT_EQ(place, small_.examples.TableSize(i));
  }
}

TEST_P(TableShapeTest, GradientsAreTheSame) {
  const PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(4));
  LazyWeights<double> lazy_mixed(small_.map.space()), lazy_apart(small_.map.space());
  PlainWeights<double> a(small_.map.space()), b(small_.map.space());
  const auto expect_equal = [&] {
    for (std::size_t k = 0; k < a.values().size(); ++k) {
      ASSERT_NEAR(a.values()[k], b.values()[k], 1e-12) << "weight " << k;
    }
  };
  for (ExampleId i = 0; i < small_.data.examples(); ++i) {
    InferBoth(i, w);
    small_.examples.Scatter(i, *mixed_worker_, 0.5, 2, kNoExample, lazy_mixed);
    apart_.Scatter(i, *apart_worker_, 0.5, 2, kNoExample, lazy_apart);
    small_.examples.Scatter(i, *mixed_worker_, -1.5, kNoExample, a);
    apart_.Scatter(i, *apart_worker_, -1.5, kNoExample, b);
    expect_equal();
  }
  lazy_mixed.Step(0.9, 0.1);
  lazy_apart.Step(0.9, 0.1);
  lazy_mixed.Write(a);
  lazy_apart.Write(b);
  expect_equal();
}

TEST_P(TableShapeTest, LineSearchesAreTheSame) {
  const PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(5));
  for (ExampleId i = 0; i < small_.data.examples(); ++i) {
    InferBoth(i, w);
    const double norm = small_.examples.TableScores(i, *mixed_worker_);
    EXPECT_NEAR(apart_.TableScores(i, *apart_worker_), norm, 1e-12 * (1 + norm));
    for (const double step : {0.0, 0.3, 1.0, -2.0}) {
      const double loss = small_.examples.LossAlong(i, step, *mixed_worker_);
      EXPECT_NEAR(apart_.LossAlong(i, step, *apart_worker_), loss, 1e-11 * (1 + loss));
      EXPECT_NEAR(apart_.LossNoise(*apart_worker_), small_.examples.LossNoise(*mixed_worker_),
                  1e-20);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, TableShapeTest, testing::ValuesIn(AllProblemKinds()),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace sagitta
