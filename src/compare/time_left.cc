#include "compare/time_left.h"

#include <algorithm>

namespace sagitta {

double SecondsLeft(std::span<const Workload> loads, unsigned jobs) {
  double sum = 0, longest = 0;
  std::size_t known = 0;
  for (const Workload& load : loads) {
    sum += load.pace;
    known += load.pace > 0 ? 1 : 0;
  }
  if (known == 0) return -1;
  const double mean = sum / static_cast<double>(known);
  double seconds = 0;
  for (const Workload& load : loads) {
    const double own = load.passes * (load.pace > 0 ? load.pace : mean);
    seconds += own;
    longest = std::max(longest, own);
  }
  // The runs of one method follow each other, however many jobs there are.
  return std::max(longest, seconds / jobs);
}

}  // namespace sagitta
