// FixedScores: losses, gradients and lines are those at c + u, from the definition; twins may have
// different c.
#include "objective/fixed_scores.h"

#include <gtest/gtest.h>

#include <random>

#include "objective/small_problem.h"

namespace sagitta {
namespace {

class FixedScoresTest : public testing::TestWithParam<ProblemKind> {
 protected:
  FixedScoresTest() {
    std::mt19937_64 rng(7);
    std::uniform_real_distribution<double> draw(-1, 1);
    for (double& c : center_) c = draw(rng);
    total_ = center_;
    for (std::size_t j = 0; j < total_.size(); ++j) total_[j] += change_[j];
    for (double& u : half_.values()) u /= 2;
  }

  double NaiveLoss(ExampleId i, double step, const DenseVector& direction) const {
    DenseVector w = total_;
    for (std::size_t j = 0; j < w.size(); ++j) w[j] -= step * direction[j];
    return small_.naive.Loss(i, w);
  }

  SmallProblem<double> small_{SmallDataset(GetParam().data), GetParam().layout,
                              GetParam().settings};
  DenseVector center_ = DenseVector(small_.layout.weights());
  DenseVector change_ = small_.RandomFlat(3);
  DenseVector total_;  // c + u
  PlainWeights<double> u_ = small_.FromFlat(change_);
  PlainWeights<double> half_ = small_.FromFlat(change_);  // u/2
};

TEST_P(FixedScoresTest, LossesAndGradientsAreThoseOfTheSum) {
  for (const TableShape shape : {TableShape::kMixed, TableShape::kMarginals}) {
    const auto shard =
        MakeChainEvaluator<double>(small_.map, small_.data, shape, small_.gram, center_);
    EXPECT_EQ(shard->dual(), nullptr);
    const auto worker = shard->NewWorker();
    LazyWeights<double> lazy(small_.map.space());
    lazy.Assign(u_);
    for (ExampleId i = 0; i < small_.data.examples(); ++i) {
      DenseVector expected;
      const double loss = small_.naive.Gradient(i, total_, expected);
      shard->Gather(i, lazy, kNoExample, *worker);
      EXPECT_NEAR(shard->Loss(i, *worker), loss, 1e-11 * (1 + loss));
      shard->Gather(i, half_, 2, kNoExample, *worker);
      EXPECT_NEAR(shard->Infer(i, *worker), loss, 1e-11 * (1 + loss));
      PlainWeights<double> gradient(small_.map.space());
      shard->Scatter(i, *worker, 1, kNoExample, gradient);
      const DenseVector flat = small_.ToFlat(gradient);
      // Twins share a row, which has the sum of their gradients; both sides in terms of rows.
      const PlainWeights<double> rows = small_.FromFlat(expected);
      double dot = 0;
      for (std::size_t k = 0; k < rows.values().size(); ++k) {
        ASSERT_NEAR(gradient.values()[k], rows.values()[k], 1e-11);
        dot += rows.values()[k] * u_.values()[k];
      }
      // <g, u>, without c.
      EXPECT_NEAR(shard->ScoresDot(i, worker->table, *worker), dot, 1e-10 * (1 + std::abs(dot)));
      shard->TableScores(i, *worker);
      EXPECT_NEAR(shard->LossAlong(i, 0.25, *worker), NaiveLoss(i, 0.25, flat), 1e-10 * (1 + loss));
    }
  }
}

TEST_P(FixedScoresTest, AdaptiveRowsToo) {
  const auto shard =
      MakeChainEvaluator<double>(small_.map, small_.data, TableShape::kMixed, small_.gram, center_);
  std::vector<ExampleId> all(small_.data.examples());
  for (ExampleId i = 0; i < all.size(); ++i) all[i] = i;
  const auto adaptive = shard->NewAdaptive(all);
  AdaptiveWeights<double> w(small_.map.space(), {});
  w.Assign(u_);
  const auto worker = shard->NewWorker();
  for (const ExampleId i : all) {
    adaptive->Gather(i, kNoExample, *worker, w);
    const double loss = small_.naive.Loss(i, total_);
    EXPECT_NEAR(shard->Loss(i, *worker), loss, 1e-11 * (1 + loss));
  }
}

INSTANTIATE_TEST_SUITE_P(, FixedScoresTest, testing::ValuesIn(AllProblemKinds()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace sagitta
