// The engine `tree` against enumeration.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "graph/graph_checks.h"
#include "sagitta/error.h"
#include "support/simd_target_test.h"

namespace sagitta {
namespace {

class TreeTest : public SimdTargetTest {
 protected:
  template <class Real>
  void ExpectExactOn(int graphs, double width, double forbidden, double tolerance) {
    const auto engine = MakeEngine<Real>(Inference::kTree, {});
    for (int n = 0; n < graphs; ++n) {
      SCOPED_TRACE(n);
      const OwnedGraph graph = RandomGraph({.forest = true}, rng_);
      const auto scores = RandomScores<Real>(graph, width, n % 3 * 0.5, forbidden, rng_);
      ExpectExact(Inference::kTree, *engine, graph, scores, tolerance, rng_);
      if (HasFatalFailure()) return;
    }
  }
};

TEST_P(TreeTest, EqualsEnumeration) { ExpectExactOn<double>(600, 2, 0, 1e-13); }

TEST_P(TreeTest, EqualsEnumerationInFloat) { ExpectExactOn<float>(300, 2, 0, 2e-6); }

TEST_P(TreeTest, EqualsEnumerationWithForbiddenLabels) {
  ExpectExactOn<double>(300, 2, 0.3, 1e-13);
  ExpectExactOn<float>(300, 2, 0.3, 2e-6);
}

// Through double, and through log space.
TEST_P(TreeTest, EqualsEnumerationWithWideScores) {
  for (const double width : {30.0, 300.0, 3000.0}) {
    ExpectExactOn<double>(100, width, 0.2, 1e-12);
    ExpectExactOn<float>(100, width, 0.2, 2e-6);
  }
}

TEST_P(TreeTest, TangentIsTheDerivative) {
  const auto engine = MakeEngine<double>(Inference::kTree, {});
  for (int n = 0; n < 100; ++n) {
    SCOPED_TRACE(n);
    const OwnedGraph graph = RandomGraph({.forest = true}, rng_);
    const auto scores = RandomScores<double>(graph, 2, n % 2 * 0.5, n % 5 == 4 ? 0.1 : 0, rng_);
    auto along = RandomScores<double>(graph, 1, n % 2 * 0.5, 0, rng_);
    along.edge.clear();
    along.own.clear();
    for (const auto& own : scores.own) {
      along.own.emplace_back(own.size());
      for (std::size_t k = 0; k < own.size(); ++k) along.own.back()[k] = std::cos(double(k + 3));
      along.edge.push_back(own.size() > 0 ? along.own.back().data() : nullptr);
    }
    ExpectTangent(Inference::kTree, *engine, graph, scores, along, rng_);
    if (HasFatalFailure()) return;
  }
}

// A hub with many neighbours: the product of their messages is small for every label.
TEST_P(TreeTest, StarsWithManyNeighbors) {
  for (const double width : {0.5, 20.0}) {
    OwnedGraph graph;
    graph.nodes = 3000;
    graph.labels = 2;
    graph.types = 1;
    for (std::uint32_t v = 1; v < graph.nodes; ++v) graph.edges.push_back({0, v, 0});
    const auto scores = RandomScores<double>(graph, width, 0, 0, rng_);
    const GraphScoresOf<double> view = scores.View();
    // log Z = log sum_k exp(node + sum_v log sum_j exp(...)), and so is p(hub).
    double total[2];
    for (int k = 0; k < 2; ++k) {
      total[k] = view.node[k];
      for (std::uint32_t v = 1; v < graph.nodes; ++v) {
        const double x = view.type[k * 2] + view.node[v * view.stride];
        const double y = view.type[k * 2 + 1] + view.node[v * view.stride + 1];
        total[k] += std::max(x, y) + std::log1p(std::exp(-std::abs(x - y)));
      }
    }
    const double p = 1 / (1 + std::exp(total[1] - total[0]));
    OwnedMarginals<double> marginals(graph, 0, rng_);
    const GraphShape shape = graph.Shape();
    const auto plan = MakePlan(Inference::kTree, shape, {});
    const auto engine = MakeEngine<double>(Inference::kTree, {});
    const double log_z = engine->Infer(*plan, view, nullptr, marginals.View()).value;
    const double high = std::max(total[0], total[1]);
    const double expected = high + std::log1p(std::exp(-std::abs(total[0] - total[1])));
    EXPECT_NEAR(log_z, expected, 1e-13 * std::abs(expected) * 50);
    EXPECT_NEAR(marginals.node[0], p, 1e-9);
  }
}

TEST_P(TreeTest, RefusesCycles) {
  OwnedGraph graph{3, 2, 1, {{0, 1, 0}, {1, 2, 0}, {2, 0, 0}}, {}, {}};
  EXPECT_THROW(MakePlan(Inference::kTree, graph.Shape(), {}), Error);
  // One node with a known label breaks it.
  graph.label_begin = {0, 2, 3, 5};
  graph.label = {0, 1, 1, 0, 1};
  EXPECT_NO_THROW(MakePlan(Inference::kTree, graph.Shape(), {}));
}

INSTANTIATE_TEST_SUITE_P(Targets, TreeTest, AllSimdTargets(), SimdTargetLabel);

}  // namespace
}  // namespace sagitta
