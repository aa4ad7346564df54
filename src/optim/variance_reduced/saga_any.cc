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
std::vector<double> ProbabilitiesByConstants(const Oracle<Real>& oracle, double lambda,
                                             double by_constants) {
  std::vector<double> p = LipschitzBounds(oracle);
  const double n = static_cast<double>(p.size());
  const double sum = std::accumulate(p.begin(), p.end(), n * lambda);
  for (double& bound : p) {
    bound = (1 - by_constants) / n + by_constants * (bound + lambda) / sum;
  }
  return p;
}

template <class Real>
SagaAnyRule<Real>::SagaAnyRule(const AverageCore<Real>& core, std::vector<double> probabilities)
    : core_(core), smallest_(*std::min_element(probabilities.begin(), probabilities.end())) {
  probability_.Assign(std::move(probabilities));
  const std::vector<double> bounds = LipschitzBounds(core.oracle());
  largest_ = *std::max_element(bounds.begin(), bounds.end());
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
  state.Part("probability", probability_);
  state.Value("smallest", smallest_);
}

template std::vector<double> LipschitzBounds(const Oracle<float>&);
template std::vector<double> LipschitzBounds(const Oracle<double>&);
template std::vector<double> ProbabilitiesByConstants(const Oracle<float>&, double, double);
template std::vector<double> ProbabilitiesByConstants(const Oracle<double>&, double, double);
template class SagaAnyRule<float>;
template class SagaAnyRule<double>;

}  // namespace sagitta
