// The snapshot: its gradients summed up, and examples compared with it.
#include "optim/variance_reduced/snapshot.h"

#include <algorithm>
#include <cmath>

#include "kernels/vectors.h"
#include "optim/parts/line_search.h"

namespace sagitta {

template <class Real>
Snapshot<Real>::Snapshot(ExampleSum<Real>& sum)
    : sum_(sum), table_(sum.LargestTable()), weights_(sum.space()), gradient_sum_(sum.space()) {}

template <class Real>
void Snapshot<Real>::Begin(const LazyWeights<Real>& w) {
  w.Write(weights_);
  std::fill(gradient_sum_.values().begin(), gradient_sum_.values().end(), Real{0});
  loss_sum_ = 0;
  lipschitz_ /= 2;
  added_ = 0;
}

template <class Real>
void Snapshot<Real>::AddGroup() {
  const std::span<const ExampleId> left = sum_.all().subspan(added_);
  const std::span<const ExampleId> group = left.first(std::min(left.size(), kGroup));
  found_.resize(group.size());
  const auto search = [&](std::size_t place, const InferredExample<Real>& here) {
    found_[place] = SearchLipschitz(here, lipschitz_).lipschitz;
  };
  loss_sum_ += sum_.AddLosses(group, weights_, gradient_sum_, search);
  lipschitz_ = *std::max_element(found_.begin(), found_.end());
  added_ += group.size();
}

template <class Real>
typename Snapshot<Real>::Comparison Snapshot<Real>::Compare(ExampleId i, const LazyWeights<Real>& w,
                                                            ExampleId next) {
  const InferredExample<Real> there = sum_.Gather(i, weights_, 1, next).Infer();
  std::copy(there.table().begin(), there.table().end(), table_.data());
  const InferredExample<Real> here = sum_.Gather(i, w, next).Infer();
  const std::span<Real> table = here.table();
  kernels::SubtractScaled(table.size(), table.data(), Real{1}, table_.data(), table.data());
  return {here, here.loss() - there.loss()};
}

template <class Real>
typename Snapshot<Real>::Summary Snapshot<Real>::Summarize(double lambda) const {
  const double on_sum = 1 / sum_.n();
  const std::span<const Real> w = weights_.values(), sum = gradient_sum_.values();
  Summary summary;
  for (std::size_t j = 0; j < w.size(); ++j) {
    const double value = static_cast<double>(w[j]);
    const double gradient = on_sum * static_cast<double>(sum[j]) + lambda * value;
    summary.squared_norm += value * value;
    summary.gradient_inf = std::max(summary.gradient_inf, std::abs(gradient));
    summary.gradient_squared += gradient * gradient;
  }
  return summary;
}

template <class Real>
void Snapshot<Real>::Transfer(State& state) {
  sum_.Transfer(state);
  state.Array("weights", weights_.values());
  state.Array("gradient_sum", gradient_sum_.values());
  state.Value("loss_sum", loss_sum_);
  state.Value("lipschitz", lipschitz_);
  state.Require(lipschitz_ > 0, "lipschitz");
  state.Value("added", added_);
  state.Require(added_ <= sum_.examples(), "added");
}

template class Snapshot<float>;
template class Snapshot<double>;

}  // namespace sagitta
