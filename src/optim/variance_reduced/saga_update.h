// SAGA's update on lazy weights: one iteration, or a batch of them at once.
#pragma once

#include <span>

#include "optim/variance_reduced/lazy_update.h"

namespace sagitta {

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
    this->CountIteration();
  }

 private:
  using Plan = typename LazyUpdate<Real>::Plan;
  static constexpr std::size_t kMostAhead = 32;  // see loop/ahead.h

  std::size_t most_ahead() const override { return kMostAhead; }
  double OnDirection(double alpha, std::size_t) const override { return alpha / this->sum().n(); }

  /// Iteration b takes its step, then changes w and d: at the moment after the step, to which
  /// Finish goes.
  void Foresee(std::span<const ExampleId> batch, std::span<const double> probabilities,
               double alpha, Plan& plan) override {
    const double n = this->sum().n(), shrink = this->Shrink(alpha);
    LazyMoment moment = this->weights_.now();
    for (std::size_t b = 0; b < batch.size(); ++b) {
      plan.moments.push_back(moment);
      moment = moment.After(shrink, alpha / n);
      plan.on_a.push_back(moment.clock - alpha / (n * probabilities[b] * moment.scale));
    }
  }
  void Finish(std::span<const ExampleId>, double alpha, const Plan& plan) override {
    this->weights_.GoTo(plan.moments.back());
    this->weights_.Step(this->Shrink(alpha), alpha / this->sum().n());
  }
};

}  // namespace sagitta
