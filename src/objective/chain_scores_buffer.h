// ChainScoresBuffer: the scores of the factors of one sequence, and the chain that they form.
//
// Training, scoring on a development set and tagging all fill such a buffer, apply LabelConstraints
// to it, and hand the view to inference.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "chain/chain_scores.h"
#include "chain/label_constraints.h"
#include "data/dataset.h"
#include "objective/factor_scores.h"

namespace sagitta {

template <class Real>
struct ChainScoresBuffer {
  FactorScores<Real> factor;
  std::vector<const Real*> edge_at;  // [T] where edges have scores of their own

  ChainScoresBuffer() = default;
  /// Room for chains of up to `tokens` tokens, `edges` of their edges with scores of their own.
  ChainScoresBuffer(std::size_t tokens, std::size_t labels, std::size_t stride, std::size_t edges)
      : factor(tokens, stride, 1, edges, labels * labels), edge_at(edges > 0 ? tokens : 0) {}

  /// Makes room for a longer chain, or more edges with scores of their own. The scores of nodes and
  /// edges are lost then.
  void Grow(std::size_t tokens, std::size_t labels, std::size_t edges) {
    GrowTo(tokens * factor.stride, factor.node);
    GrowTo(edges * labels * labels, factor.edge);
    if (edges > 0 && edge_at.size() < tokens) edge_at.resize(tokens);
  }

  /// What the constraints forbid gets the score -infinity, in a chain whose first `own_edges`
  /// matrices in factor.edge are in use.
  void Forbid(const LabelConstraints<Real>& constraints, std::size_t length, std::size_t labels,
              std::size_t own_edges) {
    if (constraints.empty()) return;
    constraints.ForbidEnds(length, factor.stride, factor.node.data());
    if (length > 1) constraints.ForbidPairs(factor.type.data());
    for (std::size_t e = 0; e < own_edges; ++e) {
      constraints.ForbidPairs(factor.edge.data() + e * labels * labels);
    }
  }

  /// The chain of `length` tokens. The e-th of `own_edges` has the e-th matrix of factor.edge; all
  /// others have the plain transitions. Valid until the buffer changes.
  ChainScoresOf<Real> View(std::size_t length, std::size_t labels,
                           std::span<const Edge> own_edges) {
    if (!own_edges.empty()) {
      std::fill_n(edge_at.begin(), length, nullptr);
      const Real* matrix = factor.edge.data();
      for (const Edge& edge : own_edges) {
        edge_at[edge.to] = matrix;
        matrix += labels * labels;
      }
    }
    return {length,
            labels,
            factor.stride,
            factor.node.data(),
            factor.type.data(),
            own_edges.empty() ? nullptr : edge_at.data()};
  }

 private:
  static void GrowTo(std::size_t size, AlignedBuffer<Real>& buffer) {
    if (buffer.size() >= size) return;
    buffer = AlignedBuffer<Real>();  // first free, then take more
    buffer = AlignedBuffer<Real>(size);
  }
};

}  // namespace sagitta
