// The move of SAG (paper, eq. 4, lines 10 to 16 of Algorithm 1):
//
//   d <- d - g_i + g,   g_i <- g,   w <- (1 - alpha lambda) w - (alpha/m) d
#pragma once

#include "optim/variance_reduced/average_core.h"

namespace sagitta {

template <class Real>
class SagUpdate final : public LazyCore<Real> {
 public:
  using LazyCore<Real>::LazyCore;

  void Apply(ExampleId i, double alpha, double, ExampleId next) override {
    this->memory_->Replace(i, 0, 1, next, this->scratch(), this->weights_);
    this->weights_.Step(this->Shrink(alpha), alpha / static_cast<double>(this->seen()));
  }
};

}  // namespace sagitta
