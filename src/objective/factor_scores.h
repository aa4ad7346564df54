// The scores and the tables of one example, factor by factor: what FactorRows and an example's loss
// hand to each other.
#pragma once

#include <cstddef>

#include "base/aligned_buffer.h"

namespace sagitta {

/// Scores theta = A_i^T w, with room for the largest example.
template <class Real>
struct FactorScores {
  std::size_t stride = 0;    // of a token's row, at least K
  AlignedBuffer<Real> node;  // [tokens][stride]
  AlignedBuffer<Real> type;  // [edge types][K][K]
  AlignedBuffer<Real> edge;  // [attributed edges][K][K], the scores of their type included

  FactorScores() = default;
  FactorScores(std::size_t tokens, std::size_t node_stride, std::size_t types, std::size_t edges,
               std::size_t pairs)
      : stride(node_stride), node(tokens * node_stride), type(types * pairs), edge(edges * pairs) {}
};

/// A table of the example's gradient, as it is scattered. Null: there are no such factors.
template <class Real>
struct FactorTables {
  const Real* node = nullptr;  // [tokens][K]
  const Real* type = nullptr;  // [edge types][K][K], each the sum over all edges of the type
  const Real* edge = nullptr;  // [attributed edges][K][K]; slots without a weight mean nothing
};

}  // namespace sagitta
