// The move of SAGA under non-uniform sampling (paper, Proposition 1 and Algorithm 2 of Appendix A):
//
//   w <- (1 - alpha lambda) w - alpha ((g - g_i) / (n p_i) + d/n),   d <- d - g_i + g,   g_i <- g
//
// whose expected direction is the gradient of the objective, whatever the probabilities p_i.
#pragma once

#include "optim/variance_reduced/average_core.h"

namespace sagitta {

template <class Real>
class SagaUpdate final : public LazyCore<Real> {
 public:
  using LazyCore<Real>::LazyCore;

  void Apply(ExampleId i, double alpha, double probability, ExampleId next) override {
    const double n = static_cast<double>(this->examples());
    this->weights_.Step(this->Shrink(alpha), alpha / n);
    this->memory_->Replace(i, -alpha / (n * probability), 1, next, this->scratch(),
                           this->weights_);
  }
};

}  // namespace sagitta
