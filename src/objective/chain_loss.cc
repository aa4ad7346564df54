// ChainLoss: losses and tables of chains, and how tables are laid out.
#include "objective/chain_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "kernels/chain.h"
#include "kernels/vectors.h"
#include "objective/chain_workspace.h"

namespace sagitta {

template <class Real>
ChainLoss<Real>::Workspace::Workspace() = default;
template <class Real>
ChainLoss<Real>::Workspace::~Workspace() = default;
template <class Real>
ChainLoss<Real>::Workspace::Workspace(Workspace&&) noexcept = default;

template <class Real>
ChainLoss<Real>::ChainLoss(const Structure& structure, std::span<const LabelId> labels,
                           const Constraints& constraints, TableShape shape)
    : structure_(structure),
      labels_(labels),
      shape_(shape),
      stride_(kernels::PaddedLength<Real>(structure.labels)),
      constraints_(constraints, structure.labels) {
  for (ExampleId i = 0; i < structure.examples(); ++i) {
    largest_table_ = std::max(largest_table_, TableSize(i));
  }
  if (!constraints_.empty()) log_labellings_ = constraints_.LogLabellings(structure.longest);
}

template <class Real>
typename ChainLoss<Real>::Workspace ChainLoss<Real>::NewWorkspace() const {
  const std::size_t longest = structure_.longest, own = structure_.most_attributed;
  Workspace work;
  for (ChainScoresBuffer<Real>* scores : {&work.at, &work.along, &work.trial}) {
    *scores = NewScores(own);
  }
  const bool apart = shape_ == TableShape::kMarginals;
  if (apart || own > 0) work.edge_tables.resize(longest);
  if (apart) work.sums = AlignedBuffer<Real>(Pairs());
  work.own = AlignedBuffer<Real>(own * Pairs());
  work.inference.Reserve(longest, structure_.labels, own);
  return work;
}

template <class Real>
std::size_t ChainLoss<Real>::TableSize(ExampleId i) const {
  const std::size_t length = Length(i);
  const std::size_t nodes = length * structure_.labels;
  if (shape_ == TableShape::kMarginals) return nodes + (length - 1) * Pairs();
  const std::size_t own = HasLists(i) ? structure_.slots.Count(structure_.attributed_begin[i],
                                                               structure_.attributed_begin[i + 1])
                                      : 0;
  return nodes + (length > 1 ? Pairs() : 0) + own;
}

template <class Real>
TableRange ChainLoss<Real>::SharedRange(ExampleId i) const {
  if (shape_ != TableShape::kMixed || Length(i) == 1) return {};
  return {Length(i) * structure_.labels, Pairs()};
}

// ---- Scores ----

template <class Real>
void ChainLoss<Real>::FinishScores(ExampleId i, Workspace& work) const {
  work.at.Forbid(constraints_, Length(i), structure_.labels, Attributed(i));
}

// ---- Loss and table ----

// log Z - score of the observed labels.
template <class Real>
double ChainLoss<Real>::LossOf(ExampleId i, const ChainScoresOf<Real>& view, double log_z,
                               Workspace& work) const {
  const LabelId* y = Observed(i);
  double observed = static_cast<double>(view.node[y[0]]);
  double squares = observed * observed;
  for (std::size_t t = 1; t < view.length; ++t) {
    const double node = static_cast<double>(view.node[t * stride_ + y[t]]);
    const double edge = static_cast<double>(view.Edge(t)[y[t - 1] * view.labels + y[t]]);
    observed += node + edge;
    squares += node * node + edge * edge;
  }
  work.magnitude = std::sqrt(squares) + 2 * std::sqrt(static_cast<double>(view.length));
  return log_z - observed;
}

template <class Real>
double ChainLoss<Real>::Loss(ExampleId i, Workspace& work) const {
  const ChainScoresOf<Real> view = View(i, work.at);
  return LossOf(i, view, work.inference.LogPartition(view), work);
}

template <class Real>
double ChainLoss<Real>::Noise(const Workspace& work) const {
  // Rounding errors of single scores are independent: they add up as squares.
  return static_cast<double>(std::numeric_limits<Real>::epsilon()) * work.magnitude;
}

// Forbidden labels have scores of -infinity and zeroes in every table.
template <class Real>
double ChainLoss<Real>::ScoresDot(ExampleId i, std::span<const Real> table,
                                  const Workspace& work) const {
  const FactorScores<Real>& at = work.at.factor;
  const Real* from = table.data();
  const auto dot = [this, &from](std::size_t count, const Real* scores) {
    const Real* const p = std::exchange(from, from + count);
    if (constraints_.empty()) return kernels::Dot(count, p, scores);
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += p[k] != 0 ? double{p[k]} * scores[k] : 0;
    return sum;
  };
  const std::size_t length = Length(i);
  double sum = 0;
  for (std::size_t t = 0; t < length; ++t) {
    sum += dot(structure_.labels, at.node.data() + t * stride_);
  }
  if (length == 1) return sum;
  const std::span<const Edge> own = structure_.AttributedEdges(i);
  const Real* edge = at.edge.data();
  if (shape_ == TableShape::kMarginals) {
    auto next = own.begin();
    for (std::size_t t = 1; t < length; ++t) {
      const bool attributed = next != own.end() && next->to == t;
      sum += dot(Pairs(), attributed ? edge : at.type.data());
      if (attributed) ++next, edge += Pairs();
    }
    return sum;
  }
  sum += dot(Pairs(), at.type.data());
  // An attributed edge counts in the sum too: its own scores are what exceeds the transitions'.
  const std::uint64_t first = structure_.attributed_begin[i];
  for (std::uint64_t e = first; e < first + own.size(); ++e, edge += Pairs()) {
    structure_.slots.ForEach(first, e, [&](std::size_t slot, std::size_t place) {
      if (from[place] == 0) return;
      sum += double{from[place]} * (double{edge[slot]} - double{at.type.data()[slot]});
    });
  }
  return sum;
}

template <class Real>
double ChainLoss<Real>::LossAlong(ExampleId i, double step, Workspace& work) const {
  const Real a = static_cast<Real>(step);
  const FactorScores<Real>&at = work.at.factor, &along = work.along.factor;
  FactorScores<Real>& trial = work.trial.factor;
  kernels::SubtractScaled(Length(i) * stride_, at.node.data(), a, along.node.data(),
                          trial.node.data());
  if (Length(i) > 1) {
    kernels::SubtractScaled(Pairs(), at.type.data(), a, along.type.data(), trial.type.data());
  }
  if (const std::size_t own = Attributed(i); own > 0) {
    kernels::SubtractScaled(own * Pairs(), at.edge.data(), a, along.edge.data(), trial.edge.data());
  }
  const ChainScoresOf<Real> view = View(i, work.trial);
  return LossOf(i, view, work.inference.LogPartition(view), work);
}

// A table as the place where inference puts marginals. Those of attributed edges go to work.own
// first where the table has lists for them, see PackOwn.
template <class Real>
ChainMarginalsOf<Real> ChainLoss<Real>::MarginalsIn(ExampleId i, Real* table,
                                                    Workspace& work) const {
  const std::size_t length = Length(i);
  Real* const edges = table + length * structure_.labels;
  ChainMarginalsOf<Real> marginals{table, nullptr, nullptr};
  if (shape_ == TableShape::kMarginals) {
    for (std::size_t t = 1; t < length; ++t) work.edge_tables[t] = edges + (t - 1) * Pairs();
    marginals.edge = work.edge_tables.data();
  } else if (length > 1) {
    marginals.transition_sums = edges;
    if (Attributed(i) > 0) {
      std::fill(work.edge_tables.begin(), work.edge_tables.end(), nullptr);
      Real* own = work.own.data();
      for (const Edge& edge : structure_.AttributedEdges(i)) {
        work.edge_tables[edge.to] = own;
        own += Pairs();
      }
      marginals.edge = work.edge_tables.data();
    }
  }
  return marginals;
}

template <class Real>
double ChainLoss<Real>::Infer(ExampleId i, Workspace& work, std::span<Real> table) const {
  const ChainScoresOf<Real> view = View(i, work.at);
  const double log_z = work.inference.Marginals(view, MarginalsIn(i, table.data(), work));
  return FinishTable(i, view, log_z, work, table);
}

// From marginals to the table of the gradient; returns the loss.
template <class Real>
double ChainLoss<Real>::FinishTable(ExampleId i, const ChainScoresOf<Real>& view, double log_z,
                                    Workspace& work, std::span<Real> table) const {
  SubtractObserved(i, table.data(), work.own.data());
  PackOwn(i, work, table.data());
  return LossOf(i, view, log_z, work);
}

template <class Real>
void ChainLoss<Real>::PackOwn(ExampleId i, const Workspace& work, Real* table) const {
  if (!HasLists(i)) return;
  structure_.slots.Pack(structure_.attributed_begin[i], structure_.attributed_begin[i + 1],
                        work.own.data(), Lists(i, table));
}

template <class Real>
void ChainLoss<Real>::SubtractObserved(ExampleId i, Real* table, Real* own) const {
  const std::size_t length = Length(i);
  const std::size_t width = structure_.labels;
  const LabelId* y = Observed(i);
  Real* sums = table + length * width;
  for (std::size_t t = 0; t < length; ++t) table[t * width + y[t]] -= 1;
  if (shape_ == TableShape::kMarginals) {
    for (std::size_t t = 1; t < length; ++t) {
      sums[(t - 1) * Pairs() + y[t - 1] * width + y[t]] -= 1;
    }
    return;
  }
  for (std::size_t t = 1; t < length; ++t) sums[y[t - 1] * width + y[t]] -= 1;
  for (const Edge& edge : structure_.AttributedEdges(i)) {
    own[y[edge.from] * width + y[edge.to]] -= 1;
    own += Pairs();
  }
}

// Attributed edges get tables of their own, of which only the slots that their rows have mean
// anything. Edges that are kept apart are first summed.
template <class Real>
FactorTables<Real> ChainLoss<Real>::Tables(ExampleId i, std::span<const Real> table,
                                           Workspace& work) const {
  const std::size_t length = Length(i);
  const Real* nodes = table.data();
  const Real* edges = nodes + length * structure_.labels;
  if (length == 1) return {nodes, nullptr, nullptr};
  if (shape_ == TableShape::kMixed) {
    if (!HasLists(i)) return {nodes, edges, nullptr};
    structure_.slots.Unpack(structure_.attributed_begin[i], structure_.attributed_begin[i + 1],
                            edges + Pairs(), work.own.data());
    return {nodes, edges, work.own.data()};
  }
  Real* sums = work.sums.data();
  std::copy_n(edges, Pairs(), sums);
  for (std::size_t t = 2; t < length; ++t) {
    kernels::SubtractScaled(Pairs(), sums, Real{-1}, edges + (t - 1) * Pairs(), sums);
  }
  Real* own = work.own.data();
  for (const Edge& edge : structure_.AttributedEdges(i)) {
    own = std::copy_n(edges + (edge.to - 1) * Pairs(), Pairs(), own);
  }
  return {nodes, sums, work.own.data()};
}

template <class Real>
double ChainLoss<Real>::Decode(ExampleId i, Workspace& work, ChainInference& inference,
                               std::uint32_t* labels) const requires std::is_same_v<Real, double> {
  // Clang 14 instantiates this for float as well.
  if constexpr (std::is_same_v<Real, double>) return inference.Viterbi(View(i, work.at), labels);
  return 0;
}

// ---- Tangents ----

// The table is marginals minus observed, so along a direction with the scores `along` it changes as
// the marginals do, and the Hessian of f_i times the direction is A_i of that.
template <class Real>
double ChainLoss<Real>::InferTangent(ExampleId i, Workspace& work, std::span<Real> table,
                                     std::span<Real> tangent) const {
  if (!work.tangents) work.tangents = std::make_unique<typename Workspace::Tangents>(structure_);
  typename Workspace::Tangents& own = *work.tangents;
  const ChainMarginalsOf<Real> all{own.nodes.data(), nullptr, own.edge_at.data()};
  const ChainScoresOf<Real> view = View(i, work.at);
  const double log_z = work.inference.Marginals(view, all);
  own.change.Compute(all, View(i, work.along), MarginalsIn(i, tangent.data(), work));
  PackOwn(i, work, tangent.data());
  CopyMarginals(i, all, MarginalsIn(i, table.data(), work));
  return FinishTable(i, view, log_z, work, table);
}

// From marginals that are all apart to those that a table holds.
template <class Real>
void ChainLoss<Real>::CopyMarginals(ExampleId i, const ChainMarginalsOf<Real>& from,
                                    const ChainMarginalsOf<Real>& to) const {
  std::copy_n(from.node, Length(i) * structure_.labels, to.node);
  Real* const sums = to.transition_sums;
  if (sums != nullptr) std::fill_n(sums, Pairs(), Real{0});
  for (std::size_t t = 1; t < Length(i); ++t) {
    if (sums != nullptr) kernels::SubtractScaled(Pairs(), sums, Real{-1}, from.edge[t], sums);
    Real* const own = to.edge != nullptr ? to.edge[t] : nullptr;
    if (own != nullptr) std::copy_n(from.edge[t], Pairs(), own);
  }
}

template class ChainLoss<float>;
template class ChainLoss<double>;

}  // namespace sagitta
