// SAG: one line search per visit and one constant for all.
#include "optim/variance_reduced/sag.h"

#include <algorithm>
#include <cmath>

#include "optim/parts/line_search.h"

namespace sagitta {

// Lines 12 to 14.
template <class Real>
Measurement SagRule<Real>::Measure(const InferredExample<Real>& here) const {
  return {.lipschitz = SearchLipschitz(here, lipschitz_).lipschitz};
}

// A search never lowers the constant. In a batch another one may have raised it meanwhile.
template <class Real>
void SagRule<Real>::Record(ExampleId, const Measurement& found) {
  lipschitz_ = std::max(lipschitz_, *found.lipschitz);
}

// L_g <- L_g 2^(-1/n), line 17.
template <class Real>
void SagRule<Real>::CountStep() {
  lipschitz_ *= std::exp2(-1.0 / static_cast<double>(update_.examples()));
}

template class SagRule<float>;
template class SagRule<double>;

}  // namespace sagitta
