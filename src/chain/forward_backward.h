// Forward-backward on one chain: the fast kernels where they are safe, another route where they are
// not.
//
//   range(s_t) + 2 range(A) below the limit of Real   -> scaled probabilities in Real
//   otherwise, and Real is float                      -> scaled probabilities in double, or
//   wider than double can take                        -> log space
//
// so that any finite scores give the right answer. See kernels/chain.h for the recursions.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/aligned_buffer.h"
#include "chain/chain_scores.h"
#include "kernels/chain.h"

namespace sagitta {

/// Owns the scratch of inference; one per thread. Allocates only when a chain is larger than all
/// before.
template <class Real>
class ForwardBackward {
 public:
  ForwardBackward();
  ~ForwardBackward();
  ForwardBackward(ForwardBackward&&) noexcept;
  ForwardBackward& operator=(ForwardBackward&&) noexcept;

  /// log sum_y exp(score(y)).
  double LogPartition(const ChainScoresOf<Real>& scores);

  /// Fills the marginals that are asked for and returns the log partition.
  double Marginals(const ChainScoresOf<Real>& scores, const ChainMarginalsOf<Real>& marginals);

 private:
  class Widened;

  void Reserve(const ChainScoresOf<Real>& scores);
  /// Exponentiates all scores; false when they are too wide for Real.
  bool Prepare(const ChainScoresOf<Real>& scores, bool with_transposes);
  bool PrepareEdges(const ChainScoresOf<Real>& scores, bool with_transposes, double other_range);
  void PairMarginals(const ChainMarginalsOf<Real>& marginals);
  Widened& InDouble();

  kernels::ChainArrays<Real> chain_;
  double shift_ = 0;                   // the maxima taken out of all scores
  AlignedBuffer<Real> nodes_;          // [3][T][stride]: e, a, Q
  AlignedBuffer<Real> norms_;          // [T]
  AlignedBuffer<Real> transitions_;    // [2][K][stride]: E and its transpose
  AlignedBuffer<Real> edges_;          // the same for every edge with scores of its own
  AlignedBuffer<Real> pair_;           // [K][K]: one edge's marginals
  std::vector<const Real*> edge_exp_;  // [T]
  std::vector<const Real*> edge_exp_transposed_;
  std::unique_ptr<Widened> widened_;  // float only, made when first needed
};

}  // namespace sagitta
