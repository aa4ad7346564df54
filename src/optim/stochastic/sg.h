// SG: the stochastic gradient method (Robbins and Monro 1951; the paper's section 6), and SG-NUS,
// the same with the sampling of SAG-NUS* (Schmidt et al. 2015, section 5).
//
//   w <- (1 - alpha_t lambda) w - alpha_t/(n p_i) grad f_i(w),
//   alpha_t = eta, eta/sqrt(t) or eta/(delta + t)
//
//   SG      i uniform, so that n p_i = 1
//   SG-NUS  i half of the time uniform over all n, half in proportion to L_i over those seen, so
//           p_i = 1/(2n) + L_i / (2 sum_k L_k), with L_i by the line search of Algorithm 2, skipped
//           as in section 5.2. Dividing by n p_i keeps the expected direction that of the full
//           gradient. Each evaluation of a line search counts as one: a pass has fewer iterations.
//
// With w = beta v an iteration touches only the rows of its example. With another lambda t counts
// from 1 again. Pegasos (pegasos.h) has the same update.
#pragma once

#include "optim/stochastic/scaled_weights.h"
#include "optim/stochastic/scheduled_rule.h"
#include "optim/stochastic/stochastic_update.h"
#include "optim/variance_reduced/sag_nus_star.h"

namespace sagitta {

template <class Real>
class SgUpdate final : public StochasticUpdate<Real> {
 public:
  SgUpdate(ExampleSum<Real>& sum, double lambda)
      : StochasticUpdate<Real>(sum, lambda), weights_(sum.space()) {}

  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  void Start(const PlainWeights<Real>& w) override { weights_.Assign(w); }
  void Transfer(State& state) override {
    WeightUpdate<Real>::Transfer(state);
    state.Part("weights", weights_);
  }

 protected:
  ScoredExample<Real> Gather(ExampleId i, ExampleId next) override {
    return this->sum().Gather(i, weights_.v(), weights_.scale(), next);
  }
  void Step(const InferredExample<Real>& here, double shrink, double step,
            ExampleId next) override {
    weights_.Shrink(shrink);
    here.Scatter(-step / weights_.scale(), next, weights_.v());
  }
  double SquaredNorm() const override { return weights_.SquaredNorm(); }

 private:
  ScaledWeights<Real> weights_;
};

template <class Real>
std::unique_ptr<Optimizer<Real>> MakeSg(ExampleSum<Real>& sum, double lambda,
                                        const StepSchedule& schedule) {
  return MakeUniform<Real>(std::make_unique<SgUpdate<Real>>(sum, lambda), schedule);
}

template <class Real>
std::unique_ptr<Optimizer<Real>> MakeSgNus(ExampleSum<Real>& sum, double lambda,
                                           const StepSchedule& schedule) {
  auto update = std::make_unique<SgUpdate<Real>>(sum, lambda);
  auto sampling = std::make_unique<SagNusStarRule<Real>>(*update, true);
  return MakeScheduled<Real>(std::move(update), schedule, std::move(sampling), true);
}

}  // namespace sagitta
