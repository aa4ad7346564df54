// The engine `trw`: exact on trees, an upper bound of log Z, convex, with the gap that it reports.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "graph/graph_checks.h"
#include "graph/trw_engine.h"

namespace sagitta {
namespace {

class TrwTest : public testing::Test {
 protected:
  GraphValue Value(const OwnedGraph& graph, const OwnedScores<double>& scores) {
    const auto plan = MakePlan(Inference::kTrw, graph.Shape(), {});
    return engine_->Value(*plan, scores.View(), nullptr);
  }

  std::mt19937_64 rng_{17};
  std::unique_ptr<GraphEngine<double>> engine_ = MakeEngine<double>(Inference::kTrw, {});
};

TEST_F(TrwTest, EqualsTheExactEngineOnForests) {
  for (int n = 0; n < 200; ++n) {
    SCOPED_TRACE(n);
    const OwnedGraph graph = RandomGraph({.forest = true}, rng_);
    const double width = n % 4 == 3 ? 400 : 2;
    const auto scores = RandomScores<double>(graph, width, n % 3 * 0.5, n % 5 == 4 ? 0.2 : 0, rng_);
    const ExactGraph exact(graph, scores.View());
    OwnedMarginals<double> marginals(graph, 0.5, rng_);
    const auto plan = MakePlan(Inference::kTrw, graph.Shape(), {});
    const GraphValue value = engine_->Infer(*plan, scores.View(), nullptr, marginals.View());
    if (exact.log_z == -INFINITY) {
      EXPECT_EQ(value.value, -INFINITY);
    } else {
      EXPECT_NEAR(value.value, exact.log_z, 1e-12 * (1 + std::abs(exact.log_z)));
      EXPECT_LE(value.gap, 1e-11 * (1 + std::abs(exact.log_z)));
    }
    ExpectMarginals(marginals, exact, 1e-11);
    if (HasFatalFailure()) return;
  }
}

TEST_F(TrwTest, IsAnUpperBoundWithASmallGap) {
  for (int n = 0; n < 300; ++n) {
    SCOPED_TRACE(n);
    const OwnedGraph graph = RandomGraph({.density = n % 2 ? 1.0 : 0.5}, rng_);
    const auto scores = RandomScores<double>(graph, n % 3 + 0.5, n % 3 * 0.5, 0, rng_);
    const ExactGraph exact(graph, scores.View());
    const GraphValue value = Value(graph, scores);
    EXPECT_GE(value.value, exact.log_z - 1e-12 * (1 + std::abs(exact.log_z)));
    EXPECT_LE(value.gap, 1e-9);
  }
}

TEST_F(TrwTest, ForbiddenLabelsAndWideScores) {
  for (int n = 0; n < 100; ++n) {
    SCOPED_TRACE(n);
    const OwnedGraph graph = RandomGraph({}, rng_);
    const auto scores = RandomScores<double>(graph, n % 2 ? 2 : 100, 0.3, 0.15, rng_);
    const ExactGraph exact(graph, scores.View());
    const GraphValue value = Value(graph, scores);
    EXPECT_FALSE(std::isnan(value.value));
    if (exact.log_z > -INFINITY) {
      EXPECT_GE(value.value, exact.log_z - 1e-12 * (1 + std::abs(exact.log_z)));
    }
  }
}

// The marginals are the gradient of the value.
TEST_F(TrwTest, MarginalsAreTheGradient) {
  for (int n = 0; n < 40; ++n) {
    SCOPED_TRACE(n);
    const OwnedGraph graph = RandomGraph({.most_nodes = 5, .most_labels = 3}, rng_);
    auto scores = RandomScores<double>(graph, 1.5, 0, 0, rng_);
    OwnedMarginals<double> marginals(graph, 0, rng_);
    const auto plan = MakePlan(Inference::kTrw, graph.Shape(), {});
    engine_->Infer(*plan, scores.View(), nullptr, marginals.View());
    const auto slope = [&](double& score) {
      constexpr double kStep = 1e-4;
      const double at = score;
      score = at + kStep;
      const double up = engine_->Value(*plan, scores.View(), nullptr).value;
      score = at - kStep;
      const double down = engine_->Value(*plan, scores.View(), nullptr).value;
      score = at;
      return (up - down) / (2 * kStep);
    };
    for (std::uint32_t v = 0; v < graph.nodes; ++v) {
      for (std::uint32_t k = 0; k < graph.labels; ++k) {
        ASSERT_NEAR(slope(scores.node[v * scores.stride + k]), marginals.node[v * graph.labels + k],
                    2e-7);
      }
    }
    for (std::size_t k = 0; k < scores.type.size(); ++k) {
      ASSERT_NEAR(slope(scores.type[k]), marginals.type[k], 1e-6);
    }
  }
}

TEST_F(TrwTest, IsConvexAlongSegments) {
  for (int n = 0; n < 60; ++n) {
    const OwnedGraph graph = RandomGraph({.density = 1}, rng_);
    auto from = RandomScores<double>(graph, 3, 0, 0, rng_);
    const auto to = RandomScores<double>(graph, 3, 0, 0, rng_);
    const double first = Value(graph, from).value;
    from.Zip(to, [](double& x, double y) { x = (x + y) / 2; });
    const double middle = Value(graph, from).value;
    EXPECT_LE(middle, (first + Value(graph, to).value) / 2 + 1e-10);
  }
}

// What a reparametrisation moves between nodes and edges changes no score, and so not the bound:
// the minimiser starts elsewhere and comes to the same optimum.
TEST_F(TrwTest, OneOptimumFromDifferentStarts) {
  for (int n = 0; n < 60; ++n) {
    OwnedGraph graph = RandomGraph({.label_sets = false, .density = 1}, rng_);
    auto scores = RandomScores<double>(graph, 2, 1, 0, rng_);
    const double first = Value(graph, scores).value;
    std::uniform_real_distribution<double> draw(-2, 2);
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      for (std::uint32_t i = 0; i < graph.labels; ++i) {
        const double moved = draw(rng_);
        scores.node[graph.edges[e].from * scores.stride + i] += moved;
        for (std::uint32_t j = 0; j < graph.labels; ++j) {
          scores.own[e][i * graph.labels + j] -= moved;
        }
      }
    }
    EXPECT_NEAR(Value(graph, scores).value, first, 1e-10 * (1 + std::abs(first)));
  }
}

TEST_F(TrwTest, SharesOfLinksSumToOneTree) {
  for (int n = 0; n < 50; ++n) {
    OwnedGraph graph = RandomGraph({.most_nodes = 12, .label_sets = false, .density = 1}, rng_);
    if (graph.labels == 1) continue;
    const auto plan = MakePlan(Inference::kTrw, graph.Shape(), {});
    const auto& trw = static_cast<const TrwPlan&>(*plan);
    double sum = 0;
    for (std::size_t l = 0; l < trw.graph().links().size(); ++l) {
      EXPECT_GT(trw.Share(l), 0);
      sum += trw.Share(l);
    }
    EXPECT_NEAR(sum, graph.nodes - 1, 1e-12);
  }
}

// A larger grid with strong links converges as well.
TEST_F(TrwTest, ConvergesOnGrids) {
  OwnedGraph graph{225, 3, 1, {}, {}, {}};
  for (std::uint32_t v = 0; v < 225; ++v) {
    if (v % 15 != 14) graph.edges.push_back({v, v + 1, 0});
    if (v + 15 < 225) graph.edges.push_back({v, v + 15, 0});
  }
  for (const double width : {1.0, 3.0, 6.0}) {
    const auto scores = RandomScores<double>(graph, width, 1, 0, rng_);
    const GraphValue value = Value(graph, scores);
    const auto& engine = static_cast<const TrwEngine&>(*engine_);
    EXPECT_LE(value.gap, width < 5 ? 1e-9 : 1e-5) << width;
    EXPECT_LE(engine.evaluations(), 1000u) << width;
  }
}

}  // namespace
}  // namespace sagitta
