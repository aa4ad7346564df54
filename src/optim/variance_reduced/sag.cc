// SAG: one line search per visit and one constant for all.
#include "optim/variance_reduced/sag.h"

#include <cmath>

#include "optim/parts/line_search.h"

namespace sagitta {

// Lines 12 to 14.
template <class Real>
void SagRule<Real>::Learn(const InferredExample<Real>& here) {
  lipschitz_ = SearchLipschitz(here, lipschitz_).lipschitz;
}

// alpha = 1 / (L_g + lambda); then L_g <- L_g 2^(-1/n), lines 15 and 17.
template <class Real>
double SagRule<Real>::StepSize() {
  const double alpha = 1 / (lipschitz_ + update_.lambda());
  lipschitz_ *= std::exp2(-1.0 / static_cast<double>(update_.examples()));
  return alpha;
}

template class SagRule<float>;
template class SagRule<double>;

}  // namespace sagitta
