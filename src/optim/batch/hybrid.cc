// Hybrid: L-BFGS with backtracking on the front of a random permutation.
#include "optim/batch/hybrid.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "kernels/vectors.h"
#include "optim/parts/sampler.h"

namespace sagitta {
namespace {

constexpr double kDecrease = 1e-4;
constexpr int kMostTrials = 30;

// The minimum of the parabola through a step that was too long, within reason.
double Shorten(double step, double before, double slope, double value) {
  const double parabola = -slope * step * step / (2 * (value - before - slope * step));
  if (!std::isfinite(parabola)) return 0.5 * step;
  return std::clamp(parabola, 0.1 * step, 0.5 * step);
}

}  // namespace

template <class Real>
Hybrid<Real>::Hybrid(ExampleSum<Real>& sum, double lambda, std::size_t history)
    : sum_(sum),
      lambda_(lambda),
      order_(sum.examples()),
      here_(sum.space()),
      there_(sum.space()),
      direction_(here_.gradient.size()),
      memory_(here_.gradient.size(), history) {
  std::iota(order_.begin(), order_.end(), 0u);
}

template <class Real>
void Hybrid<Real>::Shuffle(Rng& rng) {
  for (std::size_t k = order_.size(); k > 1; --k) {
    std::swap(order_[k - 1], order_[DrawUniform(rng.Uniform(), k)]);
  }
}

template <class Real>
void Hybrid<Real>::Include(std::size_t first, Point& at) {
  const std::span<const ExampleId> added(order_.data() + first, batch_ - first);
  at.loss_sum += sum_.AddLosses(added, at.w, at.sum);
  const std::size_t size = at.gradient.size();
  const Real* sum = at.sum.values().data();
  const Real* w = at.w.values().data();
  const double b = static_cast<double>(batch_);
  for (std::size_t j = 0; j < size; ++j) at.gradient[j] = static_cast<Real>(sum[j] / b);
  Real* g = at.gradient.data();
  kernels::SubtractScaled(size, g, static_cast<Real>(-lambda_), w, g);
  at.value = at.loss_sum / b + 0.5 * lambda_ * kernels::Dot(size, w, w);
}

template <class Real>
void Hybrid<Real>::Grow() {
  const std::size_t n = order_.size();
  const std::size_t before = batch_;
  const auto larger = static_cast<std::size_t>(std::ceil(1.1 * static_cast<double>(before))) + 1;
  batch_ = before == 0 ? 1 : std::min(larger, n);
  Include(before, here_);
  // All examples: their own order makes better use of the caches.
  if (batch_ == n && before < n) std::sort(order_.begin(), order_.end());
}

template <class Real>
void Hybrid<Real>::Try(double step) {
  kernels::SubtractScaled(direction_.size(), here_.w.values().data(), static_cast<Real>(-step),
                          direction_.data(), there_.w.values().data());
  std::fill(there_.sum.values().begin(), there_.sum.values().end(), Real{0});
  there_.loss_sum = 0;
  Include(0, there_);
}

template <class Real>
bool Hybrid<Real>::Step() {
  memory_.Direction(here_.gradient.span(), direction_.span());
  const double slope = kernels::Dot(direction_.size(), direction_.data(), here_.gradient.data());
  if (!(slope < 0)) return false;
  double step = memory_.used() == 0 ? std::min(1.0, 1.0 / std::sqrt(-slope)) : 1.0;
  for (int trial = 0; trial < kMostTrials; ++trial) {
    Try(step);
    // What is asked for may be less than rounding; standing still is never enough.
    if (there_.value < here_.value && there_.value <= here_.value + kDecrease * step * slope) {
      memory_.Remember(here_.View(), there_.View());
      std::swap(here_, there_);
      step_ = step;
      return true;
    }
    step = Shorten(step, here_.value, slope, there_.value);
  }
  return false;
}

template <class Real>
StepReport Hybrid<Real>::Advance(Rng& rng) {
  if (batch_ == 0) Shuffle(rng);
  bool stuck = false;
  sum_.ForOnePass([&] {
    Grow();
    // When no step is found the next batch is larger, unless this was the largest.
    stuck = !Step() && batch_ == order_.size();
    return !stuck;
  });
  StepReport report;
  report.evaluations = sum_.evaluations();
  report.objective_estimate = here_.value;
  report.gradient_inf =
      static_cast<double>(kernels::MaxAbs(here_.gradient.size(), here_.gradient.data()));
  report.step = step_;
  report.seen_all = batch_ == order_.size();
  report.stuck = stuck;
  return report;
}

template <class Real>
void Hybrid<Real>::Write(PlainWeights<Real>& out) const {
  std::copy(here_.w.values().begin(), here_.w.values().end(), out.values().begin());
}

template <class Real>
bool Hybrid<Real>::Start(const PlainWeights<Real>& w) {
  std::copy(w.values().begin(), w.values().end(), here_.w.values().begin());
  return true;
}

template <class Real>
void Hybrid<Real>::ChangeLambda(double lambda) {
  lambda_ = lambda;
  memory_.Clear();
}

template <class Real>
void Hybrid<Real>::Transfer(State& state) {
  state.Value("lambda", lambda_);
  sum_.Transfer(state);
  state.Array("order", order_);
  std::vector<bool> found(order_.size(), false);
  for (const ExampleId i : order_) {
    state.Require(i < found.size() && !found[i], "order");
    found[i] = true;
  }
  state.Value("batch", batch_);
  state.Require(batch_ <= order_.size(), "batch");
  state.Array("w", here_.w.values());
  state.Array("sum", here_.sum.values());
  state.Value("loss_sum", here_.loss_sum);
  state.Part("memory", memory_);
  state.Value("step", step_);
}

template class Hybrid<float>;
template class Hybrid<double>;

}  // namespace sagitta
