#include "objective/oracle.h"

#include <algorithm>

#include "objective/adaptive_oracle.h"

namespace sagitta {
namespace {

// Calls body(example, the one after it) for all examples in order.
template <class Real, class Body>
void ForEachExample(const Oracle<Real>& oracle, const Body& body) {
  const auto n = static_cast<ExampleId>(oracle.examples());
  for (ExampleId i = 0; i < n; ++i) body(i, i + 1 < n ? i + 1 : kNoExample);
}

}  // namespace

template <class Real>
std::unique_ptr<AdaptiveOracle<Real>> Oracle<Real>::NewAdaptive(std::span<const ExampleId>) const {
  return nullptr;
}

template <class Real>
double MeanLoss(const Oracle<Real>& oracle, const PlainWeights<Real>& w,
                typename Oracle<Real>::Scratch& scratch) {
  double sum = 0;
  ForEachExample(oracle, [&](ExampleId i, ExampleId next) {
    oracle.Gather(i, w, 1, next, scratch);
    sum += oracle.Loss(i, scratch);
  });
  return sum / static_cast<double>(oracle.examples());
}

template <class Real>
double MeanLossAndGradient(const Oracle<Real>& oracle, const PlainWeights<Real>& w,
                           PlainWeights<Real>& gradient, typename Oracle<Real>::Scratch& scratch) {
  const double n = static_cast<double>(oracle.examples());
  std::fill(gradient.values().begin(), gradient.values().end(), Real{0});
  double sum = 0;
  ForEachExample(oracle, [&](ExampleId i, ExampleId next) {
    oracle.Gather(i, w, 1, next, scratch);
    sum += oracle.Infer(i, scratch);
    oracle.Scatter(i, scratch, 1, next, gradient);
  });
  for (Real& g : gradient.values()) g = static_cast<Real>(g / n);
  return sum / n;
}

template std::unique_ptr<AdaptiveOracle<float>> Oracle<float>::NewAdaptive(
    std::span<const ExampleId>) const;
template std::unique_ptr<AdaptiveOracle<double>> Oracle<double>::NewAdaptive(
    std::span<const ExampleId>) const;
template double MeanLoss(const Oracle<float>&, const PlainWeights<float>&, Oracle<float>::Scratch&);
template double MeanLoss(const Oracle<double>&, const PlainWeights<double>&,
                         Oracle<double>::Scratch&);
template double MeanLossAndGradient(const Oracle<float>&, const PlainWeights<float>&,
                                    PlainWeights<float>&, Oracle<float>::Scratch&);
template double MeanLossAndGradient(const Oracle<double>&, const PlainWeights<double>&,
                                    PlainWeights<double>&, Oracle<double>::Scratch&);

}  // namespace sagitta
