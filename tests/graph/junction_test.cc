// The engine `junction` against enumeration; orders of elimination.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "graph/elimination_plan.h"
#include "graph/graph_checks.h"
#include "sagitta/error.h"
#include "support/simd_target_test.h"

namespace sagitta {
namespace {

OwnedGraph Grid(std::uint32_t rows, std::uint32_t columns, std::uint32_t labels) {
  OwnedGraph graph{rows * columns, labels, 2, {}, {}, {}};
  for (std::uint32_t r = 0; r < rows; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      const std::uint32_t v = r * columns + c;
      if (c + 1 < columns) graph.edges.push_back({v, v + 1, 0});
      if (r + 1 < rows) graph.edges.push_back({v, v + columns, 1});
    }
  }
  return graph;
}

class JunctionTest : public SimdTargetTest {
 protected:
  template <class Real>
  void ExpectExactOn(const GraphKind& kind, int graphs, double width, double forbidden,
                     double tolerance) {
    const auto engine = MakeEngine<Real>(Inference::kJunction, {});
    for (int n = 0; n < graphs; ++n) {
      SCOPED_TRACE(n);
      const OwnedGraph graph = RandomGraph(kind, rng_);
      const auto scores = RandomScores<Real>(graph, width, n % 3 * 0.5, forbidden, rng_);
      ExpectExact(Inference::kJunction, *engine, graph, scores, tolerance, rng_);
      if (HasFatalFailure()) return;
    }
  }
};

TEST_P(JunctionTest, EqualsEnumeration) {
  ExpectExactOn<double>({}, 400, 2, 0, 1e-13);
  ExpectExactOn<double>({.density = 1}, 200, 2, 0, 1e-13);
  ExpectExactOn<double>({.most_nodes = 9, .most_labels = 2}, 200, 2, 0, 1e-13);
  ExpectExactOn<float>({}, 200, 2, 0, 2e-6);
}

TEST_P(JunctionTest, EqualsEnumerationWithForbiddenLabels) {
  ExpectExactOn<double>({}, 400, 2, 0.2, 1e-13);
}

TEST_P(JunctionTest, EqualsEnumerationWithWideScores) {
  for (const double width : {30.0, 3000.0}) ExpectExactOn<double>({}, 100, width, 0.1, 1e-12);
}

TEST_P(JunctionTest, TangentIsTheDerivative) {
  const auto engine = MakeEngine<double>(Inference::kJunction, {});
  for (int n = 0; n < 60; ++n) {
    SCOPED_TRACE(n);
    const OwnedGraph graph = RandomGraph({.most_nodes = 5, .most_labels = 3}, rng_);
    const auto scores = RandomScores<double>(graph, 2, 0, n % 5 == 4 ? 0.1 : 0, rng_);
    const auto along = RandomScores<double>(graph, 1, 0, 0, rng_);
    ExpectTangent(Inference::kJunction, *engine, graph, scores, along, rng_);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, JunctionTest, AllSimdTargets(), SimdTargetLabel);

TEST(EliminationPlanTest, FindsTheTreewidthOfGridsAndCycles) {
  const auto largest = [](const OwnedGraph& graph) {
    return EliminationPlan(ReducedGraph(graph.Shape()), 1e9).largest();
  };
  EXPECT_EQ(largest(Grid(1, 50, 3)), 9);
  EXPECT_EQ(largest(Grid(2, 50, 3)), 27);
  EXPECT_EQ(largest(Grid(4, 30, 2)), 32);
  OwnedGraph cycle = Grid(1, 40, 3);
  cycle.edges.push_back({39, 0, 0});
  EXPECT_EQ(largest(cycle), 27);
}

// Stars and long chains must not take quadratic time.
TEST(EliminationPlanTest, TakesLargeTrees) {
  OwnedGraph star{20000, 2, 1, {}, {}, {}};
  for (std::uint32_t v = 1; v < star.nodes; ++v) star.edges.push_back({0, v, 0});
  EXPECT_EQ(EliminationPlan(ReducedGraph(star.Shape()), 1e6).largest(), 4);
  const OwnedGraph chain = Grid(1, 20000, 5);
  EXPECT_EQ(EliminationPlan(ReducedGraph(chain.Shape()), 1e6).largest(), 25);
}

TEST(EliminationPlanTest, SaysWhatIsTooLarge) {
  const OwnedGraph grid = Grid(20, 20, 5);
  try {
    MakePlan(Inference::kJunction, grid.Shape(), {});
    FAIL();
  } catch (const Error& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("states, more than 65536; trw can"), std::string::npos) << what;
  }
}

TEST(EngineChooserTest, TakesTheCheapestExactEngine) {
  EngineChooser chooser({});
  chooser.Add(Grid(1, 5, 2).Shape());
  EXPECT_EQ(chooser.choice(), Inference::kTree);
  EXPECT_EQ(chooser.reason(), "all graphs are forests");
  chooser.Add(Grid(3, 5, 2).Shape());
  EXPECT_EQ(chooser.choice(), Inference::kJunction);
  EXPECT_EQ(chooser.reason(), "1 of 2 graphs have cycles, and the largest clique has 16 states");
  chooser.Add(Grid(30, 30, 4).Shape());
  chooser.Add(Grid(3, 5, 2).Shape());
  EXPECT_EQ(chooser.choice(), Inference::kTrw);
  EXPECT_NE(chooser.reason().find("in graph 3 a clique of"), std::string::npos);
}

}  // namespace
}  // namespace sagitta
