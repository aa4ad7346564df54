// Kernels of inference on one chain, in scaled probability space.
//
// Working arrays are [T][stride] for nodes and [K][stride] for transitions, padded with zeros to
// whole cache lines. Scores and marginals, which other code reads too, have no padding ("tight")
// where the comment says so. With e_t[j] = exp(s_t[j] - max_j s_t[j]) and E[i][j] = exp(A[i][j] -
// max A), the forward pass keeps
//
//   a_0 = e_0,   a_t[j] = e_t[j] * sum_i a_{t-1}[i] E[i][j] / z_{t-1},   z_t = sum_j a_t[j]
//
// so that log Z = sum_t log z_t + the sum of all subtracted maxima. The backward pass is
//
//   B_{T-1} = 1/z_{T-1},   Q_t[j] = B_t[j] e_t[j] / z_{t-1},   B_{t-1}[i] = sum_j E[i][j] Q_t[j]
//   p(y_t = j)             = a_t[j] B_t[j]
//   p(y_{t-1} = i, y_t = j) = a_{t-1}[i] E[i][j] Q_t[j]
//
// There is no harmful overflow or underflow if  range(s_t) + 2 range(A)  is below ScoreRangeLimit:
// then every a_t[j] >= exp(-range(s) - range(A)), and every B and Q is at most its inverse times
// exp(range(A)). Callers check this and use another method for larger ranges.
//
// A score of -infinity forbids a label at a token, or a transition between two labels: its e or E
// is exactly 0, whereas e or E of a finite score is positive. The range is then infinite and proves
// nothing; chain/accuracy.h has another criterion. NaN and +infinity are not valid scores.
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

/// The number of rows to allocate for a transition array with K rows.
constexpr std::size_t PaddedRows(std::size_t labels) { return (labels + 3) / 4 * 4; }

/// The largest range(s_t) + 2 range(A) that is safe in Real.
template <class Real>
constexpr double ScoreRangeLimit() {
  return std::is_same_v<Real, float> ? 80.0 : 650.0;
}

/// What exponentiating scores subtracts, and their range.
struct Shift {
  // Nodes: the sum of the row maxima. Transitions: the maximum. -infinity if a whole row (or the
  // whole matrix) is forbidden; the exponentials and the range are then meaningless.
  double max = 0;
  double range = 0;  // nodes: the largest max - min of a row; transitions: max - min
};

/// exps[t][j] = exp(scores[t][j] - max_j scores[t][j]); the padding of exps is set to 0. Scores may
/// be read up to one vector past `labels`.
template <class Real>
Shift ExpNodes(std::size_t rows, std::size_t labels, const Real* scores, std::size_t score_stride,
               Real* exps, std::size_t stride);

/// exps[i][j] = exp(scores[i][j] - max) with the maximum over the matrix. `transposed`, if not
/// null, receives the transpose. scores is tight [K][K] and may be read one vector past its end.
/// The others are [PaddedRows(K)][stride]; their first K rows are written, with zeros in the
/// padding.
template <class Real>
Shift ExpTransitions(std::size_t labels, std::size_t stride, const Real* scores, Real* exps,
                     Real* transposed);

/// The working arrays of one chain. If edge_exp is not null, edge_exp[t] (t >= 1) is the matrix of
/// the edge into t, and is used instead of transition_exp; likewise edge_exp_transposed.
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

/// Fills backward and node_marginals (tight [T][K]). REQUIRES: Forward was called before.
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
