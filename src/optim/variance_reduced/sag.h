// SAG's rule: uniform sampling and one Lipschitz constant for all examples, Algorithm 1 of the
// paper (Le Roux, Schmidt, Bach 2012).
#pragma once

#include "optim/variance_reduced/sampling_rule.h"

namespace sagitta {

template <class Real>
class SagRule final : public SamplingRule<Real> {
 public:
  explicit SagRule(const AverageCore<Real>& core) : core_(core) {}

  ExampleId Resolve(const Draw& draw) const override {
    return DrawUniform(draw.place, core_.examples());
  }
  double Probability(ExampleId) const override { return 1 / static_cast<double>(core_.examples()); }
  void Learn(ExampleId i, double loss) override;
  double StepSize() override;
  void Transfer(State& state) override { state.Value("lipschitz", lipschitz_); }

 private:
  const AverageCore<Real>& core_;
  double lipschitz_ = 1;  // L_g
};

}  // namespace sagitta
