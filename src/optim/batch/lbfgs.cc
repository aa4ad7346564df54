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
    : Base(oracle, lambda, history),
      old_w_(oracle.space()),
      old_gradient_(oracle.space()),
      direction_(w_.values().size()) {}

template <class Real>
StepReport Lbfgs<Real>::Advance(Rng&) {
  if (!this->started_) {
    value_ = this->EvaluateSmooth();
    this->started_ = true;
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
    const double value = this->EvaluateSmooth();
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
  return Base::Report(step, static_cast<double>(kernels::MaxAbs(g.size(), g.data())), stuck);
}

template class Lbfgs<float>;
template class Lbfgs<double>;

}  // namespace sagitta
