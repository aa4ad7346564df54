// GraphLoss's part in methods that work on the dual: forests only.
#include <algorithm>
#include <cmath>

#include "kernels/entropy.h"
#include "objective/graph_workspace.h"

namespace sagitta {

template <class Real>
double GraphLoss<Real>::LossAtZero(ExampleId i) const {
  const GraphShape& shape = plans_->Of(i).shape();
  double sum = 0;
  for (std::uint32_t v = 0; v < shape.nodes; ++v) {
    sum += std::log(static_cast<double>(shape.LabelCount(v)));
  }
  return sum;
}

template <class Real>
void GraphLoss<Real>::WriteScores(ExampleId i, const Workspace& work, std::span<Real> out) const {
  const FactorScores<Real>& at = work.at.factor;
  Real* to = out.data();
  for (std::size_t v = 0; v < Nodes(i); ++v) {
    to = std::copy_n(at.node.data() + v * stride_, structure_.labels, to);
  }
  const std::span<const Edge> edges = Edges(i);
  if (edges.empty()) return;
  const Real* edge = at.edge.data();
  if (shape_ == TableShape::kMarginals) {
    for (std::size_t e = 0; e < edges.size(); ++e) {
      std::copy_n(at.type.data() + edges[e].type * Pairs(), Pairs(), to + e * Pairs());
    }
    for (const std::uint32_t e : OwnEdges(i)) {
      std::copy_n(edge, Pairs(), to + e * Pairs());
      edge += Pairs();
    }
    return;
  }
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type, to += Pairs()) {
    if (structure_.EdgeCount(i, type) > 0) {
      std::copy_n(at.type.data() + type * Pairs(), Pairs(), to);
    } else {
      std::fill_n(to, Pairs(), Real{0});
    }
  }
  // An attributed edge counts in the sum too: its own scores are what exceeds its type's.
  const std::uint64_t first = structure_.attributed_begin[i];
  for (std::uint64_t k = first; k < structure_.attributed_begin[i + 1]; ++k, edge += Pairs()) {
    const Real* const type = at.type.data() + structure_.attributed[k].type * Pairs();
    structure_.slots.ForEach(first, k, [&](std::size_t slot, std::size_t place) {
      to[place] = edge[slot] - type[slot];
    });
  }
}

// The entropy of a forest is the sum of those of its edges and of (1 - degree) times those of its
// nodes.
template <class Real>
CurvePoint GraphLoss<Real>::EntropyBetween(ExampleId i, std::span<const Real> from,
                                           std::span<const Real> to, double gamma,
                                           double omega) const {
  const std::size_t width = structure_.labels;
  const LabelId* y = Observed(i);
  const kernels::EntropySegment segment{(1 - gamma) / omega, gamma / omega, 1 / omega};
  CurvePoint sum;
  const auto add = [&](std::size_t cells, std::size_t first, std::size_t observed, double weight) {
    if (weight == 0) return;
    const kernels::EntropySums h =
        kernels::SegmentEntropy(cells, from.data() + first, to.data() + first, observed, segment);
    sum.value += weight * h.value;
    sum.slope += weight * h.slope;
    sum.curvature += weight * h.curvature;
  };
  const std::span<const Edge> edges = Edges(i);
  const std::uint32_t* const degree = degree_.data() + structure_.token_begin[i];
  for (std::size_t e = 0; e < edges.size(); ++e) {
    add(Pairs(), NodeCells(i) + e * Pairs(), y[edges[e].from] * width + y[edges[e].to], omega);
  }
  for (std::size_t v = 0; v < Nodes(i); ++v) {
    add(width, v * width, y[v], omega * (1 - static_cast<double>(degree[v])));
  }
  return sum;
}

// ---- Inference on given scores ----

// Every edge gets scores of its own: while the observed pairs are raised no two are alike.
template <class Real>
GraphScoresOf<Real> GraphLoss<Real>::ViewGiven(ExampleId i, const Real* from, Real on_observed,
                                               GraphScoresBuffer<Real>& given) const {
  const std::size_t width = structure_.labels;
  const LabelId* y = Observed(i);
  for (std::size_t v = 0; v < Nodes(i); ++v, from += width) {
    Real* const node = given.factor.node.data() + v * stride_;
    std::copy_n(from, width, node);
    node[y[v]] += on_observed;
  }
  const std::span<const Edge> edges = Edges(i);
  const Real* const lists = from + Sums();
  Real* next = given.factor.edge.data();
  const std::uint64_t first = structure_.attributed_begin[i];
  std::uint64_t own = first;
  for (std::size_t e = 0; e < edges.size(); ++e, next += Pairs()) {
    given.edge_at[e] = next;
    std::copy_n(from + edges[e].type * Pairs(), Pairs(), next);
    if (own < structure_.attributed_begin[i + 1] && own_edge_[own] == e) {
      structure_.slots.ForEach(
          first, own, [&](std::size_t slot, std::size_t place) { next[slot] += lists[place]; });
      ++own;
    }
    next[y[edges[e].from] * width + y[edges[e].to]] += on_observed;
  }
  return {stride_, given.factor.node.data(), given.factor.type.data(), given.edge_at.data()};
}

template <class Real>
GivenScores GraphLoss<Real>::InferGiven(ExampleId i, std::span<const Real> scores,
                                        double on_observed, Workspace& work,
                                        std::span<Real> table) const {
  if (!work.given) work.given = std::make_unique<typename Workspace::Given>();
  typename Workspace::Given& given = *work.given;
  if (given.scores.edge_at.size() < most_edges_ || given.scores.factor.stride == 0) {
    given.scores.factor = FactorScores<Real>(structure_.longest, stride_, structure_.edge_types,
                                             most_edges_, Pairs());
    given.scores.edge_at.resize(most_edges_);
    given.pair_marginals = AlignedBuffer<Real>(most_edges_ * Pairs());
    work.edge_tables.resize(most_edges_);
  }
  const GraphScoresOf<Real> view =
      ViewGiven(i, scores.data(), static_cast<Real>(on_observed), given.scores);
  GraphMarginalsOf<Real> marginals = MarginalsIn(i, table.data(), work);
  const std::span<const Edge> edges = Edges(i);
  if (marginals.edge == nullptr) {
    std::fill_n(work.edge_tables.begin(), edges.size(), nullptr);
    marginals.edge = work.edge_tables.data();
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    Real*& pairs = work.edge_tables[e];
    if (pairs == nullptr) pairs = given.pair_marginals.data() + e * Pairs();
  }
  const GraphValue value = work.engine->Infer(plans_->Of(i), view, Observed(i), marginals);
  const LabelId* y = Observed(i);
  const std::size_t width = structure_.labels;
  double expected = 0;
  for (std::size_t v = 0; v < Nodes(i); ++v) {
    expected += static_cast<double>(marginals.node[v * width + y[v]]);
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    expected += static_cast<double>(work.edge_tables[e][y[edges[e].from] * width + y[edges[e].to]]);
  }
  const double factors = static_cast<double>(Nodes(i) + edges.size());
  return {FinishTable(i, view, value, work, table), expected - factors};
}

#define SAGITTA_GRAPH_DUAL(Real)                                                                  \
  template double GraphLoss<Real>::LossAtZero(ExampleId) const;                                   \
  template void GraphLoss<Real>::WriteScores(ExampleId, const Workspace&, std::span<Real>) const; \
  template CurvePoint GraphLoss<Real>::EntropyBetween(                                            \
      ExampleId, std::span<const Real>, std::span<const Real>, double, double) const;             \
  template GivenScores GraphLoss<Real>::InferGiven(ExampleId, std::span<const Real>, double,      \
                                                   Workspace&, std::span<Real>) const;

SAGITTA_GRAPH_DUAL(float)
SAGITTA_GRAPH_DUAL(double)
#undef SAGITTA_GRAPH_DUAL

}  // namespace sagitta
