// EMGD: the mean of an epoch, kept lazily, and the projection.
#include "optim/variance_reduced/emgd.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace sagitta {

template <class Real>
bool ProjectToBall(const PlainWeights<Real>& center, double radius, LazyWeights<Real>& w) {
  const double squares = w.SquaredDistance(center);
  if (!(squares > radius * radius)) return false;
  const double keep = radius / std::sqrt(squares);
  w.Blend(keep, center, 1 - keep);
  return true;
}

template <class Real>
Emgd<Real>::Emgd(ExampleSum<Real>& sum, double lambda, std::uint64_t inner)
    : Svrg<Real>(sum, lambda, inner), mean_(sum.space()), geometric_(sum.examples() + 1, 0.0) {}

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
  const Share share = OfNextStretch();
  this->weights_.Combine(share.on_w, share.on_d, mean_);
}

template <class Real>
typename Emgd<Real>::Share Emgd<Real>::OfNextStretch() const {
  const double iterates = static_cast<double>(this->epoch_length() + 1);
  const double n = this->sum().n();
  const double sum = std::accumulate(geometric_.begin(), geometric_.end() - 1, 0.0);
  return {geometric_.back() / iterates, -this->alpha() / n * sum / iterates};
}

template <class Real>
void Emgd<Real>::FinishIteration(const InferredExample<Real>& here, ExampleId next) {
  const double iterates = static_cast<double>(this->epoch_length() + 1);
  const std::uint64_t rest = this->left() % this->sum().examples();  // of this stretch
  const double on_mean = -this->alpha() * geometric_[rest] / iterates;
  here.Scatter(on_mean, next, mean_);
  if (rest > 0) return;
  ProjectToBall(this->snapshot().weights(), radius_, this->weights_);
  const bool last = this->left() == 0;
  const Share share = last ? Share{1 / iterates, 0} : OfNextStretch();
  this->weights_.AddCombination(share.on_w, share.on_d, mean_);
  if (last) this->weights_.Assign(mean_);
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
  state.Array("mean", mean_.values());
  state.Value("radius", radius_);
  SetGeometric();
}

template bool ProjectToBall(const PlainWeights<float>&, double, LazyWeights<float>&);
template bool ProjectToBall(const PlainWeights<double>&, double, LazyWeights<double>&);
template class Emgd<float>;
template class Emgd<double>;

}  // namespace sagitta
