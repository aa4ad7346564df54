// FixedScores: gathers once, then adds.
#include "objective/fixed_scores.h"

#include <algorithm>

#include "kernels/chain.h"
#include "kernels/vectors.h"

namespace sagitta {

template <class Real>
FixedScores<Real>::FixedScores(const FactorRows<Real>& rows, const PlainWeights<Real>& c)
    : structure_(rows.structure()),
      node_(structure_.token_begin.back() * structure_.labels),
      type_(structure_.edge_types * structure_.pairs()),
      edge_(structure_.slots.Count(0, structure_.attributed.size())) {
  const std::size_t labels = structure_.labels, pairs = structure_.pairs();
  FactorScores<Real> scores(structure_.longest, kernels::PaddedLength<Real>(labels),
                            structure_.edge_types, structure_.most_attributed, pairs);
  Real* lists = edge_.data();
  for (std::size_t k = 0; k < structure_.examples(); ++k) {
    const auto i = static_cast<ExampleId>(k);
    rows.Gather(i, c, 1, kNoExample, scores);
    for (std::size_t t = 0; t < structure_.length(i); ++t) {
      std::copy_n(scores.node.data() + t * scores.stride, labels,
                  node_.data() + (structure_.token_begin[i] + t) * labels);
    }
    for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
      if (structure_.EdgeCount(i, type) == 0) continue;
      std::copy_n(scores.type.data() + type * pairs, pairs, type_.data() + type * pairs);
    }
    Real* edge = scores.edge.data();
    for (const Edge& at : structure_.AttributedEdges(i)) {
      kernels::SubtractScaled(pairs, edge, Real{1}, scores.type.data() + at.type * pairs, edge);
      edge += pairs;
    }
    const std::uint64_t first = structure_.attributed_begin[i];
    const std::uint64_t end = structure_.attributed_begin[i + 1];
    structure_.slots.Pack(first, end, scores.edge.data(), lists);
    lists += structure_.slots.Count(first, end);
  }
}

template <class Real>
void FixedScores<Real>::AddTo(ExampleId i, FactorScores<Real>& scores) const {
  const std::size_t labels = structure_.labels, pairs = structure_.pairs();
  const auto add = [](std::size_t count, const Real* from, Real* to) {
    kernels::SubtractScaled(count, to, Real{-1}, from, to);
  };
  for (std::size_t t = 0; t < structure_.length(i); ++t) {
    add(labels, Nodes(i) + t * labels, scores.node.data() + t * scores.stride);
  }
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    if (structure_.EdgeCount(i, type) == 0) continue;
    add(pairs, type_.data() + type * pairs, scores.type.data() + type * pairs);
  }
  const Real* const lists = Lists(i);
  const std::uint64_t first = structure_.attributed_begin[i];
  Real* edge = scores.edge.data();
  for (std::uint64_t e = first; e < structure_.attributed_begin[i + 1]; ++e, edge += pairs) {
    add(pairs, type_.data() + structure_.attributed[e].type * pairs, edge);
    structure_.slots.ForEach(
        first, e, [&](std::size_t slot, std::size_t place) { edge[slot] += lists[place]; });
  }
}

// The sums of a type in the table include those of its attributed edges.
template <class Real>
double FixedScores<Real>::Dot(ExampleId i, const FactorTables<Real>& table) const {
  const std::size_t pairs = structure_.pairs();
  double sum = kernels::Dot(structure_.length(i) * structure_.labels, Nodes(i), table.node);
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    if (structure_.EdgeCount(i, type) == 0) continue;
    sum += kernels::Dot(pairs, type_.data() + type * pairs, table.type + type * pairs);
  }
  const Real* const lists = Lists(i);
  const std::uint64_t first = structure_.attributed_begin[i];
  const Real* edge = table.edge;
  for (std::uint64_t e = first; e < structure_.attributed_begin[i + 1]; ++e, edge += pairs) {
    structure_.slots.ForEach(first, e, [&](std::size_t slot, std::size_t place) {
      sum += double{lists[place]} * edge[slot];
    });
  }
  return sum;
}

template class FixedScores<float>;
template class FixedScores<double>;

}  // namespace sagitta
