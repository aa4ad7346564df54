#include "optim/variance_reduced/saga_any.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sagitta {

template <class Real>
std::vector<double> LipschitzBounds(const Oracle<Real>& oracle) {
  std::vector<double> bounds(oracle.examples());
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    bounds[i] = oracle.LipschitzBound(static_cast<ExampleId>(i));
  }
  return bounds;
}

template <class Real>
SagaAnyRule<Real>::SagaAnyRule(const AverageCore<Real>& core, FixedSampling sampling)
    : core_(core) {
  const std::vector<double> bounds = LipschitzBounds(core.oracle());
  std::vector<double> probability(bounds.size());
  const double n = static_cast<double>(bounds.size());
  const double sum = std::accumulate(bounds.begin(), bounds.end(), n * core.lambda());
  const double by_constant = sampling == FixedSampling::kUniform ? 0.0
                             : sampling == FixedSampling::kMixed ? 0.5
                                                                 : 1.0;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const double p = (1 - by_constant) / n + by_constant * (bounds[i] + core.lambda()) / sum;
    probability[i] = p;
    smallest_ = std::min(smallest_, p);
    largest_ = std::max(largest_, bounds[i]);
  }
  probability_.Assign(std::move(probability));
}

template <class Real>
double SagaAnyRule<Real>::StepSize() {
  const double n = static_cast<double>(core_.examples());
  const double lambda = core_.lambda();
  return n * smallest_ / (4 * (largest_ + lambda) + n * lambda);
}

// The distribution stays what it was when lambda changes, so it cannot be found again from it.
template <class Real>
void SagaAnyRule<Real>::Transfer(State& state) {
  probability_.Transfer(state);
  state.Value(smallest_);
}

template std::vector<double> LipschitzBounds(const Oracle<float>&);
template std::vector<double> LipschitzBounds(const Oracle<double>&);
template class SagaAnyRule<float>;
template class SagaAnyRule<double>;

}  // namespace sagitta
