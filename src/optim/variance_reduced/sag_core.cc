#include "optim/variance_reduced/sag_core.h"

namespace sagitta {

template <class Real>
double SagCore<Real>::Visit(ExampleId i, const Lookahead& ahead) {
  memory_.Prefetch(ahead.next());
  oracle_.Gather(i, weights_, ahead.next(), *scratch_);
  const double loss = oracle_.Infer(i, *scratch_);
  loss_sum_ += loss - losses_[i];
  losses_[i] = loss;
  return loss;
}

template <class Real>
void SagCore<Real>::Remember(ExampleId i, const Lookahead& ahead) {
  if (memory_.Exchange(i, scratch_->table)) ++seen_;
  oracle_.Scatter(i, *scratch_, weights_, ahead.next());
}

template <class Real>
StepReport SagCore<Real>::Report(double alpha) const {
  StepReport report;
  report.evaluations = evaluations();
  const WeightSummary summary = weights_.Summarize(1.0 / static_cast<double>(n_), lambda_);
  report.objective_estimate =
      loss_sum_ / static_cast<double>(seen_) + 0.5 * lambda_ * summary.squared_norm;
  report.gradient_inf = summary.gradient_inf;
  report.step = alpha;
  report.seen_all = seen_ == n_;
  return report;
}

template class SagCore<float>;
template class SagCore<double>;

}  // namespace sagitta
