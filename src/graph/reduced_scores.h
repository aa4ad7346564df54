// ReducedScores: the scores of a graph as its ReducedGraph sees them, and the way back from the
// marginals of free nodes and links to those of the graph.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/aligned_buffer.h"
#include "graph/graph_scores.h"
#include "graph/reduced_graph.h"

namespace sagitta {

/// Owns scratch that only grows; one per thread.
template <class Real>
class ReducedScores {
 public:
  void Reserve(const ReducedGraph& graph);

  /// To be called first; all that follows is about this graph and these scores.
  void Prepare(const GraphShape& shape, const ReducedGraph& graph,
               const GraphScoresOf<Real>& scores);

  /// What the fixed nodes and the edges between them add to every labelling.
  double constant() const { return constant_; }
  /// [free nodes][stride]; labels that a node must not have are -infinity.
  const Real* node() const { return node_; }
  std::size_t stride() const { return stride_; }

  /// Whether the link is one edge, with the scores of its type.
  bool IsOfType(std::size_t link) const {
    const auto edges = graph_->EdgesOf(link);
    return edges.size() == 1 && !scores_.IsOwn(edges[0].edge);
  }
  /// The scores of a link as one tight [K][K]; `reversed`: rows are labels of b, not of a. They are
  /// in `room` [K][K] or elsewhere.
  const Real* Table(std::size_t link, Real* room, bool& reversed) const;

  /// Marginals: first Start, then Node for each free node and Pair for each link or else, for links
  /// of one edge that is not needed apart, additions to the type sums by the caller; then Finish.
  void Start(const GraphMarginalsOf<Real>& marginals) const;
  void Node(const GraphMarginalsOf<Real>& marginals, std::uint32_t f, const Real* p) const;
  /// `pairs` is tight [K][K], its rows the labels of b if `reversed`. Adds weight times it.
  void Pair(const GraphMarginalsOf<Real>& marginals, std::size_t link, const Real* pairs,
            bool reversed, Real weight) const;
  /// `mass` is what the label of a fixed node gets: 1, or 0 in a tangent.
  void Finish(const GraphMarginalsOf<Real>& marginals, Real mass) const;
  /// All marginals that are asked for become 0: no labelling is allowed.
  void Clear(const GraphMarginalsOf<Real>& marginals) const;

 private:
  void FillNodes();

  GraphShape shape_;
  const ReducedGraph* graph_ = nullptr;
  GraphScoresOf<Real> scores_;
  double constant_ = 0;
  const Real* node_ = nullptr;
  std::size_t stride_ = 0;
  AlignedBuffer<Real> own_;  // [free nodes][K], of graphs that are not whole
};

}  // namespace sagitta
