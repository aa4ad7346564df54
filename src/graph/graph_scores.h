// The scores of one graph and the marginals they lead to, as arrays that belong to the caller.
//
//   score(y) = sum_v node[v][y_v] + sum_{e=(u,v)} edge_e[y_u][y_v]
//
// The labellings y are those of the graph's label sets: scores of other labels are read by nobody.
#pragma once

#include <cstddef>
#include <span>

#include "graph/graph_shape.h"

namespace sagitta {

/// A score of -infinity forbids a label at a node, or a pair of labels on an edge. NaN and
/// +infinity are no scores. Inference may read (never use) up to 64 bytes past the end of each
/// array; AlignedBuffer has that room.
template <class Real>
struct GraphScoresOf {
  std::size_t stride = 0;      // of a node row, >= K
  const Real* node = nullptr;  // [V][stride]
  const Real* type = nullptr;  // [edge types][K][K]: label of `from`, label of `to`
  /// edge[e]: tight [K][K] scores of edge e instead of those of its type; an entry or the whole
  /// array may be null.
  const Real* const* edge = nullptr;

  bool IsOwn(std::size_t e) const { return edge != nullptr && edge[e] != nullptr; }
  const Real* Table(const GraphShape& shape, std::size_t e) const {
    return IsOwn(e) ? edge[e] : type + shape.edges[e].type * shape.pairs();
  }
};

template <class Real>
struct GraphMarginalsOf {
  Real* node = nullptr;  // tight [V][K]: p(y_v = k)
  /// [edge types][K][K]: sums of p(y_from = i, y_to = j) over all edges of a type, those with
  /// scores of their own included. May be null.
  Real* type_sums = nullptr;
  Real* const* edge = nullptr;  // edge[e] tight [K][K]; an entry or the whole array may be null

  Real* Own(std::size_t e) const { return edge != nullptr ? edge[e] : nullptr; }
};

/// score(y); -infinity if some label is not in its node's set.
template <class Real>
double GraphScore(const GraphShape& shape, const GraphScoresOf<Real>& scores,
                  std::span<const LabelId> labels);

/// One of the best labellings.
struct ScoredLabels {
  double score = 0;
  std::span<const LabelId> labels;
};

}  // namespace sagitta
