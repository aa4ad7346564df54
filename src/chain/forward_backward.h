// Forward-backward on one chain: the fast kernels where they are safe, another route where they are
// not.
//
//   range(s_t) + 2 range(A) or 2 range(A) alone below -> scaled probabilities in Real
//   its limit for Real
//   something is forbidden, or Real is double         -> the same, if a look at the outcome proves
//                                                        it right (chain/accuracy.h)
//   otherwise, and Real is float                      -> the same questions in double
//   wider than double can take                        -> log space
//
// so that any scores give the right answer, -infinity included. See kernels/chain.h for the
// recursions. What is forbidden has probability 0 exactly. When no labelling is allowed at all, log
// Z is -infinity and all marginals are 0.
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

  /// Reserves memory for chains of this many tokens and labels, and this many edges with scores of
  /// their own among them: up to there nothing will be allocated later. The route through double
  /// takes its memory when it is first needed, for chains of this size at once.
  void Reserve(std::size_t length, std::size_t labels, std::size_t own_edges);

  /// log sum_y exp(score(y)).
  double LogPartition(const ChainScoresOf<Real>& scores);

  /// Fills the marginals that are asked for and returns the log partition.
  double Marginals(const ChainScoresOf<Real>& scores, const ChainMarginalsOf<Real>& marginals);

 private:
  class Widened;

  /// Chains that room was asked for.
  struct Largest {
    std::size_t length = 0;
    std::size_t labels = 0;
    std::size_t own_edges = 0;
  };

  /// Makes room for a chain of this size.
  void GrowTo(const Largest& size);
  /// Lays the arrays out for these scores.
  void Arrange(const ChainScoresOf<Real>& scores);
  /// What is known of scaled probabilities in Real before they are computed.
  enum class Promise {
    kRight,
    kPerhaps,  // the outcome will tell
    kWrong,    // the scores are too wide, or nothing is allowed
  };

  /// Exponentiates all scores.
  Promise Prepare(const ChainScoresOf<Real>& scores, bool with_transposes);
  /// Those of edges with scores of their own; returns the largest range of them.
  double PrepareEdges(const ChainScoresOf<Real>& scores, bool with_transposes);
  /// What scores of these ranges, with shift_, promise.
  Promise PromiseOf(double node_range, double edge_range) const;
  /// Runs the forward pass; false when its outcome is not to be relied on.
  bool RunForward(Promise promise, double& log_z);
  void PairMarginals(const ChainMarginalsOf<Real>& marginals);
  Widened& InDouble();

  Largest largest_;
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
