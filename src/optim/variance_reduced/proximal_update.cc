// Proximal steps: rows are refreshed before a visit and step lazily afterwards.
#include "optim/variance_reduced/proximal_update.h"

#include <utility>

namespace sagitta {

template <class Real>
ProximalUpdate<Real>::ProximalUpdate(ExampleSum<Real>& sum, double lambda, double lambda1,
                                     std::unique_ptr<GradientMemory<Real>> memory)
    : WeightUpdate<Real>(sum, lambda),
      lambda1_(lambda1),
      weights_(sum.space(), lambda1),
      memory_(std::move(memory)),
      touched_(sum.evaluator()) {}

template <class Real>
ScoredExample<Real> ProximalUpdate<Real>::Gather(ExampleId i, ExampleId next) {
  memory_->Prefetch(next);
  for (std::size_t block = 0; block < touched_.blocks(); ++block) {
    weights_.Refresh(block, touched_.Of(i, block));
  }
  return this->sum().Gather(i, weights_.rows(), next);
}

template <class Real>
StepReport ProximalUpdate<Real>::Report(double alpha) const {
  const ProximalSummary summary = weights_.Summarize(1 / this->sum().n(), this->lambda());
  StepReport report = this->ReportOf(alpha, {summary.gradient_inf, summary.squared_norm});
  report.objective_estimate += lambda1_ * summary.norm1;
  return report;
}

template <class Real>
void ProximalUpdate<Real>::Transfer(State& state) {
  WeightUpdate<Real>::Transfer(state);
  state.Part("weights", weights_);
  state.Part("memory", *memory_);
}

template <class Real>
ProximalSag<Real>::ProximalSag(ExampleSum<Real>& sum, double lambda, double lambda1,
                               std::unique_ptr<GradientMemory<Real>> memory)
    : ProximalUpdate<Real>(sum, lambda, lambda1, std::move(memory)),
      start_(sum.space(), sum.examples()) {}

// The example's rows are up to date, so that their d may change before the step that all rows put
// off.
template <class Real>
void ProximalSag<Real>::Apply(const InferredExample<Real>& here, double alpha, double,
                              ExampleId next) {
  this->memory_->Replace(here, 0, 1, next, this->weights_.rows());
  if (start_.active() && start_.Due()) {
    this->weights_.Flush();
    start_.Restore(this->weights_.rows());
  }
  this->weights_.Step(this->Shrink(alpha), alpha, 1 / static_cast<double>(this->seen()));
}

template <class Real>
void ProximalSag<Real>::StartSoftly() {
  this->weights_.Flush();
  start_.Begin(this->Weights(), Terms(), this->weights_.rows());
}

template <class Real>
StepReport ProximalSag<Real>::Report(double alpha) const {
  StepReport report = ProximalUpdate<Real>::Report(alpha);
  if (start_.active()) {
    report.gradient_inf = start_.GradientInf(this->Weights(), Terms(), this->weights_.rows());
  }
  return report;
}

template <class Real>
void ProximalSag<Real>::Transfer(State& state) {
  ProximalUpdate<Real>::Transfer(state);
  state.Part("start", start_);
}

// The example's rows take the step at once. It multiplies w with `shrink` and takes d after the
// change x = g - g_i of it, so that on_w is what makes -alpha x / (n p_i) of
// shrink on_w x - (alpha/n) x.
template <class Real>
void ProximalSaga<Real>::Apply(const InferredExample<Real>& here, double alpha, double probability,
                               ExampleId next) {
  const double n = this->sum().n();
  const double shrink = this->Shrink(alpha);
  const double on_w = alpha / n * (1 - 1 / probability) / shrink;
  this->memory_->Replace(here, on_w, 1, next, this->weights_.rows());
  this->weights_.Step(shrink, alpha, 1 / n);
  for (std::size_t block = 0; block < this->touched_.blocks(); ++block) {
    this->weights_.StepNow(block, this->touched_.Of(here.example(), block));
  }
}

template class ProximalUpdate<float>;
template class ProximalUpdate<double>;
template class ProximalSag<float>;
template class ProximalSag<double>;
template class ProximalSaga<float>;
template class ProximalSaga<double>;

}  // namespace sagitta
