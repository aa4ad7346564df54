#include "optim/batch/lbfgs.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "kernels/vectors.h"
#include "optim/parts/wolfe_search.h"

namespace sagitta {
namespace {

template <class Real>
void Copy(std::span<const Real> from, std::span<Real> to) {
  std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace

template <class Real>
Lbfgs<Real>::Lbfgs(const Oracle<Real>& oracle, double lambda, std::size_t history)
    : oracle_(oracle),
      lambda_(lambda),
      history_(history),
      scratch_(oracle.NewScratch()),
      w_(oracle.space()),
      gradient_(oracle.space()),
      old_w_(w_.values().size()),
      old_gradient_(w_.values().size()),
      direction_(w_.values().size()) {
  pairs_.reserve(history_);
}

template <class Real>
double Lbfgs<Real>::Evaluate() {
  const double mean_loss = MeanLossAndGradient(oracle_, w_, gradient_, *scratch_);
  const std::size_t size = w_.values().size();
  Real* g = gradient_.values().data();
  const Real* w = w_.values().data();
  kernels::SubtractScaled(size, g, static_cast<Real>(-lambda_), w, g);
  return mean_loss + 0.5 * lambda_ * kernels::Dot(size, w, w);
}

// The two-loop recursion (Nocedal and Wright 2006, Algorithm 7.4) with H_0 = (<s,y>/<y,y>) I.
template <class Real>
void Lbfgs<Real>::Direction() {
  const std::size_t size = direction_.size();
  Real* q = direction_.data();
  const Real* g = gradient_.values().data();
  std::transform(g, g + size, q, [](Real x) { return -x; });
  for (std::size_t k = used_; k-- > 0;) {
    Pair& pair = pairs_[k];
    pair.alpha = kernels::Dot(size, pair.step.data(), q) / pair.inner;
    kernels::SubtractScaled(size, q, static_cast<Real>(pair.alpha), pair.change.data(), q);
  }
  if (used_ > 0) {
    const Pair& last = pairs_[used_ - 1];
    const double scale = last.inner / kernels::Dot(size, last.change.data(), last.change.data());
    for (std::size_t j = 0; j < size; ++j) q[j] = static_cast<Real>(scale * q[j]);
  }
  for (std::size_t k = 0; k < used_; ++k) {
    const Pair& pair = pairs_[k];
    const double beta = kernels::Dot(size, pair.change.data(), q) / pair.inner;
    kernels::SubtractScaled(size, q, static_cast<Real>(beta - pair.alpha), pair.step.data(), q);
  }
}

// Keeps the newest pair, in the memory of the oldest when the history is full.
template <class Real>
void Lbfgs<Real>::Remember() {
  const std::size_t size = direction_.size();
  if (used_ == history_) {
    std::rotate(pairs_.begin(), pairs_.begin() + 1, pairs_.end());
    --used_;
  } else if (used_ == pairs_.size()) {
    pairs_.push_back({AlignedBuffer<Real>(size), AlignedBuffer<Real>(size)});
  }
  Pair& pair = pairs_[used_];
  kernels::SubtractScaled(size, w_.values().data(), Real{1}, old_w_.data(), pair.step.data());
  kernels::SubtractScaled(size, gradient_.values().data(), Real{1}, old_gradient_.data(),
                          pair.change.data());
  pair.inner = kernels::Dot(size, pair.step.data(), pair.change.data());
  // Rounding may leave a pair without curvature; it would spoil H.
  if (pair.inner > 0) ++used_;
}

template <class Real>
StepReport Lbfgs<Real>::Advance(Rng&) {
  if (!started_) {
    value_ = Evaluate();
    started_ = true;
  }
  const std::size_t size = direction_.size();
  Real* const w = w_.values().data();
  Direction();
  Copy<Real>(w_.values(), old_w_.span());
  Copy<Real>(gradient_.values(), old_gradient_.span());
  const double slope = kernels::Dot(size, direction_.data(), old_gradient_.data());
  if (!(slope < 0)) return Report(0, true);

  const auto evaluate = [&](double step) {
    kernels::SubtractScaled(size, old_w_.data(), static_cast<Real>(-step), direction_.data(), w);
    const double value = Evaluate();
    return LinePoint{step, value, kernels::Dot(size, direction_.data(), gradient_.values().data())};
  };
  const double first = used_ == 0 ? std::min(1.0, 1.0 / std::sqrt(-slope)) : 1.0;
  const WolfeResult search = WolfeSearch({0, value_, slope}, first, std::cref(evaluate));
  if (!search.found) {
    Copy<Real>(old_w_.span(), w_.values());
    Copy<Real>(old_gradient_.span(), gradient_.values());
    return Report(0, true);
  }
  value_ = search.point.value;
  Remember();
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
  Copy<Real>(w.values(), w_.values());
  return true;
}

template <class Real>
void Lbfgs<Real>::ChangeLambda(double lambda) {
  lambda_ = lambda;
  used_ = 0;
  started_ = false;
}

template <class Real>
void Lbfgs<Real>::Transfer(State& state) {
  state.Value(lambda_);
  state.Value(scratch_->evaluations);
  state.Array(w_.values());
  state.Array(gradient_.values());
  state.Value(used_);
  while (pairs_.size() < used_) {
    pairs_.push_back({AlignedBuffer<Real>(direction_.size()), AlignedBuffer<Real>(direction_.size())});
  }
  for (std::size_t k = 0; k < used_; ++k) {
    state.Array(pairs_[k].step.span());
    state.Array(pairs_[k].change.span());
    state.Value(pairs_[k].inner);
  }
  state.Value(value_);
  state.Value(started_);
}

template class Lbfgs<float>;
template class Lbfgs<double>;

}  // namespace sagitta
