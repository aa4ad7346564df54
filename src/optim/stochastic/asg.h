// ASG: stochastic gradient with a constant step, whose result is the average of the iterates
// (Polyak and Juditsky 1992; Xu 2010; the paper's section 6).
//
//   w_t = (1 - eta lambda) w_{t-1} - eta grad f_i(w_{t-1}),    result  (1/T) sum_{t > t_0} w_t
//
// The average is exact and costs only the rows visited, see parts/averaged_weights.h. It leaves out
// the first passes (--average-from), in which the iterates still come from far away: neither paper
// says when to begin, and a tail of the iterates forgets the start faster. The averaged form of
// Pegasos uses the same move and averages from the first iterate. Deviation from Xu: his steps
// decay, the paper's are constant.
//
// With another lambda the average begins anew, --average-from included: the iterates so far are
// those of another problem. They go on from the last one.
#pragma once

#include "optim/parts/averaged_weights.h"
#include "optim/stochastic/make_scheduled.h"
#include "optim/stochastic/stochastic_core.h"

namespace sagitta {

template <class Real>
class AveragedSgUpdate final : public StochasticCore<Real> {
 public:
  /// first_pass: how many passes (of n iterations) the average leaves out.
  AveragedSgUpdate(const Oracle<Real>& oracle, double lambda, std::uint64_t first_pass)
      : StochasticCore<Real>(oracle, lambda),
        weights_(oracle.space()),
        first_(first_pass * oracle.examples()),
        left_out_(first_) {}

  /// Writes the average.
  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  void Start(const PlainWeights<Real>& w) override { weights_.Start(w); }
  void ChangeLambda(double lambda) override {
    AverageCore<Real>::ChangeLambda(lambda);
    weights_.Forget();
    left_out_ = first_;
  }
  void Transfer(State& state) override {
    AverageCore<Real>::Transfer(state);
    state.Part("weights", weights_);
    state.Value("left_out", left_out_);
  }

 protected:
  void Gather(ExampleId i, ExampleId next) override {
    this->oracle().Gather(i, weights_.last(), next, this->scratch());
  }
  void Move(ExampleId i, double shrink, double step, ExampleId next) override {
    weights_.Move(this->oracle(), i, shrink, step, left_out_ == 0, next, this->scratch());
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
std::unique_ptr<Optimizer<Real>> MakeAsg(const Oracle<Real>& oracle, double lambda, double eta,
                                         std::uint64_t first_pass) {
  return MakeUniform<Real>(std::make_unique<AveragedSgUpdate<Real>>(oracle, lambda, first_pass),
                           ConstantSteps(eta));
}

}  // namespace sagitta
