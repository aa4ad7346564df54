// Checks that several tests of engines share.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "graph/engine.h"
#include "support/random_graph.h"

namespace sagitta {

template <class Real, class Expected>
void ExpectClose(const std::vector<Real>& actual, const std::vector<Expected>& expected,
                 double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t k = 0; k < actual.size(); ++k) {
    ASSERT_NEAR(actual[k], expected[k], tolerance) << "element " << k;
  }
}

/// The marginals that were asked for, against the exact ones.
template <class Real>
void ExpectMarginals(const OwnedMarginals<Real>& actual, const ExactGraph& exact,
                     double tolerance) {
  ExpectClose(actual.node, exact.node, tolerance);
  ExpectClose(actual.type, exact.type, tolerance * static_cast<double>(exact.edge.size() + 1));
  for (std::size_t e = 0; e < exact.edge.size(); ++e) {
    if (actual.edge[e] != nullptr) ExpectClose(actual.own[e], exact.edge[e], tolerance);
  }
}

/// An engine's answers on one graph against enumeration.
template <class Real>
void ExpectExact(Inference inference, GraphEngine<Real>& engine, const OwnedGraph& graph,
                 const OwnedScores<Real>& scores, double tolerance, std::mt19937_64& rng) {
  const GraphShape shape = graph.Shape();
  const auto plan = MakePlan(inference, shape, {});
  const ExactGraph exact(graph, scores.View());
  OwnedMarginals<Real> marginals(graph, 0.5, rng);
  const GraphValue value = engine.Infer(*plan, scores.View(), nullptr, marginals.View());
  const GraphValue alone = engine.Value(*plan, scores.View(), nullptr);
  if (exact.log_z == -INFINITY) {
    EXPECT_EQ(value.value, -INFINITY);
    EXPECT_EQ(alone.value, -INFINITY);
  } else {
    const double on_log = tolerance * (1 + std::abs(exact.log_z)) * graph.nodes;
    ASSERT_NEAR(value.value, exact.log_z, on_log);
    ASSERT_NEAR(alone.value, exact.log_z, on_log);
  }
  EXPECT_EQ(value.gap, 0);
  ExpectMarginals(marginals, exact, tolerance);
}

/// Tangents against differences of marginals.
inline void ExpectTangent(Inference inference, GraphEngine<double>& engine, const OwnedGraph& graph,
                          const OwnedScores<double>& scores, const OwnedScores<double>& along,
                          std::mt19937_64& rng) {
  const auto plan = MakePlan(inference, graph.Shape(), {});
  OwnedMarginals<double> marginals(graph, 0.5, rng), tangent = marginals;
  for (std::size_t e = 0; e < tangent.own.size(); ++e) {
    if (tangent.edge[e] != nullptr) tangent.edge[e] = tangent.own[e].data();
  }
  engine.InferTangent(*plan, scores.View(), along.View(), marginals.View(), tangent.View());
  const double h = 1e-5;
  const auto moved = [&](double step) {
    OwnedScores<double> at;
    at.stride = scores.stride;
    const auto copy = [](const AlignedBuffer<double>& from) {
      AlignedBuffer<double> to(from.size());
      std::copy_n(from.data(), from.size(), to.data());
      return to;
    };
    at.node = copy(scores.node);
    at.type = copy(scores.type);
    for (const auto& own : scores.own) {
      at.own.push_back(own.size() > 0 ? copy(own) : AlignedBuffer<double>());
      at.edge.push_back(at.own.back().data());
    }
    at.Zip(along, [step](double& x, double a) { x += step * a; });
    return ExactGraph(graph, at.View());
  };
  const ExactGraph up = moved(h), down = moved(-h);
  const auto slope = [h](std::vector<double> x, const std::vector<double>& y) {
    for (std::size_t k = 0; k < x.size(); ++k) x[k] = (x[k] - y[k]) / (2 * h);
    return x;
  };
  ExpectClose(tangent.node, slope(up.node, down.node), 1e-7);
  ExpectClose(tangent.type, slope(up.type, down.type), 1e-6);
  for (std::size_t e = 0; e < up.edge.size(); ++e) {
    if (tangent.edge[e] == nullptr) continue;
    ExpectClose(tangent.own[e], slope(up.edge[e], down.edge[e]), 1e-7);
  }
}

}  // namespace sagitta
