// The loop of all methods that visit one example at a time (Algorithm 1 of the paper): a
// SamplingRule chooses the example and the step, a WeightUpdate changes the weights. SG, Pegasos,
// ASG, SAG and SAGA differ in these two only.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "optim/loop/ahead.h"
#include "optim/loop/sampling_rule.h"
#include "optim/loop/weight_update.h"
#include "optim/optimizer.h"
#include "optim/parts/sampler.h"

namespace sagitta {

template <class Real>
class ExampleLoop final : public Optimizer<Real> {
 public:
  /// The rule refers to the update. `batches`, if not null, is the sum that the update works on, to
  /// be kept with it. `ahead` is for updates that look ahead.
  ExampleLoop(std::unique_ptr<WeightUpdate<Real>> update, std::unique_ptr<SamplingRule<Real>> rule,
              std::unique_ptr<ExampleSum<Real>> batches = nullptr, const AheadSetting& ahead = {})
      : batches_(std::move(batches)),
        update_(std::move(update)),
        rule_(std::move(rule)),
        size_(ahead.For(update_->LargestBatch()), update_->examples()) {}

  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { update_->Write(out); }
  std::uint64_t MemoryBytes() const override { return update_->memory_bytes(); }
  /// With good weights and an empty memory the first steps would lead away from them, so the first
  /// pass then fills the memory with the gradients at w. What comes after is the update's matter
  /// (WeightUpdate::StartSoftly).
  bool Start(const PlainWeights<Real>& w) override {
    update_->Start(w);
    warm_ = update_->memory_bytes() > 0;
    return true;
  }
  void ChangeLambda(double lambda) override;
  void Transfer(State& state) override;
  void Inspect(SamplingReport& report) const override;

 private:
  bool MemoryIsToBeFilled() const {
    return update_->seen() == 0 && (rule_->FillsMemoryFirst() || warm_);
  }
  void FillMemory();
  /// Returns the step size.
  double Iterate(Rng& rng);
  double IterateAhead(Rng& rng, double alpha, std::size_t most);
  /// Iterations of size alpha with the examples in batch_, at once.
  void RunBatch(double alpha);

  std::unique_ptr<ExampleSum<Real>> batches_;
  std::unique_ptr<WeightUpdate<Real>> update_;
  std::unique_ptr<SamplingRule<Real>> rule_;
  Lookahead ahead_;
  AheadSize size_;
  std::vector<ExampleId> batch_;
  std::vector<double> probabilities_;  // with which the examples in batch_ were chosen
  std::vector<Measurement> found_;     // what was found at them
  bool warm_ = false;                  // started at given weights
};

}  // namespace sagitta
