// ExampleSum: handles against the evaluator's own steps, the count, and full passes.
#include "objective/example_sum.h"

#include <gtest/gtest.h>

#include <vector>

#include "objective/sampled_evaluator.h"
#include "objective/small_problem.h"

namespace sagitta {
namespace {

class ExampleSumTest : public testing::Test {
 protected:
  SmallProblem<double> small_{
      SmallDataset({.examples = 12, .labels = 4, .values = true, .edges = true}), {}};
  PlainWeights<double> w_ = small_.FromFlat(small_.RandomFlat(1));
};

TEST_F(ExampleSumTest, HandlesMakeTheStepsOfTheEvaluator) {
  const ExampleEvaluator<double>& examples = small_.examples;
  const PlainWeights<double> direction = small_.FromFlat(small_.RandomFlat(2));
  const auto worker = examples.NewWorker();
  for (ExampleId i = 0; i < 12; ++i) {
    PlainWeights<double> expected(small_.map.space()), found(small_.map.space());
    examples.Gather(i, w_, 0.5, kNoExample, *worker);
    EXPECT_EQ(small_.sum.Gather(i, w_, 0.5, kNoExample).Loss(), examples.Loss(i, *worker));
    const InferredExample<double> here = small_.sum.Gather(i, w_, 0.5, kNoExample).Infer();
    EXPECT_EQ(here.example(), i);
    EXPECT_EQ(here.loss(), examples.Infer(i, *worker));
    EXPECT_EQ(here.LossNoise(), examples.LossNoise(*worker));
    const ExampleLine<double> line = here.AlongGradient();
    EXPECT_EQ(line.squared_norm(), examples.TableScores(i, *worker));
    EXPECT_EQ(line.Loss(0.25), examples.LossAlong(i, 0.25, *worker));
    here.Scatter(2, kNoExample, found);
    examples.Scatter(i, *worker, 2, kNoExample, expected);
    EXPECT_EQ(small_.ToFlat(found), small_.ToFlat(expected));

    const TangentExample<double> tangent =
        small_.sum.Gather(i, w_, 1, kNoExample).InferTangent(direction);
    examples.Gather(i, w_, 1, kNoExample, *worker);
    examples.GatherAlong(i, direction, *worker);
    EXPECT_EQ(tangent.loss(), examples.InferTangent(i, *worker));
    tangent.ScatterTangent(found);
    std::swap(worker->table, worker->tangent);
    examples.Scatter(i, *worker, 1, kNoExample, expected);
    EXPECT_EQ(small_.ToFlat(found), small_.ToFlat(expected));
    // The table is that of the gradient again.
    EXPECT_EQ(std::vector<double>(tangent.table().begin(), tangent.table().end()),
              std::vector<double>(worker->tangent.begin(), worker->tangent.end()));
  }
}

TEST_F(ExampleSumTest, TwoWorkersKeepTheirExamplesApart) {
  LazyWeights<double> lazy(small_.map.space());
  lazy.Assign(w_);
  const InferredExample<double> one = small_.sum.Gather(3, lazy, kNoExample).Infer();
  const std::vector<double> table(one.table().begin(), one.table().end());
  const InferredExample<double> other = small_.sum.Gather(4, lazy, kNoExample, 1).Infer();
  EXPECT_NE(one.loss(), other.loss());
  EXPECT_EQ(std::vector<double>(one.table().begin(), one.table().end()), table);
  EXPECT_EQ(small_.sum.evaluations(), 2u);
}

#ifndef NDEBUG
TEST_F(ExampleSumTest, AHandleEndsWithTheNextGather) {
  const ScoredExample<double> at = small_.sum.Gather(0, w_, 1, kNoExample);
  small_.sum.Gather(1, w_, 1, kNoExample);
  EXPECT_DEATH(at.Infer(), "another example");
}
#endif

TEST_F(ExampleSumTest, CountsWhatIsWork) {
  PlainWeights<double> gradient(small_.map.space());
  ExampleSum<double>& sum = small_.sum;
  EXPECT_EQ(sum.evaluations(), 0u);
  const double mean = sum.MeanLossAndGradient(w_, gradient, Counting::kUncounted);
  EXPECT_EQ(sum.evaluations(), 0u);
  EXPECT_EQ(sum.MeanLoss(w_), mean);
  EXPECT_EQ(sum.evaluations(), 12u);
  int iterations = 0;
  sum.ForOnePass([&] {
    sum.Gather(0, w_, 1, kNoExample).Infer().AlongGradient().Loss(1);
    ++iterations;
    return true;
  });
  EXPECT_EQ(iterations, 6);
  sum.ForOnePass([] { return false; });
  EXPECT_EQ(sum.evaluations(), 24u);

  StateWriter writer;
  sum.Transfer(writer);
  ExampleSum<double> other(small_.shared);
  other.MeanLoss(w_);
  StateReader reader(writer.bytes());
  other.Transfer(reader);
  EXPECT_EQ(other.evaluations(), 24u);
  other.MeanLoss(w_);
  EXPECT_EQ(other.evaluations(), 36u);
}

TEST_F(ExampleSumTest, VisitsInTheGivenOrder) {
  const std::vector<ExampleId> order = {5, 0, 7};
  std::vector<std::pair<ExampleId, ExampleId>> visits;
  small_.sum.ForEach(order, [&](ExampleId i, ExampleId next) { visits.emplace_back(i, next); });
  EXPECT_EQ(visits,
            (std::vector<std::pair<ExampleId, ExampleId>>{{5, 0}, {0, 7}, {7, kNoExample}}));
  PlainWeights<double> gradient(small_.map.space());
  double expected = 0;
  for (const ExampleId i : order) expected += small_.sum.Gather(i, w_, 1, kNoExample).Loss();
  EXPECT_NEAR(small_.sum.AddLosses(order, w_, gradient), expected, 1e-12 * expected);
}

TEST_F(ExampleSumTest, TheGlobalNumberOfExamplesDividesTheSum) {
  ExampleSum<double> shard(small_.shared, 120);
  EXPECT_EQ(shard.examples(), 12u);
  EXPECT_EQ(shard.n(), 120);
  EXPECT_NEAR(10 * shard.MeanLoss(w_), small_.sum.MeanLoss(w_), 1e-13);
}

TEST_F(ExampleSumTest, ACancelledSumThrows) {
  bool requested = false;
  const CancelToken token([&] { return requested; });
  small_.sum.CancelBy(&token);
  EXPECT_NO_THROW(small_.sum.MeanLoss(w_));
  requested = true;
  token.Ask();
  EXPECT_THROW(small_.sum.MeanLoss(w_), Cancelled);
  EXPECT_THROW(small_.sum.ForOnePass([] { return false; }), Cancelled);
  // So does one that was derived from it.
  Rng rng(1);
  const auto sample =
      small_.sum.Over(std::make_shared<const SampledEvaluator<double>>(small_.examples, 3, rng));
  EXPECT_THROW(sample->MeanLoss(w_), Cancelled);
}

}  // namespace
}  // namespace sagitta
