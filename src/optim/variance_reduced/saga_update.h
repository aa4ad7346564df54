// The move of SAGA under non-uniform sampling (paper, Proposition 1 and Algorithm 2 of Appendix A):
//
//   w <- (1 - alpha lambda) w - alpha ((g - g_i) / (n p_i) + d/n),   d <- d - g_i + g,   g_i <- g
//
// whose expected direction is the gradient of the objective, whatever the probabilities p_i.
//
// The steps of SAG are too long for it. In SAG the fresh gradient is one of n in d; here it moves
// the weights by itself, by alpha/(n p_i), which is 1/L_i for the example with the largest L_i
// under each of SAG's rules. Take n copies of L/2 w^2 in one dimension and a step c/L: then w' = (1
// - c) w + c (w_i - mean of the w_k), w_i being the point where i was visited last, and noise of
// variance V goes into (1 - c)^2 V + c^2 V. With c = 1 it never dies out, with c > 1 (a line search
// along one gradient may well find half of the true constant) it grows. Defazio et al. prove
// convergence for 1/(3L); so SAG's rules are taken with a third of their step. Half of it converges
// on our tests as well and needs about 0.7 times as many passes, 0.7 of it does not always.
#pragma once

#include "optim/variance_reduced/average_core.h"

namespace sagitta {

/// SAGA's step as a part of SAG's.
inline constexpr double kSagaStep = 1.0 / 3;

template <class Real>
class SagaUpdate final : public LazyCore<Real> {
 public:
  using LazyCore<Real>::LazyCore;

  void Apply(ExampleId i, double alpha, double probability, ExampleId next) override {
    const double n = static_cast<double>(this->examples());
    this->weights_.Step(this->Shrink(alpha), alpha / n);
    this->memory_->Replace(i, -alpha / (n * probability), 1, next, this->scratch(), this->weights_);
  }
};

}  // namespace sagitta
