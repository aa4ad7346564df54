// A chain given as a graph: the engine `tree` against forward-backward.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "chain/forward_backward.h"
#include "graph/engine.h"
#include "support/random_chain.h"

namespace sagitta {
namespace {

template <class Real>
void ExpectSameAsChain(std::uint32_t length, std::uint32_t labels, OwnEdges own, double tolerance) {
  std::mt19937_64 rng(length + labels);
  const RandomChain<Real> chain(length, labels, 2, own, rng);
  const ChainScoresOf<Real> scores = chain.scores();
  std::vector<Edge> edges;
  for (std::uint32_t t = 1; t < length; ++t) edges.push_back({t - 1, t, 0});
  const GraphShape shape{length, labels, 1, edges, {}, {}};
  const GraphScoresOf<Real> as_graph{scores.stride, scores.node, scores.transition,
                                     scores.edge != nullptr ? scores.edge + 1 : nullptr};

  const std::size_t pairs = shape.pairs();
  std::vector<Real> node(length * labels), sums(pairs), edge(length * pairs);
  std::vector<Real> node_of_graph(node.size()), sums_of_graph(pairs), edge_of_graph(edge.size());
  std::vector<Real*> at(length), at_of_graph(length);
  for (std::size_t t = 0; t < length; ++t) {
    at[t] = own == OwnEdges::kNone ? nullptr : edge.data() + t * pairs;
    at_of_graph[t] = own == OwnEdges::kNone ? nullptr : edge_of_graph.data() + t * pairs;
  }
  ForwardBackward<Real> forward_backward;
  const double log_z = forward_backward.Marginals(scores, {node.data(), sums.data(), at.data()});
  const auto engine = MakeEngine<Real>(Inference::kTree, {});
  const auto plan = MakePlan(Inference::kTree, shape, {});
  const GraphMarginalsOf<Real> out{node_of_graph.data(), sums_of_graph.data(),
                                   at_of_graph.data() + 1};
  EXPECT_NEAR(engine->Infer(*plan, as_graph, nullptr, out).value, log_z, tolerance * length);
  const auto expect_same = [&](const std::vector<Real>& x, const std::vector<Real>& y, double on) {
    for (std::size_t k = 0; k < x.size(); ++k) ASSERT_NEAR(x[k], y[k], on) << k;
  };
  expect_same(node, node_of_graph, tolerance);
  if (length > 1) expect_same(sums, sums_of_graph, tolerance * length);
  expect_same(edge, edge_of_graph, tolerance);
}

TEST(ChainAsGraphTest, EqualsTheChainEngine) {
  for (const std::uint32_t labels : {1u, 3u, 9u, 17u, 40u}) {
    for (const std::uint32_t length : {1u, 2u, 50u, 300u}) {
      for (const OwnEdges own : {OwnEdges::kNone, OwnEdges::kSome, OwnEdges::kAll}) {
        ExpectSameAsChain<double>(length, labels, own, 1e-12);
        ExpectSameAsChain<float>(length, labels, own, 3e-6);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace sagitta
