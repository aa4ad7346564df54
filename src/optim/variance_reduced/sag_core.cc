#include "optim/variance_reduced/sag_core.h"

namespace sagitta {

template <class Real>
double SagCore<Real>::Visit(ExampleId i, ExampleId next) {
  memory_.Prefetch(next);
  oracle_.Gather(i, weights_, next, *scratch_);
  const double loss = oracle_.Infer(i, *scratch_);
  loss_sum_ += loss;
  ++loss_count_;
  return loss;
}

template <class Real>
void SagCore<Real>::Remember(ExampleId i) {
  if (memory_.Exchange(i, scratch_->table)) ++seen_;
  oracle_.Scatter(i, *scratch_, weights_);
}

template <class Real>
StepReport SagCore<Real>::Report(double alpha) {
  StepReport report;
  report.evaluations = evaluations();
  report.mean_loss = loss_count_ > 0 ? loss_sum_ / static_cast<double>(loss_count_) : 0.0;
  report.gradient_inf = weights_.GradientInf(1.0 / static_cast<double>(n_), lambda_);
  report.step = alpha;
  report.seen_all = seen_ == n_;
  loss_sum_ = 0;
  loss_count_ = 0;
  return report;
}

template class SagCore<float>;
template class SagCore<double>;

}  // namespace sagitta
