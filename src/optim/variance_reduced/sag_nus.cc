// SAG-NUS: sampling by L_i + L_mean, and its step.
#include "optim/variance_reduced/sag_nus.h"

#include <algorithm>
#include <cmath>

#include "optim/parts/line_search.h"

namespace sagitta {

// With probability (n-m)/n uniform over the unseen, otherwise over the seen in proportion to
// L_i + (L_mean + 2 lambda): the first term by the tree, the second uniform.
template <class Real>
ExampleId SagNusRule<Real>::Resolve(const Draw& draw) const {
  const double n = static_cast<double>(update_.examples());
  const double m = static_cast<double>(update_.seen());
  const double unseen = (n - m) / n;
  if (draw.branch < unseen) return partition_.Unseen(draw.place);
  const double by_tree = lipschitz_.Sum();
  const double flat = by_tree + 2 * update_.lambda() * m;  // m (L_mean + 2 lambda)
  const double rest = (draw.branch - unseen) / (1 - unseen);
  if (rest * (by_tree + flat) < by_tree) {
    return static_cast<ExampleId>(lipschitz_.Sample(draw.place));
  }
  return partition_.Seen(draw.place);
}

template <class Real>
double SagNusRule<Real>::Probability(ExampleId i) const {
  const double n = static_cast<double>(update_.examples());
  if (!update_.seen(i)) return 1 / n;
  const double m = static_cast<double>(update_.seen());
  const double sum = lipschitz_.Sum();
  const double own = lipschitz_.Get(i) + sum / m + 2 * update_.lambda();
  return m / n * own / (2 * sum + 2 * update_.lambda() * m);
}

// L_i starts at the initial constant, on later visits at half of what it was, and is doubled by the
// search.
template <class Real>
Measurement SagNusRule<Real>::Measure(const InferredExample<Real>& here) const {
  const ExampleId i = here.example();
  const double start = update_.seen(i) ? lipschitz_.Get(i) / 2 : initial_;
  return {.lipschitz = SearchLipschitz(here, start).lipschitz};
}

template <class Real>
void SagNusRule<Real>::Record(ExampleId i, const Measurement& found) {
  lipschitz_.Set(i, *found.lipschitz);
  if (!update_.seen(i)) partition_.MarkSeen(i);
  const double decay = std::exp2(-1.0 / static_cast<double>(update_.examples()));
  largest_ = std::max(largest_ * decay, lipschitz_.Get(i));
}

// alpha = ((n-m)/n) / (L_max + lambda) + (m/n) 1/2 (1/(L_max + lambda) + 1/(L_mean + lambda))
template <class Real>
double SagNusRule<Real>::StepSize() const {
  const double m = static_cast<double>(update_.seen());
  const double fraction = m / static_cast<double>(update_.examples());
  const double by_max = 1 / (largest_ + update_.lambda());
  const double by_mean = 1 / (MeanLipschitz() + update_.lambda());
  return (1 - fraction) * by_max + fraction * 0.5 * (by_max + by_mean);
}

template <class Real>
void SagNusRule<Real>::Transfer(State& state) {
  state.Part("lipschitz", lipschitz_);
  RequireConstants(state, lipschitz_, update_);
  state.Part("partition", partition_);
  for (std::size_t k = 0; state.loading() && k < update_.examples(); ++k) {
    const auto i = static_cast<ExampleId>(k);
    state.Require(partition_.IsSeen(i) == update_.seen(i), "partition");
  }
  state.Value("largest", largest_);
  state.Require(largest_ >= 0, "largest");
}

template class SagNusRule<float>;
template class SagNusRule<double>;

}  // namespace sagitta
