// SoftStart: G, and the stages in which it returns.
#include "optim/variance_reduced/soft_start.h"

#include <algorithm>
#include <cmath>

#include "objective/subgradient.h"

namespace sagitta {

template <class Real>
void SoftStart<Real>::Begin(const PlainWeights<Real>& w, const Terms& terms, LazyWeights<Real>& d) {
  missing_ = std::make_unique<PlainWeights<Real>>(space_);
  d.Combine(0, 1, *missing_);
  const std::span<Real> g = missing_->values();
  for (std::size_t j = 0; j < g.size(); ++j) {
    const double weight = w.values()[j];
    const double smooth = g[j] / terms.n + terms.lambda * weight;
    g[j] = static_cast<Real>(terms.n * LeastSubgradient(smooth, weight, terms.lambda1));
  }
  d.Add(*missing_, 0, -1);
  iterations_ = 0;
  share_ = 1;
}

template <class Real>
bool SoftStart<Real>::Due() {
  return ++iterations_ % Stage() == 0;
}

template <class Real>
void SoftStart<Real>::Restore(LazyWeights<Real>& d) {
  double share = std::exp(-static_cast<double>(iterations_) / static_cast<double>(examples_));
  if (share < kSmallestShare) share = 0;
  d.Add(*missing_, 0, share_ - share);
  share_ = share;
  if (share == 0) missing_.reset();
}

template <class Real>
double SoftStart<Real>::GradientInf(const PlainWeights<Real>& w, const Terms& terms,
                                    const LazyWeights<Real>& d) const {
  PlainWeights<Real> direction(space_);
  d.Combine(0, 1, direction);
  double most = 0;
  for (std::size_t j = 0; j < w.values().size(); ++j) {
    const double whole = direction.values()[j] + share_ * missing_->values()[j];
    const double weight = w.values()[j];
    const double g =
        LeastSubgradient(whole / terms.n + terms.lambda * weight, weight, terms.lambda1);
    most = std::max(most, std::abs(g));
  }
  return most;
}

template <class Real>
void SoftStart<Real>::Transfer(State& state) {
  bool is_active = active();
  state.Value("active", is_active);
  state.Value("iterations", iterations_);
  state.Value("share", share_);
  state.Require(share_ >= 0 && share_ <= 1, "share");
  if (state.loading()) {
    missing_ = is_active ? std::make_unique<PlainWeights<Real>>(space_) : nullptr;
  }
  if (is_active) state.Array("missing", missing_->values());
}

template class SoftStart<float>;
template class SoftStart<double>;

}  // namespace sagitta
