// The curvature of a weight as a sum of variances.
//
// The second derivative of f_i along a weight of attribute a and label y is the variance of the
// number of tokens t with a and label y, each with a's value. If the labels of different tokens
// were independent it would be
//
//   sum_t x_t^2 p_t (1 - p_t),    p_t = p(y_t = y)
//
// Two simplifications make this a scatter like that of the gradient. The table has
// omega_i r with r = p - [y was observed], and |r| (1 - |r|) = p (1 - p) in both cases. And x_t
// stands for x_t^2, which is the same for indicators. For pairs of labels the table has sums over
// the edges of an example, where r^2 is the guess when |r| > 1.
#include "optim/parts/curvature.h"

#include <algorithm>
#include <cmath>

namespace sagitta {
namespace {

// From omega r to omega times the variance. An example without weight has a table of zeros.
template <class Real>
void ToVariances(double omega, std::span<Real> table) {
  if (omega == 0) return;
  const Real weight = static_cast<Real>(omega);
  for (Real& entry : table) {
    const Real size = std::abs(entry) / weight;
    entry = weight * (size < 1 ? size * (1 - size) : size * size);
  }
}

}  // namespace

template <class Real>
void GuessCurvature(ExampleSum<Real>& sum, const PlainWeights<Real>& w, PlainWeights<Real>& out) {
  std::fill(out.values().begin(), out.values().end(), Real{0});
  const auto to_variances = [&sum](std::size_t place, const InferredExample<Real>& here) {
    ToVariances(sum.evaluator().Weight(sum.all()[place]), here.table());
  };
  sum.AddLosses(sum.all(), w, out, to_variances);
  for (Real& h : out.values()) h = static_cast<Real>(std::abs(h) / sum.n());
}

template void GuessCurvature(ExampleSum<float>&, const PlainWeights<float>&, PlainWeights<float>&);
template void GuessCurvature(ExampleSum<double>&, const PlainWeights<double>&,
                             PlainWeights<double>&);

}  // namespace sagitta
