// FixedSampler: builds and searches the guide table.
#include "optim/parts/fixed_sampler.h"

#include <numeric>
#include <utility>

namespace sagitta {

namespace {

constexpr double kLargest = 1e300;  // so that no sum overflows

}  // namespace

void FixedSampler::Assign(std::vector<double> weights) {
  weights_ = std::move(weights);
  Build();
}

void FixedSampler::Build() {
  ends_.resize(size());
  starts_.resize(size());
  std::partial_sum(weights_.begin(), weights_.end(), ends_.begin());
  const double n = static_cast<double>(size());
  std::uint32_t i = 0;
  for (std::size_t cell = 0; cell < size(); ++cell) {
    starts_[cell] = i;
    // Up to the end of the cell, less than rounding could make of it.
    const double end = (static_cast<double>(cell + 1) / n) * (1 - 1e-12) * Sum();
    while (i + 1 < size() && ends_[i] <= end) ++i;
  }
}

void FixedSampler::Transfer(State& state) {
  state.Array("weights", weights_);
  if (!state.loading()) return;
  for (const double weight : weights_) {
    state.Require(weight > 0 && weight <= kLargest / static_cast<double>(size()), "weights");
  }
  Build();
}

}  // namespace sagitta
