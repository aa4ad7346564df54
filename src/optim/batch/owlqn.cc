// OWL-QN: backtracking within an orthant.
#include "optim/batch/owlqn.h"

#include <algorithm>
#include <cmath>

#include "kernels/vectors.h"

namespace sagitta {
namespace {

constexpr double kSufficient = 1e-4;  // gamma
constexpr int kMostHalvings = 40;

template <class Real>
void Copy(std::span<const Real> from, std::span<Real> to) {
  std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace

template <class Real>
Owlqn<Real>::Owlqn(ExampleSum<Real>& sum, double lambda, double lambda1, std::size_t history)
    : Base(sum, lambda, history),
      lambda1_(lambda1),
      old_w_(w_.values().size()),
      old_gradient_(w_.values().size()),
      pseudo_(w_.values().size()),
      direction_(w_.values().size()) {}

template <class Real>
double Owlqn<Real>::Evaluate() {
  const double smooth = this->EvaluateSmooth();
  double sizes = 0;
  for (const Real w : w_.values()) sizes += static_cast<double>(std::abs(w));
  return smooth + lambda1_ * sizes;
}

// Equation 4 of the paper.
template <class Real>
Real Owlqn<Real>::Pseudo(std::size_t j) const {
  const Real g = gradient_.values()[j];
  const Real w = w_.values()[j];
  const Real pull = static_cast<Real>(lambda1_);
  if (w != 0) return g + std::copysign(pull, w);
  return g > pull ? g - pull : g < -pull ? g + pull : Real{0};
}

template <class Real>
double Owlqn<Real>::Direction() {
  const std::size_t size = direction_.size();
  for (std::size_t j = 0; j < size; ++j) pseudo_[j] = Pseudo(j);
  memory_.Direction(pseudo_.span(), direction_.span());
  if (lambda1_ > 0) {
    for (std::size_t j = 0; j < size; ++j) {
      if (direction_[j] * pseudo_[j] >= 0) direction_[j] = 0;
    }
  }
  return kernels::Dot(size, pseudo_.data(), direction_.data());
}

template <class Real>
double Owlqn<Real>::MoveTo(double step) {
  const std::size_t size = direction_.size();
  Real* const w = w_.values().data();
  kernels::SubtractScaled(size, old_w_.data(), static_cast<Real>(-step), direction_.data(), w);
  double slope = 0;
  for (std::size_t j = 0; j < size; ++j) {
    const Real orthant = old_w_[j] != 0 ? old_w_[j] : -pseudo_[j];
    const bool inside = w[j] > 0 ? orthant > 0 : orthant < 0;
    if (lambda1_ > 0 && !inside) w[j] = 0;
    slope += static_cast<double>(pseudo_[j]) * static_cast<double>(w[j] - old_w_[j]);
  }
  return slope;
}

template <class Real>
StepReport Owlqn<Real>::Advance(Rng&) {
  if (!this->started_) {
    value_ = Evaluate();
    this->started_ = true;
  }
  const double slope = Direction();
  if (!(slope < 0)) return GiveUp();
  Copy<Real>(w_.values(), old_w_.span());
  Copy<Real>(gradient_.values(), old_gradient_.span());
  double step = memory_.used() == 0 ? std::min(1.0, 1.0 / std::sqrt(-slope)) : 1.0;
  const auto go_back = [this] {
    Copy<Real>(old_w_.span(), w_.values());
    Copy<Real>(old_gradient_.span(), gradient_.values());
  };
  try {
    for (int trial = 0; trial < kMostHalvings; ++trial, step /= 2) {
      const double decrease = MoveTo(step);
      const double value = Evaluate();
      if (value > value_ + kSufficient * decrease || !(decrease < 0)) continue;
      value_ = value;
      memory_.Remember({old_w_.span(), old_gradient_.span()}, {w_.values(), gradient_.values()});
      return Report(step, false);
    }
  } catch (const Cancelled&) {
    go_back();
    throw;
  }
  go_back();
  return GiveUp();
}

// H knows nothing of orthants and may offer directions along which nothing is to be gained; without
// it the direction is that of steepest descent, and if that fails the end is reached.
template <class Real>
StepReport Owlqn<Real>::GiveUp() {
  const bool stuck = memory_.used() == 0;
  memory_.Clear();
  return Report(0, stuck);
}

template <class Real>
StepReport Owlqn<Real>::Report(double step, bool stuck) const {
  double most = 0;
  for (std::size_t j = 0; j < direction_.size(); ++j) {
    most = std::max(most, static_cast<double>(std::abs(Pseudo(j))));
  }
  return Base::Report(step, most, stuck);
}

template class Owlqn<float>;
template class Owlqn<double>;

}  // namespace sagitta
