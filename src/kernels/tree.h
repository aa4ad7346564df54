// Kernels of inference on forests, in scaled probability space.
//
// Working arrays are [nodes][stride] with zeros in the padding, matrices [PaddedRows(K)][stride] as
// ExpTransitions makes them (kernels/chain.h). With e_v = exp(node scores - their maximum) and the
// matrix M_v[i][j] = exp(score of label i at v and j at its parent - the maximum), messages go up
//
//   a_v[i] = e_v[i] prod_{children c} m_c[i],   z_v = sum_i a_v[i]
//   m_v[j] = sum_i a_v[i] M_v[i][j] / z_v
//
// so that log Z = sum_v log z_v + the sum of all subtracted maxima. Marginals go down:
//
//   root:    p_v[i] = a_v[i] / z_v
//   others:  Q_v[j] = p_parent[j] / (m_v[j] z_v),   p_v[i] = a_v[i] sum_j M_v[i][j] Q_v[j]
//   pairs:   p(y_v = i, y_parent = j) = a_v[i] M_v[i][j] Q_v[j]
//
// where a quotient by m_v[j] = 0 is 0. All m are at most 1 and at least exp(-range(M)).
#pragma once

#include <cstddef>
#include <cstdint>

namespace sagitta::kernels {

inline constexpr std::uint32_t kNoParent = 0xffffffff;

template <class Real>
struct TreeArrays {
  std::size_t nodes = 0;
  std::size_t labels = 0;
  std::size_t stride = 0;
  const std::uint32_t* order = nullptr;      // [nodes]: parents before their children
  const std::uint32_t* parent = nullptr;     // [nodes] or kNoParent
  const Real* const* to_parent = nullptr;    // [nodes]: M_v; not read for roots
  const Real* const* from_parent = nullptr;  // [nodes]: its transpose
  Real* inside = nullptr;                    // e, then a
  Real* message = nullptr;                   // m, then Q
  Real* inverse_norm = nullptr;              // 1/z [nodes]
  Real* marginal = nullptr;                  // p
};

/// Turns e into a, fills message with m, and inverse_norm; returns sum_v log z_v.
template <class Real>
double TreeUpward(const TreeArrays<Real>& tree);

/// Fills marginal, and message with Q. REQUIRES: TreeUpward was called before.
template <class Real>
void TreeDownward(const TreeArrays<Real>& tree);

/// sums[i][j] = M[i][j] sum_{v in rows} left_v[i] right_v[j]; tight [K][K]. The sums of pair
/// marginals over nodes that have the same matrix M: left is a and right Q, or the other way round
/// with the transpose.
template <class Real>
void OuterSums(std::size_t count, const std::uint32_t* rows, std::size_t labels, std::size_t stride,
               const Real* left, const Real* right, const Real* matrix, Real* sums);

}  // namespace sagitta::kernels
