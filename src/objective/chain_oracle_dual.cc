// ChainOracle's part in methods that work on the dual.
#include <algorithm>
#include <cmath>

#include "kernels/entropy.h"
#include "kernels/vectors.h"
#include "objective/chain_scratch.h"

namespace sagitta {

template <class Real>
double ChainOracle<Real>::LossAtZero(ExampleId i) const {
  const std::size_t length = problem_.length(i);
  const double log_labellings = problem_.constraints.empty()
                                    ? static_cast<double>(length) * std::log(problem_.labels)
                                    : log_labellings_[length];
  return Weight(i) * log_labellings;
}

template <class Real>
void ChainOracle<Real>::ScoreTable(ExampleId i, const Scratch& base, std::span<Real> out) const {
  const Scores& at = static_cast<const ChainScratch&>(base).at;
  const std::size_t length = problem_.length(i);
  const std::size_t width = problem_.labels;
  const std::size_t pairs = Pairs();
  Real* to = out.data();
  for (std::size_t t = 0; t < length; ++t, to += width) {
    std::copy_n(at.node.data() + t * stride_, width, to);
  }
  if (length > 1 && shape_ == TableShape::kMarginals) {
    const ChainScoresOf<Real> view = View(i, at);
    for (std::size_t t = 1; t < length; ++t, to += pairs) std::copy_n(view.Edge(t), pairs, to);
  } else if (length > 1) {
    // An attributed edge counts in the sum too: its own scores are what exceeds the transitions'.
    const Real* transition = at.transition.data();
    std::copy_n(transition, pairs, to);
    const Real* edge = at.edge.data();
    const std::uint64_t first = edge_begin_[i];
    for (std::uint64_t e = first; e < edge_begin_[i + 1]; ++e, edge += pairs) {
      edge_slots_.ForEach(first, e, [&](std::size_t slot, std::size_t place) {
        to[pairs + place] = edge[slot] - transition[slot];
      });
    }
  }
  if (!problem_.constraints.empty()) ClearForbidden(i, out.data());
}

template <class Real>
CurvePoint ChainOracle<Real>::EntropyBetween(ExampleId i, std::span<const Real> from,
                                             std::span<const Real> to, double gamma) const {
  const double omega = Weight(i);
  if (!(omega > 0)) return {};
  const std::size_t length = problem_.length(i);
  const std::size_t width = problem_.labels;
  const LabelId* y = problem_.label.data() + problem_.token_begin[i];
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
ChainScoresOf<Real> ChainOracle<Real>::Given(ExampleId i, const Real* from, Real on_observed,
                                             Scores& given) const {
  const std::size_t length = problem_.length(i);
  const std::size_t width = problem_.labels;
  const std::size_t pairs = Pairs();
  const LabelId* y = problem_.label.data() + problem_.token_begin[i];
  for (std::size_t t = 0; t < length; ++t, from += width) {
    Real* node = given.node.data() + t * stride_;
    std::copy_n(from, width, node);
    node[y[t]] += on_observed;
  }
  const Real* transition = from;
  const Real* own = from + pairs;  // lists
  const bool raised = on_observed != 0;
  std::size_t e = edge_begin_[i];
  Real* next = given.edge.data();
  for (std::size_t t = 1; t < length; ++t) {
    const bool attributed = e < edge_begin_[i + 1] && edge_token_[e] == t;
    given.edge_at[t] = raised || attributed ? next : nullptr;
    if (given.edge_at[t] == nullptr) continue;
    std::copy_n(transition, pairs, next);
    if (attributed) {
      edge_slots_.ForEach(edge_begin_[i], e,
                          [&](std::size_t slot, std::size_t place) { next[slot] += own[place]; });
      ++e;
    }
    next[y[t - 1] * width + y[t]] += on_observed;
    next += pairs;
  }
  if (length > 1) std::copy_n(transition, pairs, given.transition.data());
  const bool apart = next != given.edge.data();
  if (!problem_.constraints.empty()) {
    Forbid(i, static_cast<std::size_t>(next - given.edge.data()) / pairs, given);
  }
  return {length,
          width,
          stride_,
          given.node.data(),
          given.transition.data(),
          apart ? given.edge_at.data() : nullptr};
}

template <class Real>
GivenScores ChainOracle<Real>::InferGiven(ExampleId i, std::span<const Real> scores,
                                          double on_observed, Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  if (scratch.given.edge_at.empty()) {
    scratch.given.Reserve(longest_, stride_, Pairs(), longest_);
    scratch.pair_marginals = AlignedBuffer<Real>(longest_ * Pairs());
    scratch.edge_tables.resize(longest_);
    scratch.inference.Reserve(longest_, problem_.labels, longest_);
  }
  const Real raise = static_cast<Real>(on_observed);
  const ChainScoresOf<Real> view = Given(i, scores.data(), raise, scratch.given);
  base.table = {scratch.table.data(), TableSize(i)};
  ChainMarginalsOf<Real> marginals = MarginalsIn(i, base.table.data(), scratch);
  if (raise != 0 && view.length > 1) {
    if (marginals.edge == nullptr) {
      std::fill(scratch.edge_tables.begin(), scratch.edge_tables.end(), nullptr);
    }
    for (std::size_t t = 1; t < view.length; ++t) {
      Real*& table = scratch.edge_tables[t];
      if (table == nullptr) table = scratch.pair_marginals.data() + t * Pairs();
    }
    marginals.edge = scratch.edge_tables.data();
  }
  const double log_z = scratch.inference.Marginals(view, marginals);
  const double expected = raise != 0 ? ObservedParts(i, marginals) : 0;
  const double parts = static_cast<double>(2 * view.length - 1);
  return {FinishTable(i, view, log_z, scratch), Weight(i) * (expected - parts)};
}

// How many of the observed labels and pairs of labels the marginals expect.
template <class Real>
double ChainOracle<Real>::ObservedParts(ExampleId i,
                                        const ChainMarginalsOf<Real>& marginals) const {
  const std::size_t width = problem_.labels;
  const LabelId* y = problem_.label.data() + problem_.token_begin[i];
  double sum = static_cast<double>(marginals.node[y[0]]);
  for (std::size_t t = 1; t < problem_.length(i); ++t) {
    sum += static_cast<double>(marginals.node[t * width + y[t]]) +
           static_cast<double>(marginals.edge[t][y[t - 1] * width + y[t]]);
  }
  return sum;
}

#define SAGITTA_CHAIN_DUAL(Real)                                                               \
  template double ChainOracle<Real>::LossAtZero(ExampleId) const;                              \
  template void ChainOracle<Real>::ScoreTable(ExampleId, const Oracle<Real>::Scratch&,         \
                                              std::span<Real>) const;                          \
  template CurvePoint ChainOracle<Real>::EntropyBetween(ExampleId, std::span<const Real>,      \
                                                        std::span<const Real>, double) const;  \
  template GivenScores ChainOracle<Real>::InferGiven(ExampleId, std::span<const Real>, double, \
                                                     Oracle<Real>::Scratch&) const;

SAGITTA_CHAIN_DUAL(float)
SAGITTA_CHAIN_DUAL(double)
#undef SAGITTA_CHAIN_DUAL

}  // namespace sagitta
