// AdaGrad: a step size for each weight from the gradients it has seen (Duchi, Hazan, Singer 2011),
// in the form with composite mirror descent for the penalty (their section 5; the paper's section
// 6, which found delta = 1 to work well).
//
//   G_j <- G_j + g_j^2,   H_j = delta + sqrt(G_j),   g = grad f_i(w),
//   w <- argmin_x eta <g, x> + eta lambda/2 ||x||^2 + 1/2 <x - w, H (x - w)>
//      = (H w - eta g) / (H + eta lambda)
//
// Rows catch up with the steps that had no gradient for them when they are visited, see
// objective/adaptive_weights.h. At the end of a pass all rows do.
//
// Unlike the other methods AdaGrad depends on the coordinates: attributes that were merged into one
// row because they always occur together (objective/weight_map.h) are one weight with one step
// size.
#pragma once

#include <memory>

#include "objective/example_sum.h"
#include "optim/optimizer.h"
#include "optim/parts/sampler.h"

namespace sagitta {

template <class Real>
class AdaGrad final : public Optimizer<Real> {
 public:
  /// The sum must outlive it. Throws Error(kUsage) when it has no AdaptiveEvaluator.
  AdaGrad(ExampleSum<Real>& sum, const kernels::AdaGradSettings& settings);

  /// One pass. As there is no estimate of the gradient of f, gradient_inf is infinite and seen_all
  /// false; the objective is estimated from the losses met in the pass.
  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  std::uint64_t MemoryBytes() const override { return 0; }
  bool Start(const PlainWeights<Real>& w) override {
    weights_.Assign(w);
    return true;
  }
  void ChangeLambda(double lambda) override { weights_.ChangeLambda(lambda); }
  void Transfer(State& state) override;

 private:
  /// A step with the gradient of example i. Returns its loss.
  double Iterate(ExampleId i, ExampleId next);

  ExampleSum<Real>& sum_;
  std::unique_ptr<AdaptiveEvaluator<Real>> rows_;
  AdaptiveWeights<Real> weights_;  // settled between passes
  Lookahead ahead_;
};

}  // namespace sagitta
