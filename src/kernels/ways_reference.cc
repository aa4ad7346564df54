// NextWay and FindMaximum plainly; the tests hold the vector versions against them.
#include <algorithm>
#include <limits>

#include "kernels/ways.h"

namespace sagitta::kernels {

Way NextWayReference(const double* previous, const double* column, std::size_t count, Way than) {
  Way best{-std::numeric_limits<double>::infinity(), Way::kNone};
  for (std::uint32_t from = 0; from < count; ++from) {
    const double value = previous[from] + column[from];
    const bool follows = value < than.value || (value == than.value && from > than.from);
    if (follows && value > best.value) best = {value, from};
  }
  return best;
}

Maximum FindMaximumReference(const double* values, std::size_t count) {
  const double* first = std::max_element(values, values + count);
  return {*first, static_cast<std::uint32_t>(first - values),
          std::find(first + 1, values + count, *first) != values + count};
}

}  // namespace sagitta::kernels
