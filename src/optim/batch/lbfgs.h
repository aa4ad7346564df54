// L-BFGS: the limited-memory quasi-Newton method (Liu and Nocedal 1989) with a Wolfe search.
#pragma once

#include "base/aligned_buffer.h"
#include "optim/batch/quasi_newton.h"

namespace sagitta {

template <class Real>
class Lbfgs final : public QuasiNewton<Real> {
 public:
  Lbfgs(ExampleSum<Real>& sum, double lambda, std::size_t history);

  /// One iteration: at least one evaluation of all examples, more when the search needs them.
  StepReport Advance(Rng& rng) override;

 private:
  using Base = QuasiNewton<Real>;
  using Base::gradient_;
  using Base::memory_;
  using Base::value_;
  using Base::w_;

  StepReport Report(double step, bool stuck) const;

  PlainWeights<Real> old_w_, old_gradient_;  // where the search began
  AlignedBuffer<Real> direction_;
};

}  // namespace sagitta
