// L-BFGS: a direction from the remembered pairs, then a Wolfe search along it.
#include "optim/batch/lbfgs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "kernels/vectors.h"
#include "optim/parts/wolfe_search.h"

namespace sagitta {

template <class Real>
Lbfgs<Real>::Lbfgs(ExampleSum<Real>& sum, double lambda, std::size_t history)
    : Base(sum, lambda, history),
      old_w_(sum.space()),
      old_gradient_(sum.space()),
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

  const auto exchange = [this] {
    std::swap(w_, old_w_);
    std::swap(gradient_, old_gradient_);
  };
  exchange();  // old_w_ is the point before, w_ becomes the trial point
  const auto evaluate = [&](double step) {
    kernels::SubtractScaled(size, old_w_.values().data(), static_cast<Real>(-step), direction,
                            w_.values().data());
    const double value = this->EvaluateSmooth();
    return LinePoint{step, value, kernels::Dot(size, direction, gradient_.values().data())};
  };
  const double first = memory_.used() == 0 ? std::min(1.0, 1.0 / std::sqrt(-slope)) : 1.0;
  WolfeResult search;
  try {
    search = WolfeSearch({0, value_, slope}, first, std::cref(evaluate));
  } catch (const Cancelled&) {
    exchange();
    throw;
  }
  if (!search.found) {
    exchange();
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
