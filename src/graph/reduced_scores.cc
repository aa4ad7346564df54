// Scores of a reduced graph, and marginals of the whole one.
#include "graph/reduced_scores.h"

#include <algorithm>
#include <limits>

#include "graph/grow.h"

namespace sagitta {
namespace {

template <class Real>
constexpr Real kForbidden = -std::numeric_limits<Real>::infinity();

}  // namespace

template <class Real>
void ReducedScores<Real>::Reserve(const ReducedGraph& graph) {
  if (!graph.is_whole()) Grow(own_, graph.nodes() * graph.labels());
}

template <class Real>
void ReducedScores<Real>::Prepare(const GraphShape& shape, const ReducedGraph& graph,
                                  const GraphScoresOf<Real>& scores) {
  shape_ = shape;
  graph_ = &graph;
  scores_ = scores;
  constant_ = 0;
  node_ = scores.node;
  stride_ = scores.stride;
  if (!graph.is_whole()) FillNodes();
}

template <class Real>
void ReducedScores<Real>::FillNodes() {
  const std::size_t labels = shape_.labels;
  Reserve(*graph_);
  node_ = own_.data();
  stride_ = labels;
  for (std::uint32_t f = 0; f < graph_->nodes(); ++f) {
    const Real* from = scores_.node + graph_->NodeAt(f) * scores_.stride;
    Real* to = own_.data() + f * labels;
    std::fill_n(to, labels, kForbidden<Real>);
    for (const LabelId k : graph_->LabelSet(f)) to[k] = from[k];
  }
  for (const auto& half : graph_->half_edges()) {
    const Real* table = scores_.Table(shape_, half.edge);
    const std::size_t step = half.from_fixed ? 1 : labels;
    table += half.from_fixed ? half.label * labels : half.label;
    Real* to = own_.data() + half.node * labels;
    for (std::size_t k = 0; k < labels; ++k) to[k] += table[k * step];
  }
  for (const auto& fixed : graph_->fixed_nodes()) {
    constant_ += static_cast<double>(scores_.node[fixed.node * scores_.stride + fixed.label]);
  }
  for (const auto& fixed : graph_->fixed_edges()) {
    constant_ += static_cast<double>(scores_.Table(shape_, fixed.edge)[fixed.pair]);
  }
}

template <class Real>
const Real* ReducedScores<Real>::Table(std::size_t link, Real* room, bool& reversed) const {
  const auto edges = graph_->EdgesOf(link);
  if (edges.size() == 1) {
    reversed = edges[0].reversed;
    return scores_.Table(shape_, edges[0].edge);
  }
  reversed = false;
  const std::size_t labels = shape_.labels;
  std::fill_n(room, shape_.pairs(), Real{0});
  for (const auto& [edge, backwards] : edges) {
    const Real* table = scores_.Table(shape_, edge);
    for (std::size_t i = 0; i < labels; ++i) {
      for (std::size_t j = 0; j < labels; ++j) {
        room[i * labels + j] += backwards ? table[j * labels + i] : table[i * labels + j];
      }
    }
  }
  return room;
}

// ---- Marginals ----

template <class Real>
void ReducedScores<Real>::Start(const GraphMarginalsOf<Real>& marginals) const {
  if (marginals.type_sums != nullptr) {
    std::fill_n(marginals.type_sums, shape_.edge_types * shape_.pairs(), Real{0});
  }
  for (std::size_t e = 0; marginals.edge != nullptr && e < shape_.edges.size(); ++e) {
    if (marginals.edge[e] != nullptr) std::fill_n(marginals.edge[e], shape_.pairs(), Real{0});
  }
}

template <class Real>
void ReducedScores<Real>::Clear(const GraphMarginalsOf<Real>& marginals) const {
  std::fill_n(marginals.node, shape_.nodes * std::size_t{shape_.labels}, Real{0});
  Start(marginals);
}

template <class Real>
void ReducedScores<Real>::Node(const GraphMarginalsOf<Real>& marginals, std::uint32_t f,
                               const Real* p) const {
  std::copy_n(p, shape_.labels, marginals.node + graph_->NodeAt(f) * std::size_t{shape_.labels});
}

template <class Real>
void ReducedScores<Real>::Pair(const GraphMarginalsOf<Real>& marginals, std::size_t link,
                               const Real* pairs, bool reversed, Real weight) const {
  const std::size_t labels = shape_.labels;
  const auto add = [&](Real* to, bool transposed) {
    if (to == nullptr) return;
    for (std::size_t i = 0; i < labels; ++i) {
      for (std::size_t j = 0; j < labels; ++j) {
        to[i * labels + j] += weight * (transposed ? pairs[j * labels + i] : pairs[i * labels + j]);
      }
    }
  };
  for (const auto& [edge, backwards] : graph_->EdgesOf(link)) {
    add(marginals.Own(edge), backwards != reversed);
    if (marginals.type_sums == nullptr) continue;
    add(marginals.type_sums + shape_.edges[edge].type * shape_.pairs(), backwards != reversed);
  }
}

template <class Real>
void ReducedScores<Real>::Finish(const GraphMarginalsOf<Real>& marginals, Real mass) const {
  const std::size_t labels = shape_.labels;
  for (const auto& fixed : graph_->fixed_nodes()) {
    Real* p = marginals.node + fixed.node * labels;
    std::fill_n(p, labels, Real{0});
    p[fixed.label] = mass;
  }
  const auto add = [&](std::uint32_t edge, std::size_t pair, Real p) {
    if (Real* own = marginals.Own(edge); own != nullptr) own[pair] += p;
    if (marginals.type_sums == nullptr) return;
    marginals.type_sums[shape_.edges[edge].type * shape_.pairs() + pair] += p;
  };
  for (const auto& half : graph_->half_edges()) {
    const Real* p = marginals.node + graph_->NodeAt(half.node) * labels;
    for (std::size_t k = 0; k < labels; ++k) {
      add(half.edge, half.from_fixed ? half.label * labels + k : k * labels + half.label, p[k]);
    }
  }
  for (const auto& fixed : graph_->fixed_edges()) add(fixed.edge, fixed.pair, mass);
}

template class ReducedScores<float>;
template class ReducedScores<double>;

}  // namespace sagitta
