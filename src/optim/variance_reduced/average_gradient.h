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
  /// The rule refers to the core. `batches`, if there are any, is the oracle that the core works
  /// on, to be kept with it.
  AverageGradient(std::unique_ptr<AverageCore<Real>> core, std::unique_ptr<SamplingRule<Real>> rule,
                  std::unique_ptr<Oracle<Real>> batches = nullptr)
      : batches_(std::move(batches)), core_(std::move(core)), rule_(std::move(rule)) {}

  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { core_->Write(out); }
  std::uint64_t MemoryBytes() const override { return core_->memory_bytes(); }
  /// With good weights and an empty memory the first steps would lead away from them, so the first
  /// pass then fills the memory with the gradients at w.
  bool Start(const PlainWeights<Real>& w) override {
    core_->Start(w);
    warm_ = core_->memory_bytes() > 0;
    return true;
  }
  void ChangeLambda(double lambda) override;
  void Transfer(State& state) override;
  void Inspect(SamplingReport& report) const override;

 private:
  std::unique_ptr<Oracle<Real>> batches_;
  std::unique_ptr<AverageCore<Real>> core_;
  std::unique_ptr<SamplingRule<Real>> rule_;
  Lookahead ahead_;
  bool warm_ = false;  // started at given weights
};

}  // namespace sagitta
