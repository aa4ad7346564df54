// The engines `pseudo` and `loopy`.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "graph/graph_checks.h"

namespace sagitta {
namespace {

class ApproximateTest : public testing::Test {
 protected:
  /// Labels of the graph's label sets.
  std::vector<LabelId> RandomLabels(const OwnedGraph& graph) {
    const GraphShape shape = graph.Shape();
    std::vector<LabelId> labels;
    for (std::uint32_t v = 0; v < graph.nodes; ++v) {
      const std::size_t k = rng_() % shape.LabelCount(v);
      labels.push_back(shape.HasLabelSets() ? shape.LabelSet(v)[k] : static_cast<LabelId>(k));
    }
    return labels;
  }
  /// sum_v -log p(y_v | all other labels), from scores of whole labellings.
  double PlainLoss(const OwnedGraph& graph, const GraphScoresOf<double>& scores,
                   std::vector<LabelId> y) {
    const GraphShape shape = graph.Shape();
    double loss = 0;
    for (std::uint32_t v = 0; v < graph.nodes; ++v) {
      const LabelId mine = y[v];
      const double score = GraphScore(shape, scores, y);
      double sum = 0;
      for (std::uint32_t k = 0; k < graph.labels; ++k) {
        y[v] = static_cast<LabelId>(k);
        sum += std::exp(GraphScore(shape, scores, y) - score);
      }
      y[v] = mine;
      loss += std::log(sum);
    }
    return loss;
  }

  std::mt19937_64 rng_{3};
};

TEST_F(ApproximateTest, PseudoIsTheProductOfConditionals) {
  const auto engine = MakeEngine<double>(Inference::kPseudo, {});
  const auto in_float = MakeEngine<float>(Inference::kPseudo, {});
  for (int n = 0; n < 300; ++n) {
    SCOPED_TRACE(n);
    const OwnedGraph graph = RandomGraph({}, rng_);
    const auto scores = RandomScores<double>(graph, 3, n % 3 * 0.5, 0, rng_);
    const auto y = RandomLabels(graph);
    const auto plan = MakePlan(Inference::kPseudo, graph.Shape(), {});
    const double loss = engine->Value(*plan, scores.View(), y.data()).value -
                        GraphScore(graph.Shape(), scores.View(), y);
    EXPECT_NEAR(loss, PlainLoss(graph, scores.View(), y), 1e-12 * graph.nodes);
    const auto rough = RandomScores<float>(graph, 3, 0, 0, rng_);
    OwnedScores<double> same;
    same.stride = rough.stride;
    same.node = AlignedBuffer<double>(rough.node.size());
    same.type = AlignedBuffer<double>(rough.type.size());
    std::copy_n(rough.node.data(), rough.node.size(), same.node.data());
    std::copy_n(rough.type.data(), rough.type.size(), same.type.data());
    EXPECT_NEAR(in_float->Value(*plan, rough.View(), y.data()).value,
                engine->Value(*plan, same.View(), y.data()).value, 1e-5 * graph.nodes);
  }
}

TEST_F(ApproximateTest, PseudoTableIsTheGradient) {
  const auto engine = MakeEngine<double>(Inference::kPseudo, {});
  for (int n = 0; n < 60; ++n) {
    SCOPED_TRACE(n);
    const OwnedGraph graph = RandomGraph({}, rng_);
    auto scores = RandomScores<double>(graph, 2, n % 2, 0, rng_);
    const auto y = RandomLabels(graph);
    const auto plan = MakePlan(Inference::kPseudo, graph.Shape(), {});
    OwnedMarginals<double> table(graph, 1, rng_);
    const double value = engine->Infer(*plan, scores.View(), y.data(), table.View()).value;
    EXPECT_EQ(engine->Value(*plan, scores.View(), y.data()).value, value);
    const auto expect_slope = [&](double& score, double expected) {
      const double at = score, h = 1e-5;
      score = at + h;
      const double up = engine->Value(*plan, scores.View(), y.data()).value;
      score = at - h;
      const double down = engine->Value(*plan, scores.View(), y.data()).value;
      score = at;
      ASSERT_NEAR((up - down) / (2 * h), expected, 1e-8);
    };
    for (std::uint32_t v = 0; v < graph.nodes; ++v) {
      for (std::uint32_t k = 0; k < graph.labels; ++k) {
        expect_slope(scores.node[v * scores.stride + k], table.node[v * graph.labels + k]);
      }
    }
    const std::size_t pairs = graph.labels * graph.labels;
    for (std::size_t e = 0; n % 2 == 1 && e < graph.edges.size(); ++e) {
      for (std::size_t k = 0; k < pairs; ++k) expect_slope(scores.own[e][k], table.own[e][k]);
    }
    for (std::size_t k = 0; n % 2 == 0 && k < scores.type.size(); ++k) {
      expect_slope(scores.type[k], table.type[k]);
    }
  }
}

TEST_F(ApproximateTest, LoopyIsExactOnForests) {
  const auto engine = MakeEngine<double>(Inference::kLoopy, {});
  for (int n = 0; n < 100; ++n) {
    SCOPED_TRACE(n);
    const OwnedGraph graph = RandomGraph({.forest = true}, rng_);
    const auto scores = RandomScores<double>(graph, 2, 0.5, n % 5 == 4 ? 0.1 : 0, rng_);
    const ExactGraph exact(graph, scores.View());
    if (exact.log_z == -INFINITY) continue;
    OwnedMarginals<double> marginals(graph, 0.5, rng_);
    const auto plan = MakePlan(Inference::kLoopy, graph.Shape(), {});
    const GraphValue value = engine->Infer(*plan, scores.View(), nullptr, marginals.View());
    EXPECT_NEAR(value.value, exact.log_z, 1e-7);
    ExpectMarginals(marginals, exact, 1e-7);
    if (HasFatalFailure()) return;
  }
}

// With weak links the approximation is near on cycles too.
TEST_F(ApproximateTest, LoopyIsNearWhereLinksAreWeak) {
  const auto engine = MakeEngine<double>(Inference::kLoopy, {});
  for (int n = 0; n < 50; ++n) {
    const OwnedGraph graph = RandomGraph({}, rng_);
    auto scores = RandomScores<double>(graph, 2, 0, 0, rng_);
    for (std::size_t k = 0; k < scores.type.size(); ++k) scores.type[k] *= 0.05;
    const ExactGraph exact(graph, scores.View());
    const auto plan = MakePlan(Inference::kLoopy, graph.Shape(), {});
    EXPECT_NEAR(engine->Value(*plan, scores.View(), nullptr).value, exact.log_z, 0.01);
  }
}

}  // namespace
}  // namespace sagitta
