// StochasticCore: the move of the classic stochastic gradient methods,
//
//   w <- (1 - alpha lambda) w - alpha/(n p_i) grad f_i(w)
//
// where p_i is the probability with which i was chosen: the direction is that of the full gradient
// in expectation, whatever the sampling. Nothing is remembered of an example but its loss and that
// it was seen.
#pragma once

#include "optim/variance_reduced/average_core.h"

namespace sagitta {

template <class Real>
class StochasticCore : public AverageCore<Real> {
 public:
  using AverageCore<Real>::AverageCore;

  void Apply(ExampleId i, double alpha, double probability, ExampleId next) final {
    const double n = static_cast<double>(this->examples());
    Move(i, 1 - alpha * this->lambda(), alpha / (n * probability), next);
  }

  std::uint64_t memory_bytes() const final { return 0; }

  /// The objective is estimated from the losses met and the norm of the last iterate, also where
  /// the result is an average of iterates. These methods know no estimate of the gradient of f, so
  /// gradient_inf is infinite and seen_all stays false: there is nothing to stop on.
  StepReport Report(double alpha) const final;

 protected:
  /// w <- shrink * w - step * A_i table. `shrink` may be zero or negative: nobody keeps a schedule
  /// from steps beyond 1/lambda.
  virtual void Move(ExampleId i, double shrink, double step, ExampleId next) = 0;
  virtual double SquaredNorm() const = 0;
};

}  // namespace sagitta
