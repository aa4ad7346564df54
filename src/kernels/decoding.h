// Kernels of decoding: one step of the Viterbi algorithm, and the two searches of N-best decoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace sagitta::kernels {

/// Arrays are padded to a multiple of this many doubles, the widest vector in use.
inline constexpr std::size_t kDecodingLanes = 8;

/// `count` rounded up to whole vectors.
constexpr std::size_t DecodingStride(std::size_t count) {
  return (count + kDecodingLanes - 1) / kDecodingLanes * kDecodingLanes;
}

/// With S = DecodingStride(labels), for every j < S
///
///   best[j] = max_{i < labels} previous[i] + edge[i * S + j]
///   back[j] = the lowest i that attains it
///
/// The columns j >= labels depend on the padding of `edge`. O(labels * S).
/// REQUIRES: labels >= 1; previous has `labels` elements, edge labels * S, best and back S; best
/// and previous do not overlap.
void ViterbiStep(std::size_t labels, const double* previous, const double* edge, double* best,
                 std::uint16_t* back);

/// The value of what is forbidden.
inline constexpr double kNever = -std::numeric_limits<double>::infinity();

/// A way into a label: the label `from` of the previous token.
struct Way {
  static constexpr std::uint32_t kNone = 0xffffffff;

  double value = kNever;       // previous[from] + column[from]
  std::uint32_t from = kNone;  // kNone if there is no way
};

/// The way into one label that follows `than` in descending order of value, ties in ascending order
/// of `from`. Values of -infinity and NaN are skipped. O(count). REQUIRES: count is a positive
/// multiple of kDecodingLanes.
Way NextWay(const double* previous, const double* column, std::size_t count, Way than);

struct Maximum {
  double value;
  std::uint32_t first;  // the lowest index that has it
  bool is_tied;         // whether another index has it too
};

/// O(count). REQUIRES: count is a positive multiple of kDecodingLanes below 2^32; no value is NaN.
Maximum FindMaximum(const double* values, std::size_t count);

}  // namespace sagitta::kernels
