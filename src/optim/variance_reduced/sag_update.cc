// SAG's steps: one, or those of a batch.
#include "optim/variance_reduced/sag_update.h"

#include <algorithm>
#include <utility>

namespace sagitta {

template <class Real>
SagUpdate<Real>::SagUpdate(ExampleSum<Real>& sum, double lambda,
                           std::unique_ptr<GradientMemory<Real>> memory)
    : LazyUpdate<Real>(sum, lambda, std::move(memory)), start_(sum.space(), sum.examples()) {}

template <class Real>
void SagUpdate<Real>::Step(double alpha, std::size_t m) {
  if (start_.active() && start_.Due()) start_.Restore(this->weights_);
  this->weights_.Step(this->Shrink(alpha), OnDirection(alpha, m));
}

template <class Real>
std::size_t SagUpdate<Real>::StepsAhead(double alpha, std::size_t most) const {
  if (start_.active()) most = std::min<std::size_t>(most, start_.IterationsToDue());
  return LazyUpdate<Real>::StepsAhead(alpha, most);
}

// Iteration b changes d, then takes its step.
template <class Real>
void SagUpdate<Real>::Foresee(std::span<const ExampleId> batch, std::span<const double>,
                              double alpha, Plan& plan) {
  LazyMoment moment = this->weights_.now();
  seen_after_ = this->seen();
  for (const ExampleId i : batch) {
    plan.moments.push_back(moment);
    plan.on_a.push_back(moment.clock);
    seen_after_ += this->seen(i) ? 0 : 1;
    moment = moment.After(this->Shrink(alpha), OnDirection(alpha, seen_after_));
  }
}

template <class Real>
void SagUpdate<Real>::Finish(std::span<const ExampleId> batch, double alpha, const Plan& plan) {
  for (std::size_t k = 0; k + 1 < batch.size() && start_.active(); ++k) {
    start_.Due();  // not before the last one
  }
  this->weights_.GoTo(plan.moments.back());
  Step(alpha, seen_after_);
}

template <class Real>
StepReport SagUpdate<Real>::Report(double alpha) const {
  StepReport report = LazyUpdate<Real>::Report(alpha);
  if (start_.active()) {
    report.gradient_inf = start_.GradientInf(this->Weights(), Terms(), this->weights_);
  }
  return report;
}

template <class Real>
void SagUpdate<Real>::Transfer(State& state) {
  LazyUpdate<Real>::Transfer(state);
  state.Part("start", start_);
}

template class SagUpdate<float>;
template class SagUpdate<double>;

}  // namespace sagitta
