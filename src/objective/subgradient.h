// The least subgradient of an objective with an L1 term, in one coordinate.
#pragma once

#include <algorithm>
#include <cmath>

namespace sagitta {

/// The smallest number in the subdifferential of f + lambda1 |w|, given the derivative of f. It is
/// the derivative itself when lambda1 is 0.
inline double LeastSubgradient(double smooth, double w, double lambda1) {
  if (w > 0) return smooth + lambda1;
  if (w < 0) return smooth - lambda1;
  return std::copysign(std::max(std::abs(smooth) - lambda1, 0.0), smooth);
}

}  // namespace sagitta
