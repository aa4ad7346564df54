// The curvature of a weight as a sum of variances.
//
// The second derivative of f_i along a weight of attribute a and label y is the variance of the
// number of tokens t with a and label y, each with a's value. If the labels of different tokens
// were independent it would be
//
//   sum_t x_t^2 p_t (1 - p_t),    p_t = p(y_t = y)
//
// Two simplifications make this a scatter like that of the gradient. The table has
// r = p - [y was observed], and |r| (1 - |r|) = p (1 - p) in both cases. And x_t stands for x_t^2,
// which is the same for indicators. For pairs of labels the table has sums over the edges of an
// example, where r^2 is the guess when |r| > 1.
#include "optim/parts/curvature.h"

#include <algorithm>
#include <cmath>

namespace sagitta {
namespace {

template <class Real>
void ToVariances(std::span<Real> table) {
  for (Real& r : table) {
    const Real size = std::abs(r);
    r = size < 1 ? size * (1 - size) : size * size;
  }
}

}  // namespace

template <class Real>
void GuessCurvature(ExampleSum<Real>& sum, const PlainWeights<Real>& w, PlainWeights<Real>& out) {
  std::fill(out.values().begin(), out.values().end(), Real{0});
  sum.AddLosses(sum.all(), w, out,
                [](std::size_t, const InferredExample<Real>& here) { ToVariances(here.table()); });
  for (Real& h : out.values()) h = static_cast<Real>(std::abs(h) / sum.n());
}

template void GuessCurvature(ExampleSum<float>&, const PlainWeights<float>&, PlainWeights<float>&);
template void GuessCurvature(ExampleSum<double>&, const PlainWeights<double>&,
                             PlainWeights<double>&);

}  // namespace sagitta
