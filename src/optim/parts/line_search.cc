// Algorithm 2 of the paper, with a noise floor.
#include "optim/parts/line_search.h"

namespace sagitta {

template <class Real>
SearchResult SearchLipschitz(const InferredExample<Real>& here, double lipschitz) {
  const double noise = here.LossNoise();
  const ExampleLine<Real> line = here.AlongGradient();
  const double squared_norm = line.squared_norm();
  if (!(squared_norm > kNegligibleGradient)) return {SearchOutcome::kNegligible, lipschitz};
  SearchResult result{SearchOutcome::kUnresolved, lipschitz};
  while (squared_norm / (2 * result.lipschitz) > noise) {
    const double trial = line.Loss(1 / result.lipschitz);
    if (trial < here.loss() - squared_norm / (2 * result.lipschitz)) {
      if (result.outcome == SearchOutcome::kUnresolved) result.outcome = SearchOutcome::kPassed;
      break;
    }
    result.lipschitz *= 2;
    result.outcome = SearchOutcome::kDoubled;
  }
  return result;
}

template SearchResult SearchLipschitz(const InferredExample<float>&, double);
template SearchResult SearchLipschitz(const InferredExample<double>&, double);

}  // namespace sagitta
