// Kernels of inference on one chain, in scaled probability space.
//
// Working arrays are [T][stride] for nodes and [K][stride] for transitions, padded to a cache line
// with zeroes. Scores and marginals, which others read too, are tight where the comment says so.
// With e_t[j] = exp(s_t[j] - max_j s_t[j]) and E[i][j] = exp(A[i][j] - max A), the forward pass
// keeps
//
//   a_0 = e_0,   a_t[j] = e_t[j] * sum_i a_{t-1}[i] E[i][j] / z_{t-1},   z_t = sum_j a_t[j]
//
// so that log Z = sum_t log z_t + sum of all the maxima taken out. The backward pass is
//
//   B_{T-1} = 1/z_{T-1},   Q_t[j] = B_t[j] e_t[j] / z_{t-1},   B_{t-1}[i] = sum_j E[i][j] Q_t[j]
//   p(y_t = j)             = a_t[j] B_t[j]
//   p(y_{t-1} = i, y_t = j) = a_{t-1}[i] E[i][j] Q_t[j]
//
// Nothing over- or underflows harmfully while  range(s_t) + 2 range(A)  stays below
// ScoreRangeLimit: then every a_t[j] >= exp(-range(s) - range(A)) and every B, Q is at most its
// inverse times exp(range(A)). The callers check this and take another route for wilder scores.
//
// A score of -infinity forbids a label at a token or a step between two labels: its e or E is
// exactly 0, and e or E of anything finite is above 0. Ranges are infinite then and prove nothing;
// chain/accuracy.h has another criterion. NaN and +infinity are no scores.
#pragma once

#include <cstddef>
#include <type_traits>

namespace sagitta::kernels {

/// Row length of node and transition arrays: K padded to 64 bytes.
template <class Real>
constexpr std::size_t PaddedLength(std::size_t count) {
  constexpr std::size_t unit = 64 / sizeof(Real);
  return (count + unit - 1) / unit * unit;
}

/// Rows to allocate for a transition array of K rows.
constexpr std::size_t PaddedRows(std::size_t labels) { return (labels + 3) / 4 * 4; }

/// range(s_t) + 2 range(A) may come up to this in Real.
template <class Real>
constexpr double ScoreRangeLimit() {
  return std::is_same_v<Real, float> ? 80.0 : 650.0;
}

/// What leaves the numbers when scores are exponentiated.
struct Shift {
  // Sum over rows of the row maximum (nodes), the one maximum (transitions). -infinity: a whole row
  // (or the matrix) is forbidden, and the exponentials and the range mean nothing.
  double max = 0;
  double range = 0;  // largest max - min of a row (nodes), of the matrix (transitions)
};

/// exps[t][j] = exp(scores[t][j] - max_j scores[t][j]); padding of exps
/// becomes 0. Scores may be read up to a vector past labels.
template <class Real>
Shift ExpNodes(std::size_t rows, std::size_t labels, const Real* scores, std::size_t score_stride,
               Real* exps, std::size_t stride);

/// exps[i][j] = exp(scores[i][j] - max) with the maximum over the matrix; `transposed`, when not
/// null, receives the transpose. scores are tight [K][K] and may be read a vector past the end, the
/// others [PaddedRows(K)][stride], of which the first K rows are written, their padding with 0.
template <class Real>
Shift ExpTransitions(std::size_t labels, std::size_t stride, const Real* scores, Real* exps,
                     Real* transposed);

/// One chain between its potentials and its marginals. edge_exp[t] (t >= 1), when the array is
/// there, is the matrix of the edge into t instead of `transition`; edge_exp_transposed likewise.
template <class Real>
struct ChainArrays {
  std::size_t length = 0;
  std::size_t labels = 0;
  std::size_t stride = 0;
  const Real* node_exp = nullptr;        // e [T][stride]
  const Real* transition_exp = nullptr;  // E [K][stride]
  const Real* transition_exp_transposed = nullptr;
  const Real* const* edge_exp = nullptr;  // [T] or null
  const Real* const* edge_exp_transposed = nullptr;
  Real* forward = nullptr;       // a [T][stride]
  Real* backward = nullptr;      // Q [T][stride]; row 0 is not used
  Real* inverse_norm = nullptr;  // 1/z [T]
};

/// Fills forward and inverse_norm; returns sum_t log z_t.
template <class Real>
double Forward(const ChainArrays<Real>& chain);

/// Fills backward and node_marginals (tight [T][K]). REQUIRES: Forward went before.
template <class Real>
void Backward(const ChainArrays<Real>& chain, Real* node_marginals);

/// sums[i][j] = sum_{t>=1} a_{t-1}[i] E[i][j] Q_t[j]: expected counts of transitions, for chains
/// whose edges all share one matrix. Tight [K][K].
template <class Real>
void TransitionSums(const ChainArrays<Real>& chain, Real* sums);

/// marginals[i][j] = a_{t-1}[i] E_t[i][j] Q_t[j] of the edge into token t; tight [K][K].
template <class Real>
void EdgeMarginals(const ChainArrays<Real>& chain, std::size_t t, Real* marginals);

}  // namespace sagitta::kernels
