#include "optim/stochastic/stochastic_core.h"

#include <limits>

namespace sagitta {

template <class Real>
StepReport StochasticCore<Real>::Report(double alpha) const {
  WeightSummary summary;
  summary.gradient_inf = std::numeric_limits<double>::infinity();
  summary.squared_norm = SquaredNorm();
  StepReport report = this->ReportOf(alpha, summary);
  report.seen_all = false;
  return report;
}

template class StochasticCore<float>;
template class StochasticCore<double>;

}  // namespace sagitta
