#include "optim/batch/lbfgs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "kernels/vectors.h"
#include "optim/parts/wolfe_search.h"

namespace sagitta {

template <class Real>
Lbfgs<Real>::Lbfgs(const Oracle<Real>& oracle, double lambda, std::size_t history)
    : oracle_(oracle),
      lambda_(lambda),
      scratch_(oracle.NewScratch()),
      w_(oracle.space()),
      gradient_(oracle.space()),
      old_w_(oracle.space()),
      old_gradient_(oracle.space()),
      direction_(w_.values().size()),
      memory_(w_.values().size(), history) {}

template <class Real>
double Lbfgs<Real>::Evaluate() {
  const double mean_loss = MeanLossAndGradient(oracle_, w_, gradient_, *scratch_);
  const std::size_t size = w_.values().size();
  Real* g = gradient_.values().data();
  const Real* w = w_.values().data();
  kernels::SubtractScaled(size, g, static_cast<Real>(-lambda_), w, g);
  return mean_loss + 0.5 * lambda_ * kernels::Dot(size, w, w);
}

template <class Real>
StepReport Lbfgs<Real>::Advance(Rng&) {
  if (!started_) {
    value_ = Evaluate();
    started_ = true;
  }
  const std::size_t size = direction_.size();
  const Real* const direction = direction_.data();
  memory_.Direction(gradient_.values(), direction_.span());
  const double slope = kernels::Dot(size, direction, gradient_.values().data());
  if (!(slope < 0)) return Report(0, true);

  std::swap(w_, old_w_);
  std::swap(gradient_, old_gradient_);
  const auto evaluate = [&](double step) {
    kernels::SubtractScaled(size, old_w_.values().data(), static_cast<Real>(-step), direction,
                            w_.values().data());
    const double value = Evaluate();
    return LinePoint{step, value, kernels::Dot(size, direction, gradient_.values().data())};
  };
  const double first = memory_.used() == 0 ? std::min(1.0, 1.0 / std::sqrt(-slope)) : 1.0;
  const WolfeResult search = WolfeSearch({0, value_, slope}, first, std::cref(evaluate));
  if (!search.found) {
    std::swap(w_, old_w_);
    std::swap(gradient_, old_gradient_);
    return Report(0, true);
  }
  value_ = search.point.value;
  memory_.Remember({old_w_.values(), old_gradient_.values()}, {w_.values(), gradient_.values()});
  return Report(search.point.step, false);
}

template <class Real>
StepReport Lbfgs<Real>::Report(double step, bool stuck) const {
  const auto g = gradient_.values();
  StepReport report;
  report.evaluations = scratch_->evaluations;
  report.objective_estimate = value_;
  report.gradient_inf = static_cast<double>(kernels::MaxAbs(g.size(), g.data()));
  report.step = step;
  report.seen_all = true;
  report.stuck = stuck;
  return report;
}

template <class Real>
void Lbfgs<Real>::Write(PlainWeights<Real>& out) const {
  std::copy(w_.values().begin(), w_.values().end(), out.values().begin());
}

template <class Real>
bool Lbfgs<Real>::Start(const PlainWeights<Real>& w) {
  std::copy(w.values().begin(), w.values().end(), w_.values().begin());
  return true;
}

template <class Real>
void Lbfgs<Real>::ChangeLambda(double lambda) {
  lambda_ = lambda;
  memory_.Clear();
  started_ = false;
}

template <class Real>
void Lbfgs<Real>::Transfer(State& state) {
  state.Value(lambda_);
  state.Value(scratch_->evaluations);
  state.Array(w_.values());
  state.Array(gradient_.values());
  memory_.Transfer(state);
  state.Value(value_);
  state.Value(started_);
}

template class Lbfgs<float>;
template class Lbfgs<double>;

}  // namespace sagitta
