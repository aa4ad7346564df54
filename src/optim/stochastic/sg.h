// SG: the stochastic gradient method (Robbins and Monro 1951; the paper's section 6).
//
//   w <- (1 - alpha_t lambda) w - alpha_t/(n p_i) grad f_i(w),
//   alpha_t = eta, eta/sqrt(t) or eta/(delta + t)
//
// with i uniform, so that n p_i = 1, and w = beta v, so that an iteration touches only the rows of
// its example. With another lambda t counts from 1 again. The same move is that of SG-NUS
// (sg_nus.h) and Pegasos (pegasos.h).
#pragma once

#include "optim/stochastic/make_scheduled.h"
#include "optim/stochastic/scaled_weights.h"
#include "optim/stochastic/stochastic_core.h"

namespace sagitta {

template <class Real>
class SgUpdate final : public StochasticCore<Real> {
 public:
  SgUpdate(const Oracle<Real>& oracle, double lambda)
      : StochasticCore<Real>(oracle, lambda), weights_(oracle.space()) {}

  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  void Start(const PlainWeights<Real>& w) override { weights_.Assign(w); }
  void Transfer(State& state) override {
    AverageCore<Real>::Transfer(state);
    state.Part("weights", weights_);
  }

 protected:
  void Gather(ExampleId i, ExampleId next) override {
    this->oracle().Gather(i, weights_.v(), weights_.scale(), next, this->scratch());
  }
  void Move(ExampleId i, double shrink, double step, ExampleId next) override {
    weights_.Shrink(shrink);
    this->oracle().Scatter(i, this->scratch(), -step / weights_.scale(), next, weights_.v());
  }
  double SquaredNorm() const override { return weights_.SquaredNorm(); }

 private:
  ScaledWeights<Real> weights_;
};

template <class Real>
std::unique_ptr<Optimizer<Real>> MakeSg(const Oracle<Real>& oracle, double lambda,
                                        const StepSchedule& schedule) {
  return MakeUniform<Real>(std::make_unique<SgUpdate<Real>>(oracle, lambda), schedule);
}

}  // namespace sagitta
