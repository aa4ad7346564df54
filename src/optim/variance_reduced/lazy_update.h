// What the updates of SAG and SAGA on lazy weights share, with any form of memory, and SAGA's.
// SAG's is in sag_update.h.
#pragma once

#include <memory>
#include <utility>

#include "objective/lazy_weights.h"
#include "optim/loop/weight_update.h"
#include "optim/parts/gradient_memory.h"

namespace sagitta {

/// What both share: weights w with the direction d = sum_i g_i, and the memory of the g_i.
template <class Real>
class LazyUpdate : public WeightUpdate<Real> {
 public:
  LazyUpdate(ExampleSum<Real>& sum, double lambda, std::unique_ptr<GradientMemory<Real>> memory)
      : WeightUpdate<Real>(sum, lambda), weights_(sum.space()), memory_(std::move(memory)) {}

  double StoredDot(const InferredExample<Real>& here) const override {
    return memory_->StoredDot(here, weights_);
  }
  double SquaredChange(const InferredExample<Real>& here) override {
    return memory_->SquaredChange(here);
  }
  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  void Start(const PlainWeights<Real>& w) override { weights_.Assign(w); }
  std::uint64_t memory_bytes() const override { return memory_->bytes(); }
  StepReport Report(double alpha) const override {
    return this->ReportOf(
        alpha, weights_.Summarize(1 / this->sum().n(), this->lambda(), &this->sum().team()));
  }
  void Transfer(State& state) override {
    WeightUpdate<Real>::Transfer(state);
    state.Part("weights", weights_);
    state.Part("memory", *memory_);
  }

 protected:
  ScoredExample<Real> Gather(ExampleId i, ExampleId next) override {
    memory_->Prefetch(next);
    return this->sum().Gather(i, weights_, next);
  }

  LazyWeights<Real> weights_;
  std::unique_ptr<GradientMemory<Real>> memory_;
};

/// SAGA under non-uniform sampling (paper, Proposition 1 and Algorithm 2 of Appendix A):
///
///   w <- (1 - alpha lambda) w - alpha ((g - g_i) / (n p_i) + d/n),   d <- d - g_i + g,   g_i <- g
///
/// whose expected direction is the gradient of the objective for any probabilities p_i.
template <class Real>
class SagaUpdate final : public LazyUpdate<Real> {
 public:
  using LazyUpdate<Real>::LazyUpdate;

  void Apply(const InferredExample<Real>& here, double alpha, double probability,
             ExampleId next) override {
    const double n = this->sum().n();
    this->weights_.Step(this->Shrink(alpha), alpha / n);
    this->memory_->Replace(here, -alpha / (n * probability), 1, next, this->weights_);
  }
};

}  // namespace sagitta
