#include "optim/variance_reduced/sag_nus.h"

#include <algorithm>
#include <cmath>

#include "optim/parts/line_search.h"

namespace sagitta {

// With probability (n-m)/n uniform over the unseen, otherwise over the seen in proportion to
// L_i + (L_mean + 2 lambda): the first term by the tree, the second uniform.
template <class Real>
ExampleId SagNus<Real>::Resolve(const Draw& draw) const {
  const double n = static_cast<double>(core_.examples());
  const double m = static_cast<double>(core_.seen());
  const double unseen = (n - m) / n;
  if (draw.branch < unseen) return partition_.Unseen(draw.place);
  const double by_tree = lipschitz_.Sum();
  const double flat = by_tree + 2 * core_.lambda() * m;  // m (L_mean + 2 lambda)
  const double rest = (draw.branch - unseen) / (1 - unseen);
  if (rest * (by_tree + flat) < by_tree) {
    return static_cast<ExampleId>(lipschitz_.Sample(draw.place));
  }
  return partition_.Seen(draw.place);
}

// alpha = ((n-m)/n) / (L_max + lambda) + (m/n) 1/2 (1/(L_max + lambda) + 1/(L_mean + lambda))
template <class Real>
double SagNus<Real>::StepSize() const {
  const double fraction = static_cast<double>(core_.seen()) / static_cast<double>(core_.examples());
  const double by_max = 1 / (largest_ + core_.lambda());
  const double by_mean = 1 / (MeanLipschitz() + core_.lambda());
  return (1 - fraction) * by_max + fraction * 0.5 * (by_max + by_mean);
}

template <class Real>
StepReport SagNus<Real>::Advance(Rng& rng) {
  const std::size_t n = core_.examples();
  const std::uint64_t end = core_.evaluations() + n;
  const double decay = std::exp2(-1.0 / static_cast<double>(n));
  double alpha = 0;
  const auto resolve = [this](const Draw& draw) { return Resolve(draw); };
  while (core_.evaluations() < end) {
    const ExampleId i = ahead_.Take(rng, resolve);
    const bool first = !core_.seen(i);
    const double f = core_.Visit(i, ahead_);
    const double start = first ? 1.0 : lipschitz_.Get(i) / 2;
    lipschitz_.Set(i, SearchLipschitz(core_.oracle(), i, f, start, core_.scratch()).lipschitz);
    if (first) partition_.MarkSeen(i);
    core_.Remember(i, ahead_);
    largest_ = std::max(largest_ * decay, lipschitz_.Get(i));
    alpha = StepSize();
    core_.Move(alpha);
  }
  return core_.Report(alpha);
}

template class SagNus<float>;
template class SagNus<double>;

}  // namespace sagitta
