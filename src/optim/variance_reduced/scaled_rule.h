// ScaledRule: another rule with its steps multiplied by a constant.
#pragma once

#include <memory>

#include "optim/variance_reduced/sampling_rule.h"

namespace sagitta {

template <class Real>
class ScaledRule final : public SamplingRule<Real> {
 public:
  ScaledRule(std::unique_ptr<SamplingRule<Real>> rule, double factor)
      : rule_(std::move(rule)), factor_(factor) {}

  bool FillsMemoryFirst() const override { return rule_->FillsMemoryFirst(); }
  ExampleId Resolve(const Draw& draw) const override { return rule_->Resolve(draw); }
  double Probability(ExampleId i) const override { return rule_->Probability(i); }
  void Learn(ExampleId i, double loss) override { rule_->Learn(i, loss); }
  double StepSize() override { return factor_ * rule_->StepSize(); }
  void LambdaChanged() override { rule_->LambdaChanged(); }
  void Transfer(State& state) override { state.Part("rule", *rule_); }
  bool HasLipschitz() const override { return rule_->HasLipschitz(); }
  double Lipschitz(ExampleId i) const override { return rule_->Lipschitz(i); }

 private:
  std::unique_ptr<SamplingRule<Real>> rule_;
  double factor_;
};

}  // namespace sagitta
