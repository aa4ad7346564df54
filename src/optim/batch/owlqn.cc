// OWL-QN: backtracking within an orthant.
#include "optim/batch/owlqn.h"

#include <algorithm>
#include <cmath>

#include "kernels/vectors.h"
#include "optim/parts/curvature.h"

namespace sagitta {
namespace {

constexpr double kSufficient = 1e-4;  // gamma
constexpr int kMostHalvings = 40;
// Where every marginal is 0 or 1 there is no curvature, but there will be when weights change. This
// much, in units of what a token with two equally probable labels adds, is always assumed.
constexpr double kLeastCurvature = 0.1 * 0.25;

template <class Real>
void Copy(std::span<const Real> from, std::span<Real> to) {
  std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace

template <class Real>
Owlqn<Real>::Owlqn(ExampleSum<Real>& sum, double lambda, double lambda1, std::size_t history,
                   bool diagonal)
    : Base(sum, lambda, history),
      lambda1_(lambda1),
      diagonal_(diagonal),
      old_w_(w_.values().size()),
      old_gradient_(w_.values().size()),
      pseudo_(w_.values().size()),
      direction_(w_.values().size()),
      free_(diagonal && lambda1 > 0 ? w_.values().size() : 0) {}

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
  if (diagonal_ && lambda1_ > 0) ChooseFree();
  memory_.Direction(pseudo_.span(), direction_.span());
  if (lambda1_ > 0) {
    const Real* const w = w_.values().data();
    for (std::size_t j = 0; j < size; ++j) {
      const bool bound = w[j] == 0 || !diagonal_;
      if (bound && direction_[j] * pseudo_[j] >= 0) direction_[j] = 0;
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
void Owlqn<Real>::Precondition() {
  if (!inverse_) inverse_ = std::make_unique<PlainWeights<Real>>(this->sum().space());
  InverseDiagonal(this->sum(), this->lambda(), w_, *inverse_);
  memory_.Precondition(inverse_->values());
}

template <class Real>
void Owlqn<Real>::InverseDiagonal(ExampleSum<Real>& sum, double lambda, const PlainWeights<Real>& w,
                                  PlainWeights<Real>& out) {
  GuessCurvature(sum, w, out);
  const double least = lambda + kLeastCurvature / sum.n();
  for (Real& h : out.values()) h = static_cast<Real>(1 / (h + least));
}

template <class Real>
void Owlqn<Real>::StartAt(const Point& point, const PlainWeights<Real>& inverse) {
  Copy<Real>(point.w.values(), w_.values());
  Copy<Real>(point.gradient.values(), gradient_.values());
  value_ = point.value;
  inverse_ = std::make_unique<PlainWeights<Real>>(this->sum().space());
  Copy<Real>(inverse.values(), inverse_->values());
  memory_.Precondition(inverse_->values());
  this->started_ = true;
}

template <class Real>
void Owlqn<Real>::ChooseFree() {
  const Real* const inverse = inverse_->values().data();
  for (std::size_t j = 0; j < free_.size(); ++j) {
    free_[j] = w_.values()[j] != 0 || pseudo_[j] != 0 ? inverse[j] : Real{0};
  }
  memory_.Precondition(free_.span());
}

template <class Real>
double Owlqn<Real>::FirstStep(double slope) const {
  if (memory_.used() > 0 || diagonal_) return 1;
  return std::min(1.0, 1.0 / std::sqrt(-slope));
}

// The attributes of a token share its curvature, so that a first step by the diagonal alone is too
// long by about their number; later ones hardly ever are.
template <class Real>
double Owlqn<Real>::Shorter(double step, double decrease, double value) const {
  if (!diagonal_) return step / 2;
  const double parabola = -decrease / (2 * (value - value_ - decrease));
  return step * (std::isfinite(parabola) ? std::clamp(parabola, 0.02, 0.5) : 0.1);
}

template <class Real>
StepReport Owlqn<Real>::Advance(Rng&) {
  if (!this->started_) {
    if (diagonal_) Precondition();
    value_ = Evaluate();
    this->started_ = true;
  }
  const double slope = Direction();
  if (!(slope < 0)) return GiveUp();
  Copy<Real>(w_.values(), old_w_.span());
  Copy<Real>(gradient_.values(), old_gradient_.span());
  double step = FirstStep(slope);
  const auto go_back = [this] {
    Copy<Real>(old_w_.span(), w_.values());
    Copy<Real>(old_gradient_.span(), gradient_.values());
  };
  try {
    for (int trial = 0; trial < kMostHalvings; ++trial) {
      const double decrease = MoveTo(step);
      const double value = Evaluate();
      if (!(value <= value_ + kSufficient * decrease && decrease < 0)) {
        step = Shorter(step, decrease, value);
        continue;
      }
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

template <class Real>
void Owlqn<Real>::Transfer(State& state) {
  Base::Transfer(state);
  bool has_inverse = inverse_ != nullptr;
  state.Value("has_inverse", has_inverse);
  if (state.loading()) {
    inverse_ = has_inverse ? std::make_unique<PlainWeights<Real>>(this->sum().space()) : nullptr;
    memory_.Precondition(inverse_ ? std::span<const Real>(inverse_->values())
                                  : std::span<const Real>());
  }
  if (has_inverse) state.Array("inverse", inverse_->values());
}

template class Owlqn<float>;
template class Owlqn<double>;

}  // namespace sagitta
