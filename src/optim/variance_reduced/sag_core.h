// SagCore: what SAG, SAG-NUS and SAG-NUS* share: the weights, the memory and the update (paper, eq.
// 4).
//
// The methods differ in which example they visit, in how they keep Lipschitz constants, and in the
// step.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "objective/lazy_weights.h"
#include "objective/oracle.h"
#include "optim/optimizer.h"
#include "optim/parts/gradient_memory.h"
#include "optim/parts/sampler.h"

namespace sagitta {

template <class Real>
class SagCore {
 public:
  SagCore(const Oracle<Real>& oracle, double lambda)
      : oracle_(oracle),
        lambda_(lambda),
        n_(oracle.examples()),
        weights_(oracle.space()),
        memory_(oracle),
        scratch_(oracle.NewScratch()),
        losses_(n_, 0.0) {}

  std::size_t examples() const { return n_; }
  double lambda() const { return lambda_; }
  /// m: how many examples were visited at least once.
  std::size_t seen() const { return seen_; }
  bool seen(ExampleId i) const { return memory_.seen(i); }
  std::uint64_t evaluations() const { return scratch_->evaluations; }

  /// f <- -log p(y_i|x_i, w), g <- its gradient (lines 5 and 6 of Algorithm 1). What the example
  /// that `ahead` expects will need is fetched from memory meanwhile.
  double Visit(ExampleId i, const Lookahead& ahead);

  /// d <- d - g_i + g, g_i <- g (lines 7 to 11). REQUIRES: Visit(i, ahead) went before.
  void Remember(ExampleId i, const Lookahead& ahead);

  /// w <- (1 - alpha lambda) w - (alpha/m) d (line 16). A lambda that dwarfs every Lipschitz
  /// constant leaves nothing but rounding of 1 - alpha lambda; the scale of the weights must stay
  /// positive.
  void Move(double alpha) {
    weights_.Step(std::max(1 - alpha * lambda_, kSmallestShrink),
                  alpha / static_cast<double>(seen_));
  }

  typename Oracle<Real>::Scratch& scratch() { return *scratch_; }
  const Oracle<Real>& oracle() const { return oracle_; }
  const LazyWeights<Real>& weights() const { return weights_; }
  std::uint64_t memory_bytes() const { return memory_.bytes(); }

  /// The report of a call of Advance that took the last step `alpha`.
  StepReport Report(double alpha) const;

 private:
  static constexpr double kSmallestShrink = 1e-12;

  const Oracle<Real>& oracle_;
  double lambda_;
  std::size_t n_;
  std::size_t seen_ = 0;
  LazyWeights<Real> weights_;
  GradientMemory<Real> memory_;
  std::unique_ptr<typename Oracle<Real>::Scratch> scratch_;
  std::vector<double> losses_;  // f_i when i was last visited, like its gradient
  double loss_sum_ = 0;         // of losses_
};

}  // namespace sagitta
