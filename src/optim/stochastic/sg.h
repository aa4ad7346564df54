// SG: the stochastic gradient method (Robbins and Monro 1951; the paper's section 6).
//
//   w <- (1 - alpha_t lambda) w - alpha_t/(n p_i) grad f_i(w),
//   alpha_t = eta, eta/sqrt(t) or eta/(delta + t)
//
// with w = beta v, so that an iteration touches only the rows of its example. `sg` samples
// uniformly, where n p_i = 1; `sg-nus` as SAG-NUS* does, half uniformly and half in proportion to
// the constants L_i that line searches find, each of them an evaluation that counts. Pegasos
// (Shalev-Shwartz, Singer, Srebro 2007) is the same with
//
//   alpha_t = eta/(lambda t)
//
// on the loss of the chain instead of the hinge, one example an iteration, and without the optional
// projection onto the ball of radius 1/sqrt(lambda); the published eta is 1. Its first step forgets
// the weights it was started from: there 1 - alpha lambda = 0.
#pragma once

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
    weights_.Transfer(state);
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

}  // namespace sagitta
