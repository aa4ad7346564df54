// The Lipschitz line search, Algorithm 2 of the paper: doubles L until a gradient step of size 1/L
// on one example decreases its loss by at least ||g||^2 / (2L).
//
//   while f_i(w - g/L) >= f_i(w) - ||g||^2 / (2L):  L <- 2L
//
// Deviation: the test is not made while the decrease it asks for is within the rounding of the
// loss; in float it could then fail for every L and never end.
#pragma once

#include "objective/oracle.h"

namespace sagitta {

enum class SearchOutcome {
  kNegligible,  // the gradient is as good as zero: no test was made
  kUnresolved,  // the test would drown in rounding: L is as it came
  kPassed,      // the first L passed
  kDoubled,
};

struct SearchResult {
  SearchOutcome outcome;
  double lipschitz;
};

/// Squared gradient norms up to this are taken for zero (Algorithm 1).
inline constexpr double kNegligibleGradient = 1e-8;

/// REQUIRES: Infer(i) gave `loss` with this scratch, and the table is still the gradient's.
template <class Real>
SearchResult SearchLipschitz(const Oracle<Real>& oracle, ExampleId i, double loss, double lipschitz,
                             typename Oracle<Real>::Scratch& scratch);

}  // namespace sagitta
