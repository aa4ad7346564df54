#include "optim/variance_reduced/emgd.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace sagitta {

template <class Real>
bool ProjectToBall(const PlainWeights<Real>& center, double radius, PlainWeights<Real>& w) {
  const std::span<const Real> from = center.values();
  const std::span<Real> to = w.values();
  double squares = 0;
  for (std::size_t j = 0; j < to.size(); ++j) {
    const double away = static_cast<double>(to[j]) - static_cast<double>(from[j]);
    squares += away * away;
  }
  if (!(squares > radius * radius)) return false;
  const double keep = radius / std::sqrt(squares);
  for (std::size_t j = 0; j < to.size(); ++j) {
    to[j] = static_cast<Real>(from[j] + keep * (to[j] - from[j]));
  }
  return true;
}

template <class Real>
Emgd<Real>::Emgd(const Oracle<Real>& oracle, double lambda, std::uint64_t inner)
    : Svrg<Real>(oracle, lambda, inner),
      mean_(oracle.space()),
      current_(oracle.space()),
      geometric_(oracle.examples() + 1, 0.0) {}

template <class Real>
void Emgd<Real>::SetGeometric() {
  for (std::size_t k = 0; k + 1 < geometric_.size(); ++k) {
    geometric_[k + 1] = 1 + this->Shrink() * geometric_[k];
  }
}

template <class Real>
void Emgd<Real>::StartEpoch() {
  SetGeometric();
  const double by_gradient = std::sqrt(this->summary().gradient_squared) / this->lambda();
  const double by_value = std::sqrt(2 * this->objective() / this->lambda());
  radius_ = std::max(radius_ / std::numbers::sqrt2, std::min(by_gradient, by_value));
  std::fill(mean_.values().begin(), mean_.values().end(), Real{0});
  this->weights_.Write(current_);
  StartStretch();
}

// What the weights and d as they are contribute to the next n iterates. REQUIRES: current_ is w.
template <class Real>
void Emgd<Real>::StartStretch() {
  const double n = static_cast<double>(this->oracle().examples());
  AddToMean(current_, geometric_.back());
  AddToMean(this->snapshot().gradient_sum(),
            -this->alpha() / n * std::accumulate(geometric_.begin(), geometric_.end() - 1, 0.0));
}

template <class Real>
void Emgd<Real>::AddToMean(const PlainWeights<Real>& x, double factor) {
  const double on_x = factor / static_cast<double>(this->epoch_length() + 1);
  const std::span<const Real> from = x.values();
  const std::span<Real> to = mean_.values();
  for (std::size_t j = 0; j < to.size(); ++j) {
    to[j] = static_cast<Real>(to[j] + on_x * from[j]);
  }
}

template <class Real>
void Emgd<Real>::FinishIteration(ExampleId i, ExampleId next) {
  const std::uint64_t rest = this->left() % this->oracle().examples();  // of this stretch
  const double on_mean = geometric_[rest] / static_cast<double>(this->epoch_length() + 1);
  this->oracle().Scatter(i, this->snapshot().scratch(), -this->alpha() * on_mean, next, mean_);
  if (rest > 0) return;
  this->weights_.Write(current_);
  if (ProjectToBall(this->snapshot().weights(), radius_, current_)) this->weights_.Assign(current_);
  if (this->left() > 0) return StartStretch();
  AddToMean(current_, 1);
  this->weights_.Assign(mean_);
}

// Another objective has its optimum elsewhere.
template <class Real>
void Emgd<Real>::ChangeLambda(double lambda) {
  Svrg<Real>::ChangeLambda(lambda);
  radius_ = 0;
}

template <class Real>
void Emgd<Real>::Transfer(State& state) {
  Svrg<Real>::Transfer(state);
  state.Array(mean_.values());
  state.Value(radius_);
  SetGeometric();
}

template bool ProjectToBall(const PlainWeights<float>&, double, PlainWeights<float>&);
template bool ProjectToBall(const PlainWeights<double>&, double, PlainWeights<double>&);
template class Emgd<float>;
template class Emgd<double>;

}  // namespace sagitta
