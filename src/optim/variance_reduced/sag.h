// SAG's rule: uniform sampling and one Lipschitz constant for all examples, Algorithm 1 of the
// paper (Le Roux, Schmidt, Bach 2012).
#pragma once

#include "optim/loop/sampling_rule.h"

namespace sagitta {

template <class Real>
class SagRule final : public SamplingRule<Real> {
 public:
  explicit SagRule(const WeightUpdate<Real>& update) : update_(update) {}

  ExampleId Resolve(const Draw& draw) const override {
    return DrawUniform(draw.place, update_.examples());
  }
  double Probability(ExampleId) const override {
    return 1 / static_cast<double>(update_.examples());
  }
  void Learn(const InferredExample<Real>& here) override;
  double StepSize() override;
  void Transfer(State& state) override { state.Value("lipschitz", lipschitz_); }

 private:
  const WeightUpdate<Real>& update_;
  double lipschitz_ = 1;  // L_g
};

}  // namespace sagitta
