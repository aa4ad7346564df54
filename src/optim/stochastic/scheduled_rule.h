// ScheduledRule: examples as another rule samples them, steps as a schedule has them.
//
// With another lambda t counts from 1 again: the weights are then as far from the new optimum as
// they were from the old one at first, and steps that have become short would not lead there.
#pragma once

#include <memory>

#include "optim/stochastic/step_schedule.h"
#include "optim/variance_reduced/sampling_rule.h"

namespace sagitta {

template <class Real>
class ScheduledRule final : public SamplingRule<Real> {
 public:
  /// learns: the sampling depends on Lipschitz constants, so let it search for them. Uniform
  /// sampling does not, and no evaluation is spent on it.
  ScheduledRule(const AverageCore<Real>& core, const StepSchedule& schedule,
                std::unique_ptr<SamplingRule<Real>> sampling, bool learns)
      : core_(core), schedule_(schedule), sampling_(std::move(sampling)), learns_(learns) {}

  ExampleId Resolve(const Draw& draw) const override { return sampling_->Resolve(draw); }
  double Probability(ExampleId i) const override { return sampling_->Probability(i); }
  void Learn(ExampleId i, double loss) override {
    if (learns_) sampling_->Learn(i, loss);
  }
  double StepSize() override { return schedule_(++iteration_, core_.lambda()); }
  void LambdaChanged() override {
    sampling_->LambdaChanged();
    iteration_ = 0;
  }
  void Transfer(State& state) override {
    state.Part("sampling", *sampling_);
    state.Value("iteration", iteration_);
  }
  bool HasLipschitz() const override { return sampling_->HasLipschitz(); }
  double Lipschitz(ExampleId i) const override { return sampling_->Lipschitz(i); }

 private:
  const AverageCore<Real>& core_;
  StepSchedule schedule_;
  std::unique_ptr<SamplingRule<Real>> sampling_;
  bool learns_;
  std::uint64_t iteration_ = 0;  // t, of this lambda
};

}  // namespace sagitta
