#include "objective/chain_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/chain.h"
#include "kernels/vectors.h"
#include "objective/chain_scratch.h"

namespace sagitta {
namespace {

// 0 where something is allowed, -infinity where not.
template <class Real>
AlignedBuffer<Real> Penalties(const std::vector<std::uint8_t>& allowed) {
  AlignedBuffer<Real> penalties(allowed.size());
  std::transform(allowed.begin(), allowed.end(), penalties.data(), [](std::uint8_t is_allowed) {
    return is_allowed != 0 ? Real{0} : -std::numeric_limits<Real>::infinity();
  });
  return penalties;
}

constexpr std::uint64_t kOneOccurrence[2] = {0, 1};
constexpr std::uint32_t kTransitionRows[1] = {kTransitionRow};

// The transition row as an occurrence of its own, with value 1.
template <class Real>
kernels::Occurrences<Real> Transitions() {
  static constexpr Real kOne[1] = {1};
  return {1, kOneOccurrence, kTransitionRows, kOne};
}

}  // namespace

template <class Real>
ChainOracle<Real>::ChainOracle(const Problem<Real>& problem, TableShape shape)
    : problem_(problem), shape_(shape), stride_(kernels::PaddedLength<Real>(problem.labels)) {
  edge_begin_.push_back(0);
  edge_items_.push_back(0);
  for (std::size_t i = 0; i < problem.examples(); ++i) {
    const std::uint64_t first = problem.token_begin[i];
    const std::uint64_t end = problem.token_begin[i + 1];
    longest_ = std::max<std::size_t>(longest_, end - first);
    if (!problem.edge.row.empty()) {
      for (std::uint64_t t = first + 1; t < end; ++t) {
        if (problem.edge.begin[t] == problem.edge.begin[t + 1]) continue;
        edge_token_.push_back(static_cast<std::uint32_t>(t - first));
        edge_items_.push_back(problem.edge.begin[t + 1]);
      }
    }
    edge_begin_.push_back(edge_token_.size());
    most_edges_ = std::max<std::size_t>(most_edges_, edge_begin_[i + 1] - edge_begin_[i]);
  }
  if (shape == TableShape::kMixed && most_edges_ > 0) {
    edge_slots_ = EdgeSlots(problem.space[kEdgePart], edge_items_, problem.edge.row);
  }
  for (std::size_t i = 0; i < problem.examples(); ++i) {
    largest_table_ = std::max(largest_table_, TableSize(static_cast<ExampleId>(i)));
    searches_by_rows_ = searches_by_rows_ || !HasGram(static_cast<ExampleId>(i));
  }
  if (problem.constraints.empty()) return;
  forbidden_pair_ = Penalties<Real>(problem.constraints.pair);
  forbidden_first_ = Penalties<Real>(problem.constraints.first);
  forbidden_last_ = Penalties<Real>(problem.constraints.last);
  CountLabellings();
}

template <class Real>
std::size_t ChainOracle<Real>::TableSize(ExampleId i) const {
  const std::size_t length = problem_.length(i);
  const std::size_t nodes = length * problem_.labels;
  if (shape_ == TableShape::kMarginals) return nodes + (length - 1) * Pairs();
  const std::size_t own = HasLists(i) ? edge_slots_.Count(edge_begin_[i], edge_begin_[i + 1]) : 0;
  return nodes + (length > 1 ? Pairs() : 0) + own;
}

// The transitions.
template <class Real>
TablePart ChainOracle<Real>::SharedPart(ExampleId i) const {
  const std::size_t length = problem_.length(i);
  if (shape_ != TableShape::kMixed || length == 1) return {};
  return {length * problem_.labels, Pairs()};
}

template <class Real>
void ChainOracle<Real>::AppendSupport(ExampleId i, std::vector<RowId>& rows) const {
  const auto add = [&rows](std::uint32_t part, const kernels::Occurrences<Real>& at) {
    for (std::uint64_t k = at.begin[0]; k < at.begin[at.tokens]; ++k) {
      rows.push_back({part, at.row[k]});
    }
  };
  const auto first = static_cast<std::ptrdiff_t>(rows.size());
  add(kNodePart, NodesOf(i));
  if (problem_.length(i) > 1) rows.push_back({kEdgePart, kTransitionRow});
  if (AttributedEdges(i) > 0) add(kEdgePart, EdgesOf(i));
  std::sort(rows.begin() + first, rows.end());
  rows.erase(std::unique(rows.begin() + first, rows.end()), rows.end());
}

template <class Real>
std::unique_ptr<typename Oracle<Real>::Scratch> ChainOracle<Real>::NewScratch() const {
  auto scratch = std::make_unique<ChainScratch>();
  const std::size_t pairs = Pairs();
  for (Scores* scores : {&scratch->at, &scratch->along, &scratch->trial}) {
    scores->Reserve(longest_, stride_, pairs, most_edges_);
  }
  const bool apart = shape_ == TableShape::kMarginals;
  scratch->table = AlignedBuffer<Real>(largest_table_);
  if (apart || most_edges_ > 0) scratch->edge_tables.resize(longest_);
  if (apart) scratch->sums = AlignedBuffer<Real>(pairs);
  scratch->own = AlignedBuffer<Real>(most_edges_ * pairs);
  scratch->inference.Reserve(longest_, problem_.labels, most_edges_);
  return scratch;
}

template <class Real>
kernels::Occurrences<Real> ChainOracle<Real>::NodesOf(ExampleId i) const {
  const std::uint64_t* begin = problem_.node.begin.data() + problem_.token_begin[i];
  return {problem_.length(i), begin, problem_.node.row.data(), problem_.node.value.data()};
}

template <class Real>
kernels::Occurrences<Real> ChainOracle<Real>::EdgesOf(ExampleId i) const {
  return {AttributedEdges(i), edge_items_.data() + edge_begin_[i], problem_.edge.row.data(),
          problem_.edge.value.data()};
}

// ---- Gather ----

template <class Real>
std::span<const std::uint32_t> ChainOracle<Real>::Ahead(ExampleId next, bool first_half) const {
  if (next == kNoExample) return {};
  const std::span<const std::uint32_t> rows = problem_.seldom.Of(next);
  return first_half ? rows.first(rows.size() / 2) : rows.subspan(rows.size() / 2);
}

template <class Real>
void ChainOracle<Real>::GatherScores(ExampleId i, const PlainWeights<Real>& w, double scale,
                                     ExampleId next, Scores& scores) const {
  const std::size_t pairs = Pairs();
  const Real factor = static_cast<Real>(scale);
  kernels::Gather(w.rows(kNodePart), NodesOf(i), factor, Ahead(next, true), stride_,
                  scores.node.data());
  if (problem_.length(i) == 1) return;
  kernels::Gather(w.rows(kEdgePart), Transitions<Real>(), factor, {}, pairs,
                  scores.transition.data());
  if (AttributedEdges(i) == 0) return;
  kernels::Gather(w.rows(kEdgePart), EdgesOf(i), factor, {}, pairs, scores.edge.data());
  AddTransitions(i, scores);
}

template <class Real>
void ChainOracle<Real>::Gather(ExampleId i, const PlainWeights<Real>& w, double scale,
                               ExampleId next, Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  GatherScores(i, w, scale, next, scratch.at);
  ForbidAtWeights(i, scratch.at);
}

template <class Real>
void ChainOracle<Real>::GatherAlong(ExampleId i, const PlainWeights<Real>& direction,
                                    Scratch& base) const {
  GatherScores(i, direction, 1, kNoExample, static_cast<ChainScratch&>(base).along);
}

template <class Real>
void ChainOracle<Real>::Gather(ExampleId i, const LazyWeights<Real>& w, ExampleId next,
                               Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  const std::size_t pairs = Pairs();
  const Real scale = static_cast<Real>(w.scale());
  kernels::GatherLazy(w.rows(kNodePart), NodesOf(i), w.clock(), scale, Ahead(next, true), stride_,
                      scratch.at.node.data());
  if (problem_.length(i) > 1) {
    kernels::GatherLazy(w.rows(kEdgePart), Transitions<Real>(), w.clock(), scale, {}, pairs,
                        scratch.at.transition.data());
  }
  if (AttributedEdges(i) > 0) {
    kernels::GatherLazy(w.rows(kEdgePart), EdgesOf(i), w.clock(), scale, {}, pairs,
                        scratch.at.edge.data());
    AddTransitions(i, scratch.at);
  }
  ForbidAtWeights(i, scratch.at);
}

// An attributed edge's scores are its own plus the transitions'.
template <class Real>
void ChainOracle<Real>::AddTransitions(ExampleId i, Scores& scores) const {
  const std::size_t pairs = Pairs();
  std::fill(scores.edge_at.begin(), scores.edge_at.end(), nullptr);
  for (std::size_t e = 0; e < AttributedEdges(i); ++e) {
    Real* edge = scores.edge.data() + e * pairs;
    kernels::SubtractScaled(pairs, edge, Real{-1}, scores.transition.data(), edge);
    scores.edge_at[edge_token_[edge_begin_[i] + e]] = edge;
  }
}

template <class Real>
ChainScoresOf<Real> ChainOracle<Real>::View(ExampleId i, const Scores& scores) const {
  return {problem_.length(i),
          problem_.labels,
          stride_,
          scores.node.data(),
          scores.transition.data(),
          AttributedEdges(i) > 0 ? scores.edge_at.data() : nullptr};
}

// ---- Loss and table ----

// omega_i (log Z - score of the observed labels).
template <class Real>
double ChainOracle<Real>::LossOf(ExampleId i, const ChainScoresOf<Real>& view, double log_z,
                                 ChainScratch& scratch) const {
  const LabelId* y = problem_.label.data() + problem_.token_begin[i];
  double observed = static_cast<double>(view.node[y[0]]);
  double squares = observed * observed;
  for (std::size_t t = 1; t < view.length; ++t) {
    const double node = static_cast<double>(view.node[t * stride_ + y[t]]);
    const double edge = static_cast<double>(view.Edge(t)[y[t - 1] * view.labels + y[t]]);
    observed += node + edge;
    squares += node * node + edge * edge;
  }
  ++scratch.evaluations;
  scratch.magnitude =
      Weight(i) * (std::sqrt(squares) + 2 * std::sqrt(static_cast<double>(view.length)));
  return Weight(i) * (log_z - observed);
}

template <class Real>
double ChainOracle<Real>::Loss(ExampleId i, Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  return LossOf(i, scratch.at, scratch.inference.LogPartition(View(i, scratch.at)), scratch);
}

// A table as the place where inference puts marginals. Those of attributed edges go to scratch.own
// first where the table has lists for them, see PackOwn.
template <class Real>
ChainMarginalsOf<Real> ChainOracle<Real>::MarginalsIn(ExampleId i, Real* table,
                                                      ChainScratch& scratch) const {
  const std::size_t length = problem_.length(i);
  const std::size_t width = problem_.labels;
  Real* const edges = table + length * width;
  ChainMarginalsOf<Real> marginals{table, nullptr, nullptr};
  if (shape_ == TableShape::kMarginals) {
    for (std::size_t t = 1; t < length; ++t) {
      scratch.edge_tables[t] = edges + (t - 1) * width * width;
    }
    marginals.edge = scratch.edge_tables.data();
  } else if (length > 1) {
    marginals.transition_sums = edges;
    if (AttributedEdges(i) > 0) {
      std::fill(scratch.edge_tables.begin(), scratch.edge_tables.end(), nullptr);
      for (std::size_t e = 0; e < AttributedEdges(i); ++e) {
        scratch.edge_tables[edge_token_[edge_begin_[i] + e]] =
            scratch.own.data() + e * width * width;
      }
      marginals.edge = scratch.edge_tables.data();
    }
  }
  return marginals;
}

template <class Real>
double ChainOracle<Real>::Infer(ExampleId i, Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  base.table = {scratch.table.data(), TableSize(i)};
  const double log_z =
      scratch.inference.Marginals(View(i, scratch.at), MarginalsIn(i, base.table.data(), scratch));
  return FinishTable(i, log_z, scratch);
}

// From marginals to the table of the gradient; returns the loss.
template <class Real>
double ChainOracle<Real>::FinishTable(ExampleId i, double log_z, ChainScratch& scratch) const {
  return FinishTable(i, View(i, scratch.at), log_z, scratch);
}

template <class Real>
double ChainOracle<Real>::FinishTable(ExampleId i, const ChainScoresOf<Real>& view, double log_z,
                                      ChainScratch& scratch) const {
  const std::span<Real> table = static_cast<Scratch&>(scratch).table;
  SubtractObserved(i, table.data(), scratch.own.data());
  PackOwn(i, scratch, table.data());
  if (const double weight = Weight(i); weight != 1.0) {
    for (Real& p : table) p = static_cast<Real>(p * weight);
  }
  return LossOf(i, view, log_z, scratch);
}

template <class Real>
void ChainOracle<Real>::PackOwn(ExampleId i, const ChainScratch& scratch, Real* table) const {
  if (!HasLists(i)) return;
  edge_slots_.Pack(edge_begin_[i], edge_begin_[i + 1], scratch.own.data(), OwnIn(i, table));
}

template <class Real>
void ChainOracle<Real>::SubtractObserved(ExampleId i, Real* table, Real* own) const {
  const std::size_t length = problem_.length(i);
  const std::size_t width = problem_.labels;
  const LabelId* y = problem_.label.data() + problem_.token_begin[i];
  Real* sums = table + length * width;
  for (std::size_t t = 0; t < length; ++t) table[t * width + y[t]] -= 1;
  if (shape_ == TableShape::kMarginals) {
    for (std::size_t t = 1; t < length; ++t) {
      sums[(t - 1) * width * width + y[t - 1] * width + y[t]] -= 1;
    }
    return;
  }
  for (std::size_t t = 1; t < length; ++t) sums[y[t - 1] * width + y[t]] -= 1;
  for (std::size_t e = 0; e < AttributedEdges(i); ++e) {
    const std::size_t t = edge_token_[edge_begin_[i] + e];
    own[e * width * width + y[t - 1] * width + y[t]] -= 1;
  }
}

// ---- Scatter ----

// The parts of the scratch's table. Attributed edges get tables of their own, of which only the
// slots that their rows have mean anything. Edges that are kept apart are first summed.
template <class Real>
typename ChainOracle<Real>::TableParts ChainOracle<Real>::PartsOf(ExampleId i,
                                                                  ChainScratch& scratch) const {
  const std::size_t length = problem_.length(i);
  const std::size_t pairs = Pairs();
  const Real* nodes = static_cast<const Scratch&>(scratch).table.data();
  const Real* edges = nodes + length * problem_.labels;
  if (length == 1) return {nodes, nullptr, nullptr};
  if (shape_ == TableShape::kMixed) {
    if (!HasLists(i)) return {nodes, edges, nullptr};
    edge_slots_.Unpack(edge_begin_[i], edge_begin_[i + 1], edges + pairs, scratch.own.data());
    return {nodes, edges, scratch.own.data()};
  }
  Real* sums = scratch.sums.data();
  std::copy_n(edges, pairs, sums);
  for (std::size_t t = 2; t < length; ++t) {
    kernels::SubtractScaled(pairs, sums, Real{-1}, edges + (t - 1) * pairs, sums);
  }
  for (std::size_t e = 0; e < AttributedEdges(i); ++e) {
    const std::size_t t = edge_token_[edge_begin_[i] + e];
    std::copy_n(edges + (t - 1) * pairs, pairs, scratch.own.data() + e * pairs);
  }
  return {nodes, sums, scratch.own.data()};
}

template <class Real>
void ChainOracle<Real>::Scatter(ExampleId i, Scratch& base, double on_w, double on_d,
                                ExampleId next, LazyWeights<Real>& to) const {
  const std::size_t width = problem_.labels;
  const TableParts table = PartsOf(i, static_cast<ChainScratch&>(base));
  const double on_a = to.OnA(on_w, on_d);
  kernels::ScatterLazy(to.rows(kNodePart), NodesOf(i), on_a, on_d, Ahead(next, false), width,
                       table.nodes);
  if (table.sums == nullptr) return;
  const auto& edges = to.rows(kEdgePart);
  kernels::ScatterLazy(edges, Transitions<Real>(), on_a, on_d, {}, Pairs(), table.sums);
  if (AttributedEdges(i) == 0) return;
  kernels::ScatterLazy(edges, EdgesOf(i), on_a, on_d, {}, Pairs(), table.own);
}

template <class Real>
void ChainOracle<Real>::Scatter(ExampleId i, Scratch& base, double on_w, ExampleId next,
                                PlainWeights<Real>& to) const {
  const std::size_t width = problem_.labels;
  const TableParts table = PartsOf(i, static_cast<ChainScratch&>(base));
  kernels::Scatter(to.rows(kNodePart), NodesOf(i), on_w, Ahead(next, false), width, table.nodes);
  if (table.sums == nullptr) return;
  const auto& edges = to.rows(kEdgePart);
  kernels::Scatter(edges, Transitions<Real>(), on_w, {}, Pairs(), table.sums);
  if (AttributedEdges(i) == 0) return;
  kernels::Scatter(edges, EdgesOf(i), on_w, {}, Pairs(), table.own);
}

template class ChainOracle<float>;
template class ChainOracle<double>;

}  // namespace sagitta
