// The two searches of N-best decoding: the next way into a label, and the largest of many numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace sagitta::kernels {

/// Arrays are padded to a multiple of this many doubles, the widest vector in use.
inline constexpr std::size_t kWayLanes = 8;

constexpr std::size_t WholeVectors(std::size_t count) {
  return (count + kWayLanes - 1) / kWayLanes * kWayLanes;
}

/// The value of what is not allowed.
inline constexpr double kNever = -std::numeric_limits<double>::infinity();

/// A way into a label, by the label `from` before it.
struct Way {
  static constexpr std::uint32_t kNone = 0xffffffff;

  double value = kNever;       // previous[from] + column[from]
  std::uint32_t from = kNone;  // kNone: there is no way
};

/// Of the ways into one label, the one that follows `than` when they are ordered by value,
/// descending, and equal ones by `from`. Values of -infinity are no ways, nor are those of NaN.
/// O(count). REQUIRES: count is a multiple of kWayLanes, and not 0.
Way NextWay(const double* previous, const double* column, std::size_t count, Way than);

struct Maximum {
  double value;
  std::uint32_t first;  // the lowest place that has it
  bool is_tied;         // whether another place has it too
};

/// REQUIRES: count is a multiple of kWayLanes, and not 0, and below 2^32; no value is NaN.
/// O(count).
Maximum FindMaximum(const double* values, std::size_t count);

}  // namespace sagitta::kernels
