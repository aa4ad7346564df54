// ChainOracle's bound of the Lipschitz constant of an example's gradient.
//
// With the feature vector F(y) of example i under the labelling y, f_i(w) is omega (log sum_y
// exp(w.F(y)) - w.F(y_i)), and its Hessian is omega times the covariance of F(y) under p(y|x_i, w).
// For a unit vector u, the variance of a number in an interval is at most a quarter of the
// interval's squared length (Popoviciu), so
//
//   u^T Hessian u = omega Var(u.F)  <=  omega/4 max_{y,y'} (u.F(y) - u.F(y'))^2
//                                   <=  omega/4 max_{y,y'} ||F(y) - F(y')||^2        for every w.
//
// F(y) - F(y') consists of rows. Row r has the value x_tr on token (or edge) t and lies on the slot
// s_t that y gives to t, or s'_t: its part is sum_t x_tr (e_{s_t} - e_{s'_t}). Each of these
// differences has at most the norm sqrt(2), or 1 when the row has one slot only. By the triangle
// inequality the part's squared norm is at most
//
//   min(2, slots of r) (sum_t |x_tr|)^2
//
// and the rows, being orthogonal, add up. Where all values are positive and all features exist, two
// labellings with one label throughout attain the sum: the diameter is then exact.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "objective/chain_oracle.h"

namespace sagitta {
namespace {

// min(2, slots of the row).
double Spread(const RowSpace& space, std::uint32_t row) {
  const std::uint32_t slots =
      row < space.dense_rows ? space.width : space.slots[row - space.dense_rows];
  return std::min(slots, 2u);
}

// The sum above over the rows of these occurrences.
template <class Real>
double SquaredDiameter(const RowSpace& space, const kernels::Occurrences<Real>& at) {
  std::vector<std::pair<std::uint32_t, double>> items;
  for (std::uint64_t k = at.begin[0]; k < at.begin[at.tokens]; ++k) {
    items.emplace_back(at.row[k], std::abs(static_cast<double>(at.value[k])));
  }
  std::sort(items.begin(), items.end());
  double total = 0;
  for (std::size_t k = 0; k < items.size();) {
    const std::uint32_t row = items[k].first;
    double sum = 0;
    for (; k < items.size() && items[k].first == row; ++k) sum += items[k].second;
    total += Spread(space, row) * sum * sum;
  }
  return total;
}

}  // namespace

template <class Real>
double ChainOracle<Real>::LipschitzBound(ExampleId i) const {
  double diameter = SquaredDiameter(problem_.space[kNodePart], NodesOf(i));
  const RowSpace& edges = problem_.space[kEdgePart];
  if (const double steps = static_cast<double>(problem_.length(i) - 1); steps > 0) {
    diameter += Spread(edges, kTransitionRow) * steps * steps;
  }
  if (AttributedEdges(i) > 0) diameter += SquaredDiameter(edges, EdgesOf(i));
  return Weight(i) / 4 * diameter;
}

template double ChainOracle<float>::LipschitzBound(ExampleId) const;
template double ChainOracle<double>::LipschitzBound(ExampleId) const;

}  // namespace sagitta
