// SAG's rule: uniform sampling and one Lipschitz constant for all examples, Algorithm 1 of the
// paper (Le Roux, Schmidt, Bach 2012).
#pragma once

#include "optim/loop/sampling_rule.h"

namespace sagitta {

template <class Real>
class SagRule final : public SamplingRule<Real> {
 public:
  /// alpha = 1 / (L_g + lambda), line 15. initial: L_g before the first line search, 1 in
  /// Algorithm 1.
  explicit SagRule(const WeightUpdate<Real>& update, double initial = 1)
      : update_(update), lipschitz_(initial) {}

  ExampleId Resolve(const Draw& draw) const override {
    return DrawUniform(draw.place, update_.examples());
  }
  double Probability(ExampleId) const override {
    return 1 / static_cast<double>(update_.examples());
  }
  Measurement Measure(const InferredExample<Real>& here) const override;
  void Record(ExampleId i, const Measurement& found) override;
  double StepSize() const override { return 1 / (lipschitz_ + update_.lambda()); }
  void CountStep() override;
  double MeanLipschitz() const override { return lipschitz_; }
  void Transfer(State& state) override {
    state.Value("lipschitz", lipschitz_);
    state.Require(lipschitz_ > 0, "lipschitz");
  }

 private:
  const WeightUpdate<Real>& update_;
  double lipschitz_;  // L_g
};

}  // namespace sagitta
