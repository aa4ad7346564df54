#include "optim/parts/line_search.h"

namespace sagitta {

template <class Real>
SearchResult SearchLipschitz(const Oracle<Real>& oracle, ExampleId i, double loss, double lipschitz,
                             typename Oracle<Real>::Scratch& scratch) {
  const double noise = oracle.LossNoise(scratch);
  const double squared_norm = oracle.TableScores(i, scratch);
  if (!(squared_norm > kNegligibleGradient)) return {SearchOutcome::kNegligible, lipschitz};
  SearchResult result{SearchOutcome::kUnresolved, lipschitz};
  while (squared_norm / (2 * result.lipschitz) > noise) {
    const double trial = oracle.LossAlong(i, 1 / result.lipschitz, scratch);
    if (trial < loss - squared_norm / (2 * result.lipschitz)) {
      if (result.outcome == SearchOutcome::kUnresolved) result.outcome = SearchOutcome::kPassed;
      break;
    }
    result.lipschitz *= 2;
    result.outcome = SearchOutcome::kDoubled;
  }
  return result;
}

template SearchResult SearchLipschitz(const Oracle<float>&, ExampleId, double, double,
                                      Oracle<float>::Scratch&);
template SearchResult SearchLipschitz(const Oracle<double>&, ExampleId, double, double,
                                      Oracle<double>::Scratch&);

}  // namespace sagitta
