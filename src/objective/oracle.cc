#include "objective/oracle.h"

#include <algorithm>

namespace sagitta {

template <class Real>
double MeanLoss(const Oracle<Real>& oracle, const PlainWeights<Real>& w,
                typename Oracle<Real>::Scratch& scratch) {
  double sum = 0;
  for (std::size_t i = 0; i < oracle.examples(); ++i) {
    oracle.Gather(static_cast<ExampleId>(i), w, 1, kNoExample, scratch);
    sum += oracle.Loss(static_cast<ExampleId>(i), scratch);
  }
  return sum / static_cast<double>(oracle.examples());
}

template <class Real>
double MeanLossAndGradient(const Oracle<Real>& oracle, const PlainWeights<Real>& w,
                           PlainWeights<Real>& gradient, typename Oracle<Real>::Scratch& scratch) {
  const double n = static_cast<double>(oracle.examples());
  std::fill(gradient.values().begin(), gradient.values().end(), Real{0});
  double sum = 0;
  for (std::size_t i = 0; i < oracle.examples(); ++i) {
    oracle.Gather(static_cast<ExampleId>(i), w, 1, kNoExample, scratch);
    sum += oracle.Infer(static_cast<ExampleId>(i), scratch);
    oracle.Scatter(static_cast<ExampleId>(i), scratch, 1, kNoExample, gradient);
  }
  for (Real& g : gradient.values()) g = static_cast<Real>(g / n);
  return sum / n;
}

template double MeanLoss(const Oracle<float>&, const PlainWeights<float>&, Oracle<float>::Scratch&);
template double MeanLoss(const Oracle<double>&, const PlainWeights<double>&,
                         Oracle<double>::Scratch&);
template double MeanLossAndGradient(const Oracle<float>&, const PlainWeights<float>&,
                                    PlainWeights<float>&, Oracle<float>::Scratch&);
template double MeanLossAndGradient(const Oracle<double>&, const PlainWeights<double>&,
                                    PlainWeights<double>&, Oracle<double>::Scratch&);

}  // namespace sagitta
