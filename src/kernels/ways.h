// The two searches of N-best decoding: the next best way into a label, and the maximum of an array.
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
/// multiple of kWayLanes.
Way NextWay(const double* previous, const double* column, std::size_t count, Way than);

struct Maximum {
  double value;
  std::uint32_t first;  // the lowest index that has it
  bool is_tied;         // whether another index has it too
};

/// O(count). REQUIRES: count is a positive multiple of kWayLanes below 2^32; no value is NaN.
Maximum FindMaximum(const double* values, std::size_t count);

}  // namespace sagitta::kernels
