// The scores of one chain and the marginals they lead to, as arrays that belong to the caller.
//
//   score(y) = sum_t node[t][y_t] + sum_{t>=1} edge_t[y_{t-1}][y_t]
//
// No weights, no attributes, no strings: what inference works on.
#pragma once

#include <cstddef>

namespace sagitta {

/// A score of -infinity forbids a label at a token, or one label after another. NaN and +infinity
/// are no scores. Inference may read (never use) up to 64 bytes past the end of each array;
/// AlignedBuffer has that room.
template <class Real>
struct ChainScoresOf {
  std::size_t length = 0;            // T >= 1
  std::size_t labels = 0;            // K
  std::size_t stride = 0;            // of a node row, >= K
  const Real* node = nullptr;        // [T][stride]
  const Real* transition = nullptr;  // tight [K][K]: from, to
  /// edge[t], t in [1, T): tight [K][K] scores of the edge into token t instead of `transition`; an
  /// entry or the whole array may be null.
  const Real* const* edge = nullptr;

  const Real* Edge(std::size_t t) const {
    return edge != nullptr && edge[t] != nullptr ? edge[t] : transition;
  }
};

template <class Real>
struct ChainMarginalsOf {
  Real* node = nullptr;             // tight [T][K]: p(y_t = k)
  Real* transition_sums = nullptr;  // tight [K][K]: sum_t p(y_{t-1} = i, y_t = j); may be null
  Real* const* edge = nullptr;      // edge[t] tight [K][K]: p(y_{t-1} = i, y_t = j); may be null
};

using ChainScores = ChainScoresOf<double>;  // what tagging uses

}  // namespace sagitta
