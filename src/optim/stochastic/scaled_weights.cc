// Shrinking by one factor, carried out when it gets out of range.
#include "optim/stochastic/scaled_weights.h"

#include <algorithm>
#include <cmath>

#include "kernels/vectors.h"

namespace sagitta {
namespace {

// Wide enough that a reset is rare, narrow enough for v to be as good as w in float.
constexpr double kSmallestScale = 1e-6;
constexpr double kLargestScale = 1e6;

}  // namespace

template <class Real>
void ScaledWeights<Real>::Shrink(double factor) {
  beta_ *= factor;
  const double size = std::abs(beta_);
  if (size >= kSmallestScale && size <= kLargestScale) return;
  const Real all = static_cast<Real>(beta_);
  for (Real& v : v_.values()) v *= all;
  beta_ = 1;
}

template <class Real>
void ScaledWeights<Real>::Write(PlainWeights<Real>& out) const {
  const Real beta = static_cast<Real>(beta_);
  std::transform(v_.values().begin(), v_.values().end(), out.values().begin(),
                 [beta](Real v) { return beta * v; });
}

template <class Real>
void ScaledWeights<Real>::Assign(const PlainWeights<Real>& w) {
  std::copy(w.values().begin(), w.values().end(), v_.values().begin());
  beta_ = 1;
}

template <class Real>
double ScaledWeights<Real>::SquaredNorm() const {
  const auto v = v_.values();
  return beta_ * beta_ * kernels::Dot(v.size(), v.data(), v.data());
}

template <class Real>
void ScaledWeights<Real>::Transfer(State& state) {
  state.Array("v", v_.values());
  state.Value("beta", beta_);
}

template class ScaledWeights<float>;
template class ScaledWeights<double>;

}  // namespace sagitta
