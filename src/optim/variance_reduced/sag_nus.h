// SAG-NUS's rule: the non-uniform sampling of Schmidt, Le Roux and Bach 2013, section 5.5.
#pragma once

#include "optim/parts/sum_tree.h"
#include "optim/variance_reduced/sampling_rule.h"

namespace sagitta {

template <class Real>
class SagNusRule final : public SamplingRule<Real> {
 public:
  explicit SagNusRule(const AverageCore<Real>& core)
      : core_(core), lipschitz_(core.examples()), partition_(core.examples()) {}

  ExampleId Resolve(const Draw& draw) const override;
  double Probability(ExampleId i) const override;
  void Learn(ExampleId i, double loss) override;
  double StepSize() override;
  void Transfer(State& state) override;
  bool HasLipschitz() const override { return true; }
  double Lipschitz(ExampleId i) const override { return lipschitz_.Get(i); }

 private:
  const AverageCore<Real>& core_;
  SumTree lipschitz_;  // L_i of the examples seen
  SeenPartition partition_;
  double largest_ = 0;  // L_max: running maximum that decays
};

}  // namespace sagitta
