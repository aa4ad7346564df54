// Steps that are fixed in advance: schedules, the rule that follows one, and methods made of it.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "optim/loop/example_loop.h"
#include "optim/loop/sampling_rule.h"
#include "optim/stochastic/stochastic_update.h"
#include "optim/variance_reduced/sag.h"

namespace sagitta {

/// alpha of iteration t = 1, 2, ... with lambda.
using StepSchedule = std::function<double(std::uint64_t t, double lambda)>;

/// alpha = eta
inline StepSchedule ConstantSteps(double eta) {
  return [eta](std::uint64_t, double) { return eta; };
}

/// alpha = eta / sqrt(t)
inline StepSchedule SqrtSteps(double eta) {
  return [eta](std::uint64_t t, double) { return eta / std::sqrt(static_cast<double>(t)); };
}

/// alpha = eta / (delta + t)
inline StepSchedule LinearSteps(double eta, double delta) {
  return [eta, delta](std::uint64_t t, double) { return eta / (delta + static_cast<double>(t)); };
}

/// Examples as another rule samples them, steps from a schedule.
///
/// With another lambda t counts from 1 again: the weights are then as far from the new optimum as
/// they were from the old one at first, and steps that have become short would not lead there.
template <class Real>
class ScheduledRule final : public SamplingRule<Real> {
 public:
  /// learns: the sampling depends on Lipschitz constants, so let it search for them. Uniform
  /// sampling does not, and no evaluation is spent on it.
  ScheduledRule(const WeightUpdate<Real>& update, const StepSchedule& schedule,
                std::unique_ptr<SamplingRule<Real>> sampling, bool learns)
      : update_(update), schedule_(schedule), sampling_(std::move(sampling)), learns_(learns) {}

  ExampleId Resolve(const Draw& draw) const override { return sampling_->Resolve(draw); }
  double Probability(ExampleId i) const override { return sampling_->Probability(i); }
  Measurement Measure(const InferredExample<Real>& here) const override {
    return learns_ ? sampling_->Measure(here) : Measurement{};
  }
  void Record(ExampleId i, const Measurement& found) override {
    if (learns_) sampling_->Record(i, found);
  }
  double StepSize() const override { return schedule_(iteration_ + 1, update_.lambda()); }
  void CountStep() override { ++iteration_; }
  void LambdaChanged() override {
    sampling_->LambdaChanged();
    iteration_ = 0;
  }
  void Transfer(State& state) override {
    state.Part("sampling", *sampling_);
    state.Value("iteration", iteration_);
    state.Require(iteration_ <= kMostCounted, "iteration");
  }
  bool HasLipschitz() const override { return sampling_->HasLipschitz(); }
  double Lipschitz(ExampleId i) const override { return sampling_->Lipschitz(i); }

 private:
  const WeightUpdate<Real>& update_;
  StepSchedule schedule_;
  std::unique_ptr<SamplingRule<Real>> sampling_;
  bool learns_;
  std::uint64_t iteration_ = 0;  // t, of this lambda
};

/// An update with steps of a schedule. `sampling` refers to the update; `learns` is
/// ScheduledRule's.
template <class Real>
std::unique_ptr<Optimizer<Real>> MakeScheduled(std::unique_ptr<StochasticUpdate<Real>> update,
                                               const StepSchedule& schedule,
                                               std::unique_ptr<SamplingRule<Real>> sampling,
                                               bool learns) {
  auto rule = std::make_unique<ScheduledRule<Real>>(*update, schedule, std::move(sampling), learns);
  return std::make_unique<ExampleLoop<Real>>(std::move(update), std::move(rule));
}

/// Examples drawn uniformly: n p_i = 1.
template <class Real>
std::unique_ptr<Optimizer<Real>> MakeUniform(std::unique_ptr<StochasticUpdate<Real>> update,
                                             const StepSchedule& schedule) {
  auto uniform = std::make_unique<SagRule<Real>>(*update);
  return MakeScheduled<Real>(std::move(update), schedule, std::move(uniform), false);
}

}  // namespace sagitta
