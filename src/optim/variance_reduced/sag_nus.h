// SAG-NUS's rule: the non-uniform sampling of Schmidt, Le Roux and Bach 2013, section 5.5.
#pragma once

#include "optim/loop/sampling_rule.h"
#include "optim/parts/sum_tree.h"

namespace sagitta {

template <class Real>
class SagNusRule final : public SamplingRule<Real> {
 public:
  /// initial: where the line search of an example starts on its first visit.
  explicit SagNusRule(const WeightUpdate<Real>& update, double initial = 1)
      : update_(update),
        lipschitz_(update.examples()),
        partition_(update.examples()),
        initial_(initial) {}

  ExampleId Resolve(const Draw& draw) const override;
  double Probability(ExampleId i) const override;
  Measurement Measure(const InferredExample<Real>& here) const override;
  void Record(ExampleId i, const Measurement& found) override;
  double StepSize() const override;
  double MeanLipschitz() const override {
    return lipschitz_.Sum() / static_cast<double>(update_.seen());
  }
  void Transfer(State& state) override;
  bool HasLipschitz() const override { return true; }
  double Lipschitz(ExampleId i) const override { return lipschitz_.Get(i); }

 private:
  const WeightUpdate<Real>& update_;
  SumTree lipschitz_;  // L_i of the examples seen
  SeenPartition partition_;
  double initial_;
  double largest_ = 0;  // L_max: running maximum that decays
};

}  // namespace sagitta
