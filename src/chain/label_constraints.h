// LabelConstraints: the one place where constraints turn into scores of -infinity.
//
// Constraints say which labels a sequence may begin and end with, and which may follow which. They
// are applied to scores at given weights, just before inference, and never to scores along a
// direction. Inference then gives forbidden labellings probability 0 exactly.
#pragma once

#include <cstddef>
#include <vector>

#include "base/aligned_buffer.h"
#include "sagitta/constraints.h"

namespace sagitta {

/// Immutable; shared by threads.
template <class Real>
class LabelConstraints {
 public:
  /// Empty constraints allow everything.
  LabelConstraints(const Constraints& allowed, std::size_t labels);

  bool empty() const { return labels_ == 0; }

  /// Scores of a chain of `length` >= 1 tokens, rows `stride` apart: what the first and the last
  /// token must not have becomes -infinity. REQUIRES: not empty.
  void ForbidEnds(std::size_t length, std::size_t stride, Real* node) const;
  /// Scores [K][K] of one edge, or of all edges of a type. REQUIRES: not empty.
  void ForbidPairs(Real* pairs) const;

  /// 0 in the forbidden places of tables: [length][K] of the tokens, [K][K] of an edge.
  /// REQUIRES: not empty.
  void ClearEnds(std::size_t length, Real* node) const;
  void ClearPairs(Real* pairs) const;
  bool AllowsPair(std::size_t pair) const { return pair_[pair] == 0; }

  /// The logarithm of the number of labellings of 0, 1, ... `longest` tokens that are allowed.
  /// With the number n_t[k] of allowed labellings of t + 1 tokens that end with k:
  ///
  ///   n_0[k] = first[k],   n_t[k] = sum_i n_{t-1}[i] pair[i][k],
  ///   labellings of length t + 1: sum_k n_t[k] last[k]
  std::vector<double> LogLabellings(std::size_t longest) const;

 private:
  std::size_t labels_ = 0;
  AlignedBuffer<Real> pair_;          // [K][K]: 0 or -infinity
  AlignedBuffer<Real> first_, last_;  // [K]
};

}  // namespace sagitta
