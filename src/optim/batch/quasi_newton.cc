// The smooth objective, and the state that quasi-Newton methods share.
#include "optim/batch/quasi_newton.h"

#include <algorithm>

#include "kernels/vectors.h"

namespace sagitta {

template <class Real>
QuasiNewton<Real>::QuasiNewton(ExampleSum<Real>& sum, double lambda, std::size_t history)
    : w_(sum.space()),
      gradient_(sum.space()),
      memory_(w_.values().size(), history),
      sum_(sum),
      lambda_(lambda) {}

template <class Real>
double QuasiNewton<Real>::EvaluateSmooth() {
  const double mean_loss =
      losses_ ? losses_(w_, gradient_) : sum_.MeanLossAndGradient(w_, gradient_);
  const std::size_t size = w_.values().size();
  Real* g = gradient_.values().data();
  const Real* w = w_.values().data();
  kernels::SubtractScaled(size, g, static_cast<Real>(-lambda_), w, g);
  return mean_loss + 0.5 * lambda_ * kernels::Dot(size, w, w);
}

template <class Real>
StepReport QuasiNewton<Real>::Report(double step, double gradient_inf, bool stuck) const {
  StepReport report;
  report.evaluations = sum_.evaluations();
  report.objective_estimate = value_;
  report.gradient_inf = gradient_inf;
  report.step = step;
  report.seen_all = true;
  report.stuck = stuck;
  report.knows_end = true;
  return report;
}

template <class Real>
void QuasiNewton<Real>::Write(PlainWeights<Real>& out) const {
  std::copy(w_.values().begin(), w_.values().end(), out.values().begin());
}

template <class Real>
bool QuasiNewton<Real>::Start(const PlainWeights<Real>& w) {
  std::copy(w.values().begin(), w.values().end(), w_.values().begin());
  return true;
}

template <class Real>
void QuasiNewton<Real>::ChangeLambda(double lambda) {
  lambda_ = lambda;
  memory_.Clear();
  started_ = false;
}

template <class Real>
void QuasiNewton<Real>::Transfer(State& state) {
  state.Value("lambda", lambda_);
  sum_.Transfer(state);
  state.Array("w", w_.values());
  state.Array("gradient", gradient_.values());
  state.Part("memory", memory_);
  state.Value("value", value_);
  state.Value("started", started_);
}

template class QuasiNewton<float>;
template class QuasiNewton<double>;

}  // namespace sagitta
