#include "objective/chain_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chain/forward_backward.h"
#include "kernels/chain.h"
#include "kernels/vectors.h"

namespace sagitta {
namespace {

constexpr std::uint64_t kOneOccurrence[2] = {0, 1};
constexpr std::uint32_t kTransitionRows[1] = {kTransitionRow};

// The transition row as an occurrence of its own, with value 1.
template <class Real>
kernels::Occurrences<Real> Transitions() {
  static constexpr Real kOne[1] = {1};
  return {1, kOneOccurrence, kTransitionRows, kOne};
}

}  // namespace

// Scores of one example, laid out for inference.
template <class Real>
struct ChainOracle<Real>::Scores {
  AlignedBuffer<Real> node;          // [T][stride]
  AlignedBuffer<Real> transition;    // [K][K]
  AlignedBuffer<Real> edge;          // [attributed edges][K][K], transitions included
  std::vector<const Real*> edge_at;  // [T], null: plain transition

  void Reserve(std::size_t length, std::size_t stride, std::size_t pairs, std::size_t edges) {
    node = AlignedBuffer<Real>(length * stride);
    transition = AlignedBuffer<Real>(pairs);
    edge = AlignedBuffer<Real>(edges * pairs);
    if (edges > 0) edge_at.resize(length);
  }
};

template <class Real>
struct ChainOracle<Real>::ChainScratch final : Scratch {
  Scores at;     // at w
  Scores along;  // of the table's gradient
  Scores trial;  // at w - step * gradient
  AlignedBuffer<Real> table;
  std::vector<Real*> edge_tables;  // [T]
  ForwardBackward<Real> inference;
  double magnitude = 0;  // root of the squares of what the last loss was summed from
  std::unique_ptr<PlainWeights<Real>> rows;  // for examples without a Gram matrix
};

template <class Real>
ChainOracle<Real>::ChainOracle(const Problem<Real>& problem)
    : problem_(problem), stride_(kernels::PaddedLength<Real>(problem.labels)) {
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
}

template <class Real>
std::size_t ChainOracle<Real>::TableSize(ExampleId i) const {
  const std::size_t length = problem_.length(i);
  const std::size_t width = problem_.labels;
  return length * width + ((length > 1 ? 1 : 0) + AttributedEdges(i)) * width * width;
}

template <class Real>
std::unique_ptr<typename Oracle<Real>::Scratch> ChainOracle<Real>::NewScratch() const {
  auto scratch = std::make_unique<ChainScratch>();
  const std::size_t pairs = std::size_t{problem_.labels} * problem_.labels;
  for (Scores* scores : {&scratch->at, &scratch->along, &scratch->trial}) {
    scores->Reserve(longest_, stride_, pairs, most_edges_);
  }
  scratch->table = AlignedBuffer<Real>(longest_ * problem_.labels + (1 + most_edges_) * pairs);
  if (most_edges_ > 0) scratch->edge_tables.resize(longest_);
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
void ChainOracle<Real>::Gather(ExampleId i, const PlainWeights<Real>& w, Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  const std::size_t pairs = std::size_t{problem_.labels} * problem_.labels;
  kernels::Gather(w.rows(kNodePart), NodesOf(i), Real{1}, stride_, scratch.at.node.data());
  if (problem_.length(i) == 1) return;
  kernels::Gather(w.rows(kEdgePart), Transitions<Real>(), Real{1}, pairs,
                  scratch.at.transition.data());
  if (AttributedEdges(i) == 0) return;
  kernels::Gather(w.rows(kEdgePart), EdgesOf(i), Real{1}, pairs, scratch.at.edge.data());
  AddTransitions(i, scratch.at);
}

template <class Real>
void ChainOracle<Real>::Gather(ExampleId i, const LazyWeights<Real>& w, ExampleId next,
                               Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  const std::size_t pairs = std::size_t{problem_.labels} * problem_.labels;
  const Real scale = static_cast<Real>(w.scale());
  const std::span<const std::uint32_t> ahead = problem_.seldom.Of(next);
  kernels::GatherLazy(w.rows(kNodePart), NodesOf(i), w.clock(), scale,
                      ahead.first(ahead.size() / 2), stride_, scratch.at.node.data());
  if (problem_.length(i) == 1) return;
  kernels::GatherLazy(w.rows(kEdgePart), Transitions<Real>(), w.clock(), scale, {}, pairs,
                      scratch.at.transition.data());
  if (AttributedEdges(i) == 0) return;
  kernels::GatherLazy(w.rows(kEdgePart), EdgesOf(i), w.clock(), scale, {}, pairs,
                      scratch.at.edge.data());
  AddTransitions(i, scratch.at);
}

// An attributed edge's scores are its own plus the transitions'.
template <class Real>
void ChainOracle<Real>::AddTransitions(ExampleId i, Scores& scores) const {
  const std::size_t pairs = std::size_t{problem_.labels} * problem_.labels;
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
double ChainOracle<Real>::LossOf(ExampleId i, const Scores& scores, double log_z,
                                 ChainScratch& scratch) const {
  const ChainScoresOf<Real> view = View(i, scores);
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

template <class Real>
double ChainOracle<Real>::Infer(ExampleId i, Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  const std::size_t length = problem_.length(i);
  const std::size_t width = problem_.labels;
  Real* table = scratch.table.data();
  base.table = {table, TableSize(i)};
  Real* sums = length > 1 ? table + length * width : nullptr;
  ChainMarginalsOf<Real> marginals{table, sums, nullptr};
  if (AttributedEdges(i) > 0) {
    std::fill(scratch.edge_tables.begin(), scratch.edge_tables.end(), nullptr);
    for (std::size_t e = 0; e < AttributedEdges(i); ++e) {
      scratch.edge_tables[edge_token_[edge_begin_[i] + e]] = sums + (1 + e) * width * width;
    }
    marginals.edge = scratch.edge_tables.data();
  }
  const double log_z = scratch.inference.Marginals(View(i, scratch.at), marginals);
  SubtractObserved(i, table);
  if (const double weight = Weight(i); weight != 1.0) {
    for (Real& p : base.table) p = static_cast<Real>(p * weight);
  }
  return LossOf(i, scratch.at, log_z, scratch);
}

template <class Real>
void ChainOracle<Real>::SubtractObserved(ExampleId i, Real* table) const {
  const std::size_t length = problem_.length(i);
  const std::size_t width = problem_.labels;
  const LabelId* y = problem_.label.data() + problem_.token_begin[i];
  Real* sums = table + length * width;
  for (std::size_t t = 0; t < length; ++t) table[t * width + y[t]] -= 1;
  for (std::size_t t = 1; t < length; ++t) sums[y[t - 1] * width + y[t]] -= 1;
  for (std::size_t e = 0; e < AttributedEdges(i); ++e) {
    const std::size_t t = edge_token_[edge_begin_[i] + e];
    sums[(1 + e) * width * width + y[t - 1] * width + y[t]] -= 1;
  }
}

// ---- Line search ----

template <class Real>
double ChainOracle<Real>::TableScores(ExampleId i, Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  const std::size_t length = problem_.length(i);
  const std::size_t pairs = std::size_t{problem_.labels} * problem_.labels;
  const Real* table = scratch.table.data();
  const Real* sums = table + length * problem_.labels;
  double norm;
  if (!problem_.gram.present.empty() && problem_.gram.present[i] && AttributedEdges(i) == 0) {
    norm = kernels::GramProduct(length, problem_.labels,
                                problem_.gram.begin.data() + problem_.token_begin[i],
                                problem_.gram.column.data(), problem_.gram.value.data(), table,
                                stride_, scratch.along.node.data());
  } else {
    norm = RowScores(i, scratch);
  }
  if (length == 1) return norm;
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
  if (!scratch.rows) scratch.rows = std::make_unique<PlainWeights<Real>>(problem_.space);
  const std::size_t length = problem_.length(i);
  const std::size_t width = problem_.labels;
  const Real* table = scratch.table.data();
  const auto& nodes = scratch.rows->rows(kNodePart);
  kernels::Scatter(nodes, NodesOf(i), width, table);
  kernels::Gather(nodes, NodesOf(i), Real{1}, stride_, scratch.along.node.data());
  kernels::Clear(nodes, NodesOf(i));
  double norm = 0;
  for (std::size_t t = 0; t < length; ++t) {
    norm += kernels::Dot(width, table + t * width, scratch.along.node.data() + t * stride_);
  }
  if (AttributedEdges(i) == 0) return norm;
  const Real* own = table + length * width + width * width;
  const auto& edges = scratch.rows->rows(kEdgePart);
  kernels::Scatter(edges, EdgesOf(i), width * width, own);
  kernels::Gather(edges, EdgesOf(i), Real{1}, width * width, scratch.along.edge.data());
  kernels::Clear(edges, EdgesOf(i));
  return norm + kernels::Dot(AttributedEdges(i) * width * width, own, scratch.along.edge.data());
}

template <class Real>
double ChainOracle<Real>::LossAlong(ExampleId i, double step, Scratch& base) const {
  auto& scratch = static_cast<ChainScratch&>(base);
  const std::size_t length = problem_.length(i);
  const std::size_t pairs = std::size_t{problem_.labels} * problem_.labels;
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

// ---- Scatter ----

template <class Real>
void ChainOracle<Real>::Scatter(ExampleId i, const Scratch& base, LazyWeights<Real>& to,
                                ExampleId next) const {
  const std::size_t width = problem_.labels;
  const Real* table = base.table.data();
  const double clock = to.clock();
  const std::span<const std::uint32_t> ahead = problem_.seldom.Of(next);
  kernels::ScatterLazy(to.rows(kNodePart), NodesOf(i), clock, ahead.subspan(ahead.size() / 2),
                       width, table);
  if (problem_.length(i) == 1) return;
  const Real* sums = table + problem_.length(i) * width;
  kernels::ScatterLazy(to.rows(kEdgePart), Transitions<Real>(), clock, {}, width * width, sums);
  if (AttributedEdges(i) == 0) return;
  kernels::ScatterLazy(to.rows(kEdgePart), EdgesOf(i), clock, {}, width * width,
                       sums + width * width);
}

template <class Real>
void ChainOracle<Real>::Scatter(ExampleId i, const Scratch& base, PlainWeights<Real>& to) const {
  const std::size_t width = problem_.labels;
  const Real* table = base.table.data();
  kernels::Scatter(to.rows(kNodePart), NodesOf(i), width, table);
  if (problem_.length(i) == 1) return;
  const Real* sums = table + problem_.length(i) * width;
  kernels::Scatter(to.rows(kEdgePart), Transitions<Real>(), width * width, sums);
  if (AttributedEdges(i) == 0) return;
  kernels::Scatter(to.rows(kEdgePart), EdgesOf(i), width * width, sums + width * width);
}

template class ChainOracle<float>;
template class ChainOracle<double>;

}  // namespace sagitta
