// ChainOracle's part in line searches along the gradient of one example.
#include <algorithm>
#include <limits>

#include "kernels/chain.h"
#include "kernels/vectors.h"
#include "objective/chain_scratch.h"

namespace sagitta {

template <class Real>
double ChainOracle<Real>::TableScores(ExampleId i, Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  const std::size_t length = problem_.length(i);
  const std::size_t pairs = Pairs();
  const Real* table = scratch.table.data();
  if (!scratch.rows && searches_by_rows_) {
    scratch.rows = std::make_unique<PlainWeights<Real>>(problem_.space);
  }
  double norm;
  if (HasGram(i)) {
    norm = kernels::GramProduct(length, problem_.labels,
                                problem_.gram.begin.data() + problem_.token_begin[i],
                                problem_.gram.column.data(), problem_.gram.value.data(), table,
                                stride_, scratch.along.node.data());
  } else {
    norm = RowScores(i, scratch);
  }
  if (length == 1) return norm;
  const Real* sums = PartsOf(i, scratch).sums;
  // The transition row once more by itself: A^T A is the identity there, or the mask.
  Real* along = scratch.along.transition.data();
  std::copy_n(sums, pairs, along);
  const RowSpace& edges = problem_.space[kEdgePart];
  if (!edges.dense_mask.empty()) {
    for (std::size_t k = 0; k < pairs; ++k) along[k] *= edges.dense_mask[k];
  }
  if (AttributedEdges(i) > 0) AddTransitions(i, scratch.along);
  return norm + kernels::Dot(pairs, along, sums);
}

// A_i^T A_i table by way of rows: scatter into empty ones, gather, and empty them again.
template <class Real>
double ChainOracle<Real>::RowScores(ExampleId i, ChainScratch& scratch) const {
  const std::size_t length = problem_.length(i);
  const std::size_t width = problem_.labels;
  const Real* table = scratch.table.data();
  const auto& nodes = scratch.rows->rows(kNodePart);
  kernels::Scatter(nodes, NodesOf(i), 1, {}, width, table);
  kernels::Gather(nodes, NodesOf(i), Real{1}, {}, stride_, scratch.along.node.data());
  kernels::Clear(nodes, NodesOf(i));
  double norm = 0;
  for (std::size_t t = 0; t < length; ++t) {
    norm += kernels::Dot(width, table + t * width, scratch.along.node.data() + t * stride_);
  }
  if (AttributedEdges(i) == 0) return norm;
  const Real* own = PartsOf(i, scratch).own;
  const auto& edges = scratch.rows->rows(kEdgePart);
  kernels::Scatter(edges, EdgesOf(i), 1, {}, width * width, own);
  kernels::Gather(edges, EdgesOf(i), Real{1}, {}, width * width, scratch.along.edge.data());
  kernels::Clear(edges, EdgesOf(i));
  return norm + kernels::Dot(AttributedEdges(i) * width * width, own, scratch.along.edge.data());
}

template <class Real>
double ChainOracle<Real>::LossAlong(ExampleId i, double step, Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  const std::size_t length = problem_.length(i);
  const std::size_t pairs = Pairs();
  const Real a = static_cast<Real>(step);
  Scores& trial = scratch.trial;
  kernels::SubtractScaled(length * stride_, scratch.at.node.data(), a, scratch.along.node.data(),
                          trial.node.data());
  if (length > 1) {
    kernels::SubtractScaled(pairs, scratch.at.transition.data(), a, scratch.along.transition.data(),
                            trial.transition.data());
  }
  if (const std::size_t edges = AttributedEdges(i); edges > 0) {
    kernels::SubtractScaled(edges * pairs, scratch.at.edge.data(), a, scratch.along.edge.data(),
                            trial.edge.data());
    std::fill(trial.edge_at.begin(), trial.edge_at.end(), nullptr);
    for (std::size_t e = 0; e < edges; ++e) {
      trial.edge_at[edge_token_[edge_begin_[i] + e]] = trial.edge.data() + e * pairs;
    }
  }
  return LossOf(i, trial, scratch.inference.LogPartition(View(i, trial)), scratch);
}

template <class Real>
double ChainOracle<Real>::LossNoise(const Scratch& base) const {
  const auto& scratch = static_cast<const ChainScratch&>(base);
  // Rounding errors of single scores are independent: they add up as squares.
  return static_cast<double>(std::numeric_limits<Real>::epsilon()) * scratch.magnitude;
}

#define SAGITTA_CHAIN_SEARCH(Real)                                                               \
  template double ChainOracle<Real>::TableScores(ExampleId, Oracle<Real>::Scratch&) const;       \
  template double ChainOracle<Real>::LossAlong(ExampleId, double, Oracle<Real>::Scratch&) const; \
  template double ChainOracle<Real>::LossNoise(const Oracle<Real>::Scratch&) const;

SAGITTA_CHAIN_SEARCH(float)
SAGITTA_CHAIN_SEARCH(double)
#undef SAGITTA_CHAIN_SEARCH

}  // namespace sagitta
