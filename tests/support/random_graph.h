// Small random graphs with scores, and the exact answers by enumeration of all labellings.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "base/aligned_buffer.h"
#include "graph/graph_scores.h"

namespace sagitta {

/// A graph that owns its arrays.
struct OwnedGraph {
  std::uint32_t nodes = 0;
  std::uint32_t labels = 0;
  std::uint32_t types = 0;
  std::vector<Edge> edges;
  std::vector<std::uint32_t> label_begin;  // empty: every label everywhere
  std::vector<LabelId> label;

  GraphShape Shape() const { return {nodes, labels, types, edges, label_begin, label}; }
};

struct GraphKind {
  std::uint32_t most_nodes = 6;
  std::uint32_t most_labels = 4;
  bool forest = false;
  bool label_sets = true;
  double density = 0.5;  // of edges
};

inline OwnedGraph RandomGraph(const GraphKind& kind, std::mt19937_64& rng) {
  const auto draw = [&](std::uint32_t low, std::uint32_t high) {
    return std::uniform_int_distribution<std::uint32_t>(low, high)(rng);
  };
  const auto chance = [&](double p) { return std::bernoulli_distribution(p)(rng); };
  OwnedGraph graph;
  graph.nodes = draw(1, kind.most_nodes);
  graph.labels = draw(1, kind.most_labels);
  graph.types = draw(1, 3);
  const auto add = [&](std::uint32_t a, std::uint32_t b) {
    if (chance(0.5)) std::swap(a, b);
    graph.edges.push_back({a, b, draw(0, graph.types - 1)});
  };
  for (std::uint32_t b = 1; b < graph.nodes; ++b) {
    if (kind.forest) {
      if (chance(0.8)) add(draw(0, b - 1), b);
      continue;
    }
    for (std::uint32_t a = 0; a < b; ++a) {
      if (chance(kind.density)) add(a, b);
      if (chance(0.1 * kind.density)) add(a, b);
    }
  }
  std::shuffle(graph.edges.begin(), graph.edges.end(), rng);
  if (!kind.label_sets || chance(0.3)) return graph;
  graph.label_begin.push_back(0);
  for (std::uint32_t v = 0; v < graph.nodes; ++v) {
    std::set<LabelId> set;
    const double keep = chance(0.3) ? 0.1 : 0.8;
    for (std::uint32_t k = 0; k < graph.labels; ++k) {
      if (chance(keep)) set.insert(static_cast<LabelId>(k));
    }
    if (set.empty()) set.insert(static_cast<LabelId>(draw(0, graph.labels - 1)));
    graph.label.insert(graph.label.end(), set.begin(), set.end());
    graph.label_begin.push_back(static_cast<std::uint32_t>(graph.label.size()));
  }
  return graph;
}

/// Scores that own their arrays.
template <class Real>
struct OwnedScores {
  std::size_t stride = 0;
  AlignedBuffer<Real> node, type;
  std::vector<AlignedBuffer<Real>> own;
  std::vector<const Real*> edge;

  GraphScoresOf<Real> View() const {
    return {stride, node.data(), type.data(), edge.empty() ? nullptr : edge.data()};
  }
  /// Calls f(score, other's score) for every score.
  template <class F>
  void Zip(const OwnedScores& other, const F& f) {
    const auto zip = [&f](AlignedBuffer<Real>& x, const AlignedBuffer<Real>& y) {
      for (std::size_t k = 0; k < x.size(); ++k) f(x[k], y[k]);
    };
    zip(node, other.node);
    zip(type, other.type);
    for (std::size_t e = 0; e < own.size(); ++e) zip(own[e], other.own[e]);
  }
};

/// Scores of this width; some edges have their own. A share `forbidden` of them is -infinity.
template <class Real>
OwnedScores<Real> RandomScores(const OwnedGraph& graph, double width, double own_edges,
                               double forbidden, std::mt19937_64& rng) {
  std::uniform_real_distribution<double> draw(-width, width);
  std::bernoulli_distribution never(forbidden), own(own_edges);
  const std::size_t pairs = std::size_t{graph.labels} * graph.labels;
  const auto fill = [&](AlignedBuffer<Real>& to, std::size_t size) {
    to = AlignedBuffer<Real>(size);
    for (std::size_t k = 0; k < size; ++k) {
      to[k] = never(rng) ? -std::numeric_limits<Real>::infinity() : static_cast<Real>(draw(rng));
    }
  };
  OwnedScores<Real> scores;
  scores.stride = graph.labels + 3;
  fill(scores.node, graph.nodes * scores.stride);
  fill(scores.type, graph.types * pairs);
  if (own_edges == 0) return scores;
  scores.own.resize(graph.edges.size());
  for (AlignedBuffer<Real>& table : scores.own) {
    if (own(rng)) fill(table, pairs);
    scores.edge.push_back(table.data());
  }
  return scores;
}

template <class Real>
struct OwnedMarginals {
  std::vector<Real> node, type;
  std::vector<std::vector<Real>> own;
  std::vector<Real*> edge;

  /// With a share `own_edges` of edges apart.
  OwnedMarginals(const OwnedGraph& graph, double own_edges, std::mt19937_64& rng)
      : node(graph.nodes * graph.labels, Real(-7)),
        type(graph.types * graph.labels * graph.labels, Real(-7)),
        own(graph.edges.size()) {
    std::bernoulli_distribution apart(own_edges);
    for (auto& table : own) {
      if (apart(rng)) table.assign(graph.labels * graph.labels, Real(-7));
      edge.push_back(table.empty() ? nullptr : table.data());
    }
  }
  GraphMarginalsOf<Real> View() { return {node.data(), type.data(), edge.data()}; }
};

/// Calls visit(labels) for every labelling of the graph's label sets.
template <class Visit>
void ForEachLabelling(const GraphShape& shape, const Visit& visit) {
  std::vector<std::size_t> at(shape.nodes);
  std::vector<LabelId> labels(shape.nodes);
  const auto label = [&](std::uint32_t v) {
    return shape.HasLabelSets() ? shape.LabelSet(v)[at[v]] : static_cast<LabelId>(at[v]);
  };
  for (;;) {
    for (std::uint32_t v = 0; v < shape.nodes; ++v) labels[v] = label(v);
    visit(labels);
    std::uint32_t v = 0;
    while (v < shape.nodes && ++at[v] == shape.LabelCount(v)) at[v++] = 0;
    if (v == shape.nodes) return;
  }
}

/// The exact answers.
struct ExactGraph {
  double log_z = -INFINITY;
  std::vector<double> node, type;
  std::vector<std::vector<double>> edge;
  std::vector<std::pair<double, std::vector<LabelId>>> best;  // all allowed labellings, best first

  template <class Real>
  ExactGraph(const OwnedGraph& graph, const GraphScoresOf<Real>& scores)
      : node(graph.nodes * graph.labels),
        type(graph.types * graph.labels * graph.labels),
        edge(graph.edges.size(), std::vector<double>(graph.labels * graph.labels)) {
    const GraphShape shape = graph.Shape();
    ForEachLabelling(shape, [&](const std::vector<LabelId>& y) {
      const double score = GraphScore(shape, scores, y);
      if (score > -INFINITY) best.emplace_back(score, y);
    });
    std::stable_sort(best.begin(), best.end(),
                     [](const auto& x, const auto& y) { return x.first > y.first; });
    if (best.empty()) return;
    double sum = 0;
    for (const auto& [score, y] : best) sum += std::exp(score - best[0].first);
    log_z = best[0].first + std::log(sum);
    for (const auto& [score, y] : best) Count(graph, y, std::exp(score - log_z));
  }

 private:
  void Count(const OwnedGraph& graph, const std::vector<LabelId>& y, double p) {
    for (std::uint32_t v = 0; v < graph.nodes; ++v) node[v * graph.labels + y[v]] += p;
    for (std::size_t e = 0; e < graph.edges.size(); ++e) {
      const std::size_t pair = y[graph.edges[e].from] * graph.labels + y[graph.edges[e].to];
      edge[e][pair] += p;
      type[graph.edges[e].type * graph.labels * graph.labels + pair] += p;
    }
  }
};

}  // namespace sagitta
