// The Lipschitz line search, Algorithm 2 of the paper: doubles L until a gradient step of size 1/L
// on one example decreases its loss by at least ||g||^2 / (2L).
//
//   while f_i(w - g/L) >= f_i(w) - ||g||^2 / (2L):  L <- 2L
//
// Deviation: the test is not made while the decrease it asks for is within the rounding of the
// loss; in float it could then fail for every L and never end.
#pragma once

#include "objective/example_sum.h"

namespace sagitta {

enum class SearchOutcome {
  kNegligible,  // the gradient is practically zero: no test was made
  kUnresolved,  // the decrease to test is below rounding: L is unchanged
  kPassed,      // the first L passed
  kDoubled,
};

struct SearchResult {
  SearchOutcome outcome;
  double lipschitz;
};

/// Squared gradient norms up to this are taken for zero (Algorithm 1).
inline constexpr double kNegligibleGradient = 1e-8;

/// From the constant `lipschitz`. REQUIRES: the table is still the gradient's.
template <class Real>
SearchResult SearchLipschitz(const InferredExample<Real>& here, double lipschitz);

}  // namespace sagitta
