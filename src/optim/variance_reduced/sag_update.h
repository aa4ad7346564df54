// SAG's update on lazy weights: one iteration, or a batch of them at once.
#pragma once

#include <memory>
#include <span>

#include "optim/loop/ahead.h"
#include "optim/variance_reduced/lazy_update.h"
#include "optim/variance_reduced/soft_start.h"

namespace sagitta {

/// SAG (paper, eq. 4, lines 10 to 16 of Algorithm 1):
///
///   d <- d - g_i + g,   g_i <- g,   w <- (1 - alpha lambda) w - (alpha/m) d
template <class Real>
class SagUpdate final : public LazyUpdate<Real> {
 public:
  SagUpdate(ExampleSum<Real>& sum, double lambda, std::unique_ptr<GradientMemory<Real>> memory);

  void Apply(const InferredExample<Real>& here, double alpha, double, ExampleId next) override {
    this->memory_->Replace(here, 0, 1, next, this->weights_);
    Step(alpha, this->seen());
    this->CountIteration();
  }
  std::size_t StepsAhead(double alpha, std::size_t most) const override;

  void StartSoftly() override { start_.Begin(this->Weights(), Terms(), this->weights_); }
  StepReport Report(double alpha) const override;
  void Transfer(State& state) override;

 private:
  using Plan = typename LazyUpdate<Real>::Plan;

  typename SoftStart<Real>::Terms Terms() const { return {this->sum().n(), this->lambda(), 0}; }
  /// The step with a d that is up to date, when m examples were seen.
  void Step(double alpha, std::size_t m);

  std::size_t most_ahead() const override { return AheadSetting::kMostChosen; }
  double OnDirection(double alpha, std::size_t m) const override {
    return alpha / static_cast<double>(m);
  }
  void Foresee(std::span<const ExampleId> batch, std::span<const double> probabilities,
               double alpha, Plan& plan) override;
  void Finish(std::span<const ExampleId> batch, double alpha, const Plan& plan) override;

  SoftStart<Real> start_;
  std::size_t seen_after_ = 0;  // m at the end of the batch at hand
};

}  // namespace sagitta
