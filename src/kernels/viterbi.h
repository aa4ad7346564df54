// One step of Viterbi decoding over padded rows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sagitta::kernels {

/// Rows are padded to a multiple of this many doubles, the widest vector in use.
inline constexpr std::size_t kViterbiLanes = 8;

/// K rounded up to whole vectors.
constexpr std::size_t ViterbiStride(std::size_t labels) {
  return (labels + kViterbiLanes - 1) / kViterbiLanes * kViterbiLanes;
}

/// With S = ViterbiStride(labels), for every j < S
///
///   best[j] = max_{i < labels} previous[i] + edge[i * S + j]
///   back[j] = the lowest i that attains it
///
/// The columns j >= labels depend on the padding of `edge`. O(labels * S).
/// REQUIRES: labels >= 1; previous has `labels` elements, edge labels * S, best and back S; best
/// and previous do not overlap.
void ViterbiStep(std::size_t labels, const double* previous, const double* edge, double* best,
                 std::uint16_t* back);

}  // namespace sagitta::kernels
