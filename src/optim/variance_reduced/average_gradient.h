// The loop of all methods with a memory of gradients (Algorithm 1 of the paper): a SamplingRule
// chooses the example and the step, an AverageCore keeps the memory and moves the weights.
#pragma once

#include <memory>

#include "optim/optimizer.h"
#include "optim/parts/sampler.h"
#include "optim/variance_reduced/average_core.h"
#include "optim/variance_reduced/sampling_rule.h"

namespace sagitta {

template <class Real>
class AverageGradient final : public Optimizer<Real> {
 public:
  /// The rule refers to the core.
  AverageGradient(std::unique_ptr<AverageCore<Real>> core, std::unique_ptr<SamplingRule<Real>> rule)
      : core_(std::move(core)), rule_(std::move(rule)) {}

  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { core_->Write(out); }
  std::uint64_t MemoryBytes() const override { return core_->memory_bytes(); }
  bool Start(const PlainWeights<Real>& w) override {
    core_->Start(w);
    return true;
  }
  void ChangeLambda(double lambda) override { core_->ChangeLambda(lambda); }
  void Transfer(State& state) override;

 private:
  std::unique_ptr<AverageCore<Real>> core_;
  std::unique_ptr<SamplingRule<Real>> rule_;
  Lookahead ahead_;
};

}  // namespace sagitta
