// The average as R w + d, folded into d before digits are lost.
#include "optim/parts/averaged_weights.h"

#include <cmath>

namespace sagitta {
namespace {

// How many times larger R w may become than S = T times the average. Pegasos has R/T = log T.
constexpr double kMostCancelled = 16;

}  // namespace

template <class Real>
void AveragedWeights<Real>::Step(const InferredExample<Real>& here, double shrink, double step,
                                 bool counts, ExampleId next) {
  const double most = kMostCancelled * static_cast<double>(count_ + 1);
  if (std::abs(on_w_) > most * std::abs(shrink)) Fold();
  if (on_w_ != 0) on_w_ /= shrink;
  pairs_.Step(shrink, 0);
  here.Scatter(-step, on_w_ * step, next, pairs_);
  if (!counts) return;
  on_w_ += 1;
  ++count_;
}

template <class Real>
void AveragedWeights<Real>::Fold() {
  pairs_.Write(spare_);
  pairs_.Add(spare_, 0, on_w_);
  on_w_ = 0;
}

template <class Real>
void AveragedWeights<Real>::Write(PlainWeights<Real>& out) const {
  if (count_ == 0) return pairs_.Write(out);
  const double total = static_cast<double>(count_);
  pairs_.Combine(on_w_ / total, 1 / total, out);
}

template <class Real>
void AveragedWeights<Real>::Forget() {
  pairs_.Rest();
  on_w_ = 0;
  count_ = 0;
}

template <class Real>
void AveragedWeights<Real>::Transfer(State& state) {
  state.Part("pairs", pairs_);
  state.Value("on_w", on_w_);
  state.Value("count", count_);
  state.Require(count_ <= kMostCounted, "count");
}

template class AveragedWeights<float>;
template class AveragedWeights<double>;

}  // namespace sagitta
