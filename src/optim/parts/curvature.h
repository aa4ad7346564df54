// The diagonal of the Hessian, guessed from marginals: what a quasi-Newton method can start from.
#pragma once

#include "objective/example_sum.h"

namespace sagitta {

/// out = a guess of the diagonal of the Hessian of (1/n) sum_i f_i at w, never negative. Costs one
/// pass.
template <class Real>
void GuessCurvature(ExampleSum<Real>& sum, const PlainWeights<Real>& w, PlainWeights<Real>& out);

}  // namespace sagitta
