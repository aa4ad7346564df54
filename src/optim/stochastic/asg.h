// ASG: stochastic gradient with a constant step, whose result is the average of the iterates
// (Polyak and Juditsky 1992; Xu 2010; the paper's section 6).
//
//   w_t = (1 - eta lambda) w_{t-1} - eta grad f_i(w_{t-1}),    result  (1/T) sum_{t > t_0} w_t
//
// The average is exact and costs only the rows visited, see parts/averaged_weights.h. It leaves out
// the first passes (--average-from), in which the iterates are still far away: neither paper says
// when to begin, and a tail of the iterates forgets the start faster. The averaged form of Pegasos
// uses the same update and averages from the first iterate. Deviation from Xu: his steps decay, the
// paper's are constant.
//
// With another lambda the average starts again, --average-from included: the iterates so far are
// those of another problem. New iterates continue from the last one.
#pragma once

#include "optim/parts/averaged_weights.h"
#include "optim/stochastic/scheduled_rule.h"
#include "optim/stochastic/stochastic_update.h"

namespace sagitta {

template <class Real>
class AveragedSgUpdate final : public StochasticUpdate<Real> {
 public:
  /// first_pass: how many passes (of n iterations) the average leaves out.
  AveragedSgUpdate(ExampleSum<Real>& sum, double lambda, std::uint64_t first_pass)
      : StochasticUpdate<Real>(sum, lambda),
        weights_(sum.space()),
        first_(first_pass * sum.examples()),
        left_out_(first_) {}

  /// Writes the average.
  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  void Start(const PlainWeights<Real>& w) override { weights_.Start(w); }
  void ChangeLambda(double lambda) override {
    WeightUpdate<Real>::ChangeLambda(lambda);
    weights_.Forget();
    left_out_ = first_;
  }
  void Transfer(State& state) override {
    WeightUpdate<Real>::Transfer(state);
    state.Part("weights", weights_);
    state.Value("left_out", left_out_);
    state.Require(left_out_ <= first_, "left_out");
  }

 protected:
  ScoredExample<Real> Gather(ExampleId i, ExampleId next) override {
    return this->sum().Gather(i, weights_.last(), next);
  }
  void Step(const InferredExample<Real>& here, double shrink, double step,
            ExampleId next) override {
    weights_.Step(here, shrink, step, left_out_ == 0, next);
    if (left_out_ > 0) --left_out_;
  }
  double SquaredNorm() const override {
    return weights_.last().Summarize(0, this->lambda()).squared_norm;
  }

 private:
  AveragedWeights<Real> weights_;
  std::uint64_t first_;     // iterates of each lambda that are left out
  std::uint64_t left_out_;  // iterates that are still to be left out
};

template <class Real>
std::unique_ptr<Optimizer<Real>> MakeAsg(ExampleSum<Real>& sum, double lambda, double eta,
                                         std::uint64_t first_pass) {
  return MakeUniform<Real>(std::make_unique<AveragedSgUpdate<Real>>(sum, lambda, first_pass),
                           ConstantSteps(eta));
}

}  // namespace sagitta
