// ChainOracle's part in products with the Hessian of one example.
//
// The table of f_i is omega_i (p(theta) - observed) with theta = A_i^T w, so along v it changes by
// omega_i times the change of the marginals p along A_i^T v, and the Hessian of f_i times v is
// A_i of that.
#include <algorithm>

#include "kernels/vectors.h"
#include "objective/chain_scratch.h"

namespace sagitta {

// Room for the longest example.
template <class Real>
std::unique_ptr<typename ChainOracle<Real>::Tangents> ChainOracle<Real>::NewTangents() const {
  auto tangents = std::make_unique<Tangents>();
  const std::size_t pairs = Pairs();
  tangents->nodes = AlignedBuffer<Real>(longest_ * problem_.labels);
  tangents->edges = AlignedBuffer<Real>(longest_ * pairs);
  for (std::size_t t = 0; t < longest_; ++t) {
    tangents->edge_at.push_back(tangents->edges.data() + t * pairs);
  }
  tangents->table = AlignedBuffer<Real>(largest_table_);
  tangents->change.Reserve(longest_, problem_.labels);
  return tangents;
}

template <class Real>
double ChainOracle<Real>::InferTangent(ExampleId i, Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  if (!scratch.tangents) scratch.tangents = NewTangents();
  Tangents& own = *scratch.tangents;
  base.table = {scratch.table.data(), TableSize(i)};
  base.tangent = {own.table.data(), TableSize(i)};
  const ChainMarginalsOf<Real> all{own.nodes.data(), nullptr, own.edge_at.data()};
  const double log_z = scratch.inference.Marginals(View(i, scratch.at), all);
  own.change.Compute(all, View(i, scratch.along), MarginalsIn(i, base.tangent.data(), scratch));
  PackOwn(i, scratch, base.tangent.data());
  if (const double weight = Weight(i); weight != 1.0) {
    for (Real& change : base.tangent) change = static_cast<Real>(change * weight);
  }
  CopyMarginals(i, all, MarginalsIn(i, base.table.data(), scratch));
  return FinishTable(i, log_z, scratch);
}

// From marginals that are all apart to those that a table holds.
template <class Real>
void ChainOracle<Real>::CopyMarginals(ExampleId i, const ChainMarginalsOf<Real>& from,
                                      const ChainMarginalsOf<Real>& to) const {
  const std::size_t length = problem_.length(i);
  const std::size_t pairs = Pairs();
  std::copy_n(from.node, length * problem_.labels, to.node);
  Real* const sums = to.transition_sums;
  if (sums != nullptr) std::fill_n(sums, pairs, Real{0});
  for (std::size_t t = 1; t < length; ++t) {
    if (sums != nullptr) kernels::SubtractScaled(pairs, sums, Real{-1}, from.edge[t], sums);
    Real* const own = to.edge != nullptr ? to.edge[t] : nullptr;
    if (own != nullptr) std::copy_n(from.edge[t], pairs, own);
  }
}

template double ChainOracle<float>::InferTangent(ExampleId, Oracle<float>::Scratch&) const;
template double ChainOracle<double>::InferTangent(ExampleId, Oracle<double>::Scratch&) const;

}  // namespace sagitta
