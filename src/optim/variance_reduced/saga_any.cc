// The constants and probabilities of Proposition 1(a).
#include "optim/variance_reduced/saga_any.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sagitta {

template <class Real>
std::vector<double> LipschitzBounds(const ExampleEvaluator<Real>& examples) {
  std::vector<double> bounds(examples.examples());
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    bounds[i] = examples.LipschitzBound(static_cast<ExampleId>(i));
  }
  return bounds;
}

template <class Real>
std::vector<double> ProbabilitiesByConstants(const ExampleEvaluator<Real>& examples, double lambda,
                                             double by_constants) {
  std::vector<double> p = LipschitzBounds(examples);
  const double n = static_cast<double>(p.size());
  const double sum = std::accumulate(p.begin(), p.end(), n * lambda);
  for (double& bound : p) {
    bound = (1 - by_constants) / n + by_constants * (bound + lambda) / sum;
  }
  return p;
}

template <class Real>
SagaAnyRule<Real>::SagaAnyRule(const WeightUpdate<Real>& update, std::vector<double> probabilities)
    : update_(update), smallest_(*std::min_element(probabilities.begin(), probabilities.end())) {
  probability_.Assign(std::move(probabilities));
  const std::vector<double> bounds = LipschitzBounds(update.sum().evaluator());
  largest_ = *std::max_element(bounds.begin(), bounds.end());
}

template <class Real>
double SagaAnyRule<Real>::StepSize() const {
  const double n = static_cast<double>(update_.examples());
  const double lambda = update_.lambda();
  return n * smallest_ / (4 * (largest_ + lambda) + n * lambda);
}

// The distribution stays what it was when lambda changes, so it cannot be found again from it.
template <class Real>
void SagaAnyRule<Real>::Transfer(State& state) {
  state.Part("probability", probability_);
  state.Value("smallest", smallest_);
  state.Require(smallest_ > 0 && smallest_ <= 1, "smallest");
}

template std::vector<double> LipschitzBounds(const ExampleEvaluator<float>&);
template std::vector<double> LipschitzBounds(const ExampleEvaluator<double>&);
template std::vector<double> ProbabilitiesByConstants(const ExampleEvaluator<float>&, double,
                                                      double);
template std::vector<double> ProbabilitiesByConstants(const ExampleEvaluator<double>&, double,
                                                      double);
template class SagaAnyRule<float>;
template class SagaAnyRule<double>;

}  // namespace sagitta
