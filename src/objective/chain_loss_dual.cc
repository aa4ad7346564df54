// ChainLoss's part in methods that work on the dual.
#include <algorithm>
#include <cmath>

#include "kernels/entropy.h"
#include "kernels/vectors.h"
#include "objective/chain_workspace.h"

namespace sagitta {

template <class Real>
double ChainLoss<Real>::LossAtZero(ExampleId i) const {
  return constraints_.empty() ? static_cast<double>(Length(i)) * std::log(structure_.labels)
                              : log_labellings_[Length(i)];
}

template <class Real>
void ChainLoss<Real>::WriteScores(ExampleId i, const Workspace& work, std::span<Real> out) const {
  const FactorScores<Real>& at = work.at.factor;
  const std::size_t length = Length(i);
  const std::size_t width = structure_.labels;
  Real* to = out.data();
  for (std::size_t t = 0; t < length; ++t, to += width) {
    std::copy_n(at.node.data() + t * stride_, width, to);
  }
  const Real* edge = at.edge.data();
  if (length > 1 && shape_ == TableShape::kMarginals) {
    for (std::size_t t = 1; t < length; ++t)
      std::copy_n(at.type.data(), Pairs(), to + (t - 1) * Pairs());
    for (const Edge& own : structure_.AttributedEdges(i)) {
      std::copy_n(edge, Pairs(), to + (own.to - 1) * Pairs());
      edge += Pairs();
    }
  } else if (length > 1) {
    // An attributed edge counts in the sum too: its own scores are what exceeds the transitions'.
    const Real* transition = at.type.data();
    std::copy_n(transition, Pairs(), to);
    const std::uint64_t first = structure_.attributed_begin[i];
    for (std::uint64_t e = first; e < structure_.attributed_begin[i + 1]; ++e, edge += Pairs()) {
      structure_.slots.ForEach(first, e, [&](std::size_t slot, std::size_t place) {
        to[Pairs() + place] = edge[slot] - transition[slot];
      });
    }
  }
  if (!constraints_.empty()) ClearForbidden(i, out.data());
}

// 0 in all forbidden places of a table.
template <class Real>
void ChainLoss<Real>::ClearForbidden(ExampleId i, Real* table) const {
  const std::size_t length = Length(i);
  constraints_.ClearEnds(length, table);
  const std::size_t tables =
      shape_ == TableShape::kMarginals ? length - 1 : std::min<std::size_t>(length - 1, 1);
  for (std::size_t e = 0; e < tables; ++e) {
    constraints_.ClearPairs(table + length * structure_.labels + e * Pairs());
  }
  if (!HasLists(i)) return;
  const std::uint64_t first = structure_.attributed_begin[i];
  for (std::uint64_t e = first; e < structure_.attributed_begin[i + 1]; ++e) {
    structure_.slots.ForEach(first, e, [&](std::size_t slot, std::size_t place) {
      if (!constraints_.AllowsPair(slot)) Lists(i, table)[place] = 0;
    });
  }
}

// The entropy of a chain is the sum of the entropies of its edges minus that of its inner nodes:
// every node but the first and the last lies on two edges.
template <class Real>
CurvePoint ChainLoss<Real>::EntropyBetween(ExampleId i, std::span<const Real> from,
                                           std::span<const Real> to, double gamma,
                                           double omega) const {
  const std::size_t length = Length(i);
  const std::size_t width = structure_.labels;
  const LabelId* y = Observed(i);
  const kernels::EntropySegment segment{(1 - gamma) / omega, gamma / omega, 1 / omega};
  CurvePoint sum;
  const auto add = [&](std::size_t cells, std::size_t first, std::size_t observed, double weight) {
    const kernels::EntropySums h =
        kernels::SegmentEntropy(cells, from.data() + first, to.data() + first, observed, segment);
    sum.value += weight * h.value;
    sum.slope += weight * h.slope;
    sum.curvature += weight * h.curvature;
  };
  if (length == 1) add(width, 0, y[0], omega);
  for (std::size_t t = 1; t + 1 < length; ++t) add(width, t * width, y[t], -omega);
  for (std::size_t t = 1; t < length; ++t) {
    add(Pairs(), length * width + (t - 1) * Pairs(), y[t - 1] * width + y[t], omega);
  }
  return sum;
}

// ---- Inference on given scores ----

// The scores as the chain reads them. While the observed pairs are raised no two edges are alike.
template <class Real>
ChainScoresOf<Real> ChainLoss<Real>::ViewGiven(ExampleId i, const Real* from, Real on_observed,
                                               ChainScoresBuffer<Real>& given) const {
  const std::size_t length = Length(i);
  const std::size_t width = structure_.labels;
  const LabelId* y = Observed(i);
  for (std::size_t t = 0; t < length; ++t, from += width) {
    Real* node = given.factor.node.data() + t * stride_;
    std::copy_n(from, width, node);
    node[y[t]] += on_observed;
  }
  const Real* transition = from;
  const Real* lists = from + Pairs();
  const bool raised = on_observed != 0;
  std::uint64_t e = structure_.attributed_begin[i];
  const std::uint64_t end = structure_.attributed_begin[i + 1];
  Real* next = given.factor.edge.data();
  for (std::size_t t = 1; t < length; ++t) {
    const bool attributed = e < end && structure_.attributed[e].to == t;
    given.edge_at[t] = raised || attributed ? next : nullptr;
    if (given.edge_at[t] == nullptr) continue;
    std::copy_n(transition, Pairs(), next);
    if (attributed) {
      structure_.slots.ForEach(
          structure_.attributed_begin[i], e,
          [&](std::size_t slot, std::size_t place) { next[slot] += lists[place]; });
      ++e;
    }
    next[y[t - 1] * width + y[t]] += on_observed;
    next += Pairs();
  }
  if (length > 1) std::copy_n(transition, Pairs(), given.factor.type.data());
  const auto own_edges = static_cast<std::size_t>(next - given.factor.edge.data()) / Pairs();
  given.Forbid(constraints_, length, width, own_edges);
  return {length,
          width,
          stride_,
          given.factor.node.data(),
          given.factor.type.data(),
          own_edges > 0 ? given.edge_at.data() : nullptr};
}

template <class Real>
GivenScores ChainLoss<Real>::InferGiven(ExampleId i, std::span<const Real> scores,
                                        double on_observed, Workspace& work,
                                        std::span<Real> table) const {
  if (!work.given) {
    work.given =
        std::make_unique<typename Workspace::Given>(NewScores(structure_.longest), structure_);
    work.edge_tables.resize(structure_.longest);
    work.inference.Reserve(structure_.longest, structure_.labels, structure_.longest);
  }
  const Real raise = static_cast<Real>(on_observed);
  const ChainScoresOf<Real> view = ViewGiven(i, scores.data(), raise, work.given->scores);
  ChainMarginalsOf<Real> marginals = MarginalsIn(i, table.data(), work);
  if (raise != 0 && view.length > 1) {
    if (marginals.edge == nullptr) {
      std::fill(work.edge_tables.begin(), work.edge_tables.end(), nullptr);
    }
    for (std::size_t t = 1; t < view.length; ++t) {
      Real*& pairs = work.edge_tables[t];
      if (pairs == nullptr) pairs = work.given->pair_marginals.data() + t * Pairs();
    }
    marginals.edge = work.edge_tables.data();
  }
  const double log_z = work.inference.Marginals(view, marginals);
  const double expected = raise != 0 ? ExpectedObserved(i, marginals) : 0;
  const double factors = static_cast<double>(2 * view.length - 1);
  return {FinishTable(i, view, log_z, work, table), expected - factors};
}

// How many of the observed labels and pairs of labels the marginals expect.
template <class Real>
double ChainLoss<Real>::ExpectedObserved(ExampleId i,
                                         const ChainMarginalsOf<Real>& marginals) const {
  const std::size_t width = structure_.labels;
  const LabelId* y = Observed(i);
  double sum = static_cast<double>(marginals.node[y[0]]);
  for (std::size_t t = 1; t < Length(i); ++t) {
    sum += static_cast<double>(marginals.node[t * width + y[t]]) +
           static_cast<double>(marginals.edge[t][y[t - 1] * width + y[t]]);
  }
  return sum;
}

#define SAGITTA_CHAIN_DUAL(Real)                                                                  \
  template double ChainLoss<Real>::LossAtZero(ExampleId) const;                                   \
  template void ChainLoss<Real>::WriteScores(ExampleId, const Workspace&, std::span<Real>) const; \
  template CurvePoint ChainLoss<Real>::EntropyBetween(                                            \
      ExampleId, std::span<const Real>, std::span<const Real>, double, double) const;             \
  template GivenScores ChainLoss<Real>::InferGiven(ExampleId, std::span<const Real>, double,      \
                                                   Workspace&, std::span<Real>) const;

SAGITTA_CHAIN_DUAL(float)
SAGITTA_CHAIN_DUAL(double)
#undef SAGITTA_CHAIN_DUAL

}  // namespace sagitta
