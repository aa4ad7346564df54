#include "optim/variance_reduced/proximal_core.h"

#include <utility>

namespace sagitta {

template <class Real>
ProximalCore<Real>::ProximalCore(const Oracle<Real>& oracle, double lambda, double lambda1,
                                 std::unique_ptr<GradientMemory<Real>> memory)
    : AverageCore<Real>(oracle, lambda),
      lambda1_(lambda1),
      weights_(oracle.space(), lambda1),
      memory_(std::move(memory)),
      touched_(oracle) {}

template <class Real>
void ProximalCore<Real>::Gather(ExampleId i, ExampleId next) {
  memory_->Prefetch(next);
  for (std::size_t part = 0; part < touched_.parts(); ++part) {
    weights_.Refresh(part, touched_.Of(i, part));
  }
  this->oracle().Gather(i, weights_.rows(), next, this->scratch());
}

template <class Real>
StepReport ProximalCore<Real>::Report(double alpha) const {
  const double n = static_cast<double>(this->examples());
  const ProximalSummary summary = weights_.Summarize(1 / n, this->lambda());
  StepReport report = this->ReportOf(alpha, {summary.gradient_inf, summary.squared_norm});
  report.objective_estimate += lambda1_ * summary.norm1;
  return report;
}

template <class Real>
void ProximalCore<Real>::Transfer(State& state) {
  AverageCore<Real>::Transfer(state);
  state.Part("weights", weights_);
  state.Part("memory", *memory_);
}

// The example's rows are up to date, so that their d may change before the step that all rows put
// off.
template <class Real>
void ProximalSag<Real>::Apply(ExampleId i, double alpha, double, ExampleId next) {
  this->memory_->Replace(i, 0, 1, next, this->scratch(), this->weights_.rows());
  this->weights_.Step(this->Shrink(alpha), alpha, 1 / static_cast<double>(this->seen()));
}

// The example's rows take the step at once. It multiplies w with `shrink` and takes d after the
// change x = g - g_i of it, so that on_w is what makes -alpha x / (n p_i) of
// shrink on_w x - (alpha/n) x.
template <class Real>
void ProximalSaga<Real>::Apply(ExampleId i, double alpha, double probability, ExampleId next) {
  const double n = static_cast<double>(this->examples());
  const double shrink = this->Shrink(alpha);
  const double on_w = alpha / n * (1 - 1 / probability) / shrink;
  this->memory_->Replace(i, on_w, 1, next, this->scratch(), this->weights_.rows());
  this->weights_.Step(shrink, alpha, 1 / n);
  for (std::size_t part = 0; part < this->touched_.parts(); ++part) {
    this->weights_.StepNow(part, this->touched_.Of(i, part));
  }
}

template class ProximalCore<float>;
template class ProximalCore<double>;
template class ProximalSag<float>;
template class ProximalSag<double>;
template class ProximalSaga<float>;
template class ProximalSaga<double>;

}  // namespace sagitta
