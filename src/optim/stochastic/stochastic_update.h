// StochasticUpdate: the update of the classic stochastic gradient methods,
//
//   w <- (1 - alpha lambda) w - alpha/(n p_i) grad f_i(w)
//
// where p_i is the probability with which i was chosen: the direction is that of the full gradient
// in expectation, whatever the sampling. Nothing is remembered of an example but its loss and that
// it was seen.
#pragma once

#include <limits>

#include "optim/loop/weight_update.h"

namespace sagitta {

template <class Real>
class StochasticUpdate : public WeightUpdate<Real> {
 public:
  using WeightUpdate<Real>::WeightUpdate;

  void Apply(const InferredExample<Real>& here, double alpha, double probability,
             ExampleId next) final {
    Step(here, 1 - alpha * this->lambda(), alpha / (this->sum().n() * probability), next);
  }

  std::uint64_t memory_bytes() const final { return 0; }

  /// The objective is estimated from the losses met and the norm of the last iterate, also where
  /// the result is an average of iterates. These methods have no estimate of the gradient of f, so
  /// gradient_inf is infinite and seen_all stays false: there is nothing to stop on.
  StepReport Report(double alpha) const final {
    WeightSummary summary;
    summary.gradient_inf = std::numeric_limits<double>::infinity();
    summary.squared_norm = SquaredNorm();
    StepReport report = this->ReportOf(alpha, summary);
    report.seen_all = false;
    return report;
  }

 protected:
  /// w <- shrink * w - step * A_i table. `shrink` may be zero or negative: a schedule may have
  /// steps beyond 1/lambda.
  virtual void Step(const InferredExample<Real>& here, double shrink, double step,
                    ExampleId next) = 0;
  virtual double SquaredNorm() const = 0;
};

}  // namespace sagitta
