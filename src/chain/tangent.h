// The tangent of forward-backward: how the marginals of a chain change when its scores move.
//
// Let the scores move along S(y) = sum_t n_t[y_t] + sum_t e_t[y_{t-1}][y_t]. The derivative of a
// probability along S is a covariance with it,
//
//   d p(y_t = j)              = p(y_t = j)              (E[S | y_t = j]              - E[S])
//   d p(y_{t-1} = i, y_t = j) = p(y_{t-1} = i, y_t = j) (E[S | y_{t-1} = i, y_t = j] - E[S])
//
// and the conditional expectations are what lies before a label plus what lies behind it:
//
//   F_t[j]     = n_t[j] + sum_i p(y_{t-1} = i | y_t = j) (F_{t-1}[i] + e_t[i][j])
//   B_{t-1}[i] = sum_j p(y_t = j | y_{t-1} = i) (e_t[i][j] + n_t[j] + B_t[j]),    B_{T-1} = 0
//   E[S | y_t = j]              = F_t[j] + B_t[j]
//   E[S | y_{t-1} = i, y_t = j] = F_{t-1}[i] + e_t[i][j] + n_t[j] + B_t[j]
//
// This is the derivative of the scaled recursions with the scales divided out: all that is left are
// averages under probabilities, which no scores can make over- or underflow. A label or pair whose
// probability has underflowed to zero weighs nothing and moves by nothing. Every row of F and B has
// its mean taken out, so that long chains lose no digits.
#pragma once

#include <vector>

#include "chain/chain_scores.h"

namespace sagitta {

/// Owns the scratch; one per thread. Allocates only when a chain is larger than all before.
template <class Real>
class MarginalTangents {
 public:
  /// Reserves memory for chains of this many tokens and labels.
  void Reserve(std::size_t length, std::size_t labels);

  /// Fills what is asked for in `out` with the derivatives, along the scores `along`, of the
  /// marginals `at`. REQUIRES: at.node, and at.edge[t] for every t in [1, T). Cost T K^2.
  void Compute(const ChainMarginalsOf<Real>& at, const ChainScoresOf<Real>& along,
               const ChainMarginalsOf<Real>& out);

 private:
  void RunForward(const ChainMarginalsOf<Real>& at, const ChainScoresOf<Real>& along);
  void NodeTangents(const Real* p, const double* forward, Real* out) const;
  /// backward_ from that of token t to that of t - 1; edge_mean_ = E[S], as far as this edge sees.
  void StepBackward(std::size_t t, const Real* pairs, const ChainScoresOf<Real>& along);
  void EdgeTangents(std::size_t t, const Real* pairs, const ChainScoresOf<Real>& along, Real* own);

  std::size_t labels_ = 0;
  double edge_mean_ = 0;
  std::vector<double> forward_;   // F [T][K]
  std::vector<double> backward_;  // B [K]
  std::vector<double> behind_;    // n_t + B_t [K] of the edge at hand
  std::vector<double> mass_;      // [K]: probabilities of a token's labels, as the pairs give them
  std::vector<double> sums_;      // [K][K]
};

}  // namespace sagitta
