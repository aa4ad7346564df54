// GraphLoss: losses and tables of graphs, and how tables are laid out.
#include "objective/graph_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "chain/finite_score.h"
#include "kernels/chain.h"
#include "kernels/vectors.h"
#include "objective/graph_workspace.h"

namespace sagitta {
namespace {

/// theta(b, a) = theta(a, b) for a < b.
template <class Real>
void MirrorPairs(std::size_t labels, Real* pairs) {
  for (std::size_t a = 0; a < labels; ++a) {
    for (std::size_t b = a + 1; b < labels; ++b) pairs[b * labels + a] = pairs[a * labels + b];
  }
}

/// The transpose of MirrorPairs.
template <class Real>
void FoldPairs(std::size_t labels, Real* pairs) {
  for (std::size_t a = 0; a < labels; ++a) {
    for (std::size_t b = a + 1; b < labels; ++b) {
      pairs[a * labels + b] += std::exchange(pairs[b * labels + a], Real{0});
    }
  }
}

}  // namespace

template <class Real>
GraphLoss<Real>::Workspace::Workspace() = default;
template <class Real>
GraphLoss<Real>::Workspace::~Workspace() = default;
template <class Real>
GraphLoss<Real>::Workspace::Workspace(Workspace&&) noexcept = default;

template <class Real>
GraphLoss<Real>::GraphLoss(const Structure& structure, std::shared_ptr<const GraphPlans> plans,
                           TableShape shape)
    : structure_(structure),
      plans_(std::move(plans)),
      data_(plans_->shard()),
      shape_(shape),
      stride_(kernels::PaddedLength<Real>(structure.labels)) {
  own_edge_.reserve(structure.attributed.size());
  if (shape_ == TableShape::kMarginals) degree_.resize(structure.token_begin.back(), 0);
  for (ExampleId i = 0; i < structure.examples(); ++i) {
    largest_table_ = std::max(largest_table_, TableSize(i));
    most_edges_ = std::max(most_edges_, Edges(i).size());
    for (const Edge& edge : Edges(i)) {
      if (degree_.empty()) break;
      ++degree_[structure.token_begin[i] + edge.from];
      ++degree_[structure.token_begin[i] + edge.to];
    }
    std::uint32_t e = 0;
    for (const Edge& own : structure.AttributedEdges(i)) {
      const auto same = [&](const Edge& edge) {
        return edge.from == own.from && edge.to == own.to && edge.type == own.type;
      };
      while (!same(Edges(i)[e])) ++e;
      own_edge_.push_back(e++);
    }
  }
}

template <class Real>
typename GraphLoss<Real>::Workspace GraphLoss<Real>::NewWorkspace() const {
  const std::size_t own = structure_.most_attributed;
  Workspace work;
  for (GraphScoresBuffer<Real>* scores : {&work.at, &work.along, &work.trial}) {
    scores->factor =
        FactorScores<Real>(structure_.longest, stride_, structure_.edge_types, own, Pairs());
    scores->edge_at.resize(own > 0 ? most_edges_ : 0);
  }
  const bool apart = shape_ == TableShape::kMarginals;
  if (apart || own > 0) work.edge_tables.resize(most_edges_);
  if (apart) work.sums = AlignedBuffer<Real>(Sums());
  work.own = AlignedBuffer<Real>(own * Pairs());
  work.engine = MakeEngine<Real>(plans_->choice().inference, plans_->choice().settings);
  for (ExampleId i = 0; i < structure_.examples(); ++i) work.engine->Reserve(plans_->Of(i));
  return work;
}

template <class Real>
std::size_t GraphLoss<Real>::TableSize(ExampleId i) const {
  const std::size_t edges = Edges(i).size();
  if (edges == 0) return NodeCells(i);
  if (shape_ == TableShape::kMarginals) return NodeCells(i) + edges * Pairs();
  const std::size_t own = HasLists(i) ? structure_.slots.Count(structure_.attributed_begin[i],
                                                               structure_.attributed_begin[i + 1])
                                      : 0;
  return NodeCells(i) + Sums() + own;
}

template <class Real>
TableRange GraphLoss<Real>::SharedRange(ExampleId i) const {
  if (shape_ != TableShape::kMixed || Edges(i).empty()) return {};
  return {NodeCells(i), Sums(), structure_.edge_types};
}

// ---- Scores ----

template <class Real>
void GraphLoss<Real>::Mirror(ExampleId i, FactorScores<Real>& scores) const {
  if (data_.graphs.symmetric.empty()) return;
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    if (data_.graphs.Symmetric(type)) {
      MirrorPairs(structure_.labels, scores.type.data() + type * Pairs());
    }
  }
  Real* edge = scores.edge.data();
  for (const Edge& own : structure_.AttributedEdges(i)) {
    if (data_.graphs.Symmetric(own.type)) MirrorPairs(structure_.labels, edge);
    edge += Pairs();
  }
}

template <class Real>
void GraphLoss<Real>::Fold(ExampleId i, Real* sums, Real* const* edge) const {
  if (data_.graphs.symmetric.empty()) return;
  for (std::uint32_t type = 0; sums != nullptr && type < structure_.edge_types; ++type) {
    if (data_.graphs.Symmetric(type)) FoldPairs(structure_.labels, sums + type * Pairs());
  }
  if (edge == nullptr) return;
  const std::span<const Edge> edges = Edges(i);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (edge[e] != nullptr && data_.graphs.Symmetric(edges[e].type)) {
      FoldPairs(structure_.labels, edge[e]);
    }
  }
}

template <class Real>
GraphScoresOf<Real> GraphLoss<Real>::View(ExampleId i, GraphScoresBuffer<Real>& scores) const {
  const FactorScores<Real>& factor = scores.factor;
  if (Attributed(i) == 0) return {stride_, factor.node.data(), factor.type.data(), nullptr};
  std::fill_n(scores.edge_at.begin(), Edges(i).size(), nullptr);
  const Real* matrix = factor.edge.data();
  for (const std::uint32_t e : OwnEdges(i)) {
    scores.edge_at[e] = matrix;
    matrix += Pairs();
  }
  return {stride_, factor.node.data(), factor.type.data(), scores.edge_at.data()};
}

// ---- Loss and table ----

// The value less the score of the observed labels.
template <class Real>
double GraphLoss<Real>::LossOf(ExampleId i, const GraphScoresOf<Real>& view,
                               const GraphValue& value, Workspace& work) const {
  const LabelId* y = Observed(i);
  double observed = 0, squares = 0;
  const auto add = [&](Real score) {
    observed += static_cast<double>(score);
    squares += static_cast<double>(score) * static_cast<double>(score);
  };
  for (std::size_t v = 0; v < Nodes(i); ++v) add(view.node[v * stride_ + y[v]]);
  const std::span<const Edge> edges = Edges(i);
  const GraphShape& shape = plans_->Of(i).shape();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    add(view.Table(shape, e)[y[edges[e].from] * structure_.labels + y[edges[e].to]]);
  }
  const double terms = static_cast<double>(Nodes(i) + edges.size());
  work.magnitude = std::sqrt(squares) + 2 * std::sqrt(terms);
  work.gap = value.gap;
  return value.value - observed;
}

template <class Real>
double GraphLoss<Real>::Loss(ExampleId i, Workspace& work) const {
  const GraphScoresOf<Real> view = View(i, work.at);
  return LossOf(i, view, work.engine->Value(plans_->Of(i), view, Observed(i)), work);
}

template <class Real>
double GraphLoss<Real>::Noise(const Workspace& work) const {
  // Rounding errors of single scores are independent: they add up as squares.
  return static_cast<double>(std::numeric_limits<Real>::epsilon()) * work.magnitude + work.gap;
}

template <class Real>
double GraphLoss<Real>::ScoresDot(ExampleId i, std::span<const Real> table,
                                  const Workspace& work) const {
  const FactorScores<Real>& at = work.at.factor;
  const Real* from = table.data();
  const auto dot = [&from](std::size_t count, const Real* scores) {
    return kernels::Dot(count, std::exchange(from, from + count), scores);
  };
  double sum = 0;
  for (std::size_t v = 0; v < Nodes(i); ++v) {
    sum += dot(structure_.labels, at.node.data() + v * stride_);
  }
  const std::span<const Edge> edges = Edges(i);
  if (edges.empty()) return sum;
  const Real* edge = at.edge.data();
  if (shape_ == TableShape::kMarginals) {
    const std::span<const std::uint32_t> own = OwnEdges(i);
    auto next = own.begin();
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
      const bool attributed = next != own.end() && *next == e;
      sum += dot(Pairs(), attributed ? edge : at.type.data() + edges[e].type * Pairs());
      if (attributed) ++next, edge += Pairs();
    }
    return sum;
  }
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    if (structure_.EdgeCount(i, type) > 0) {
      sum += dot(Pairs(), at.type.data() + type * Pairs());
    } else {
      from += Pairs();
    }
  }
  // An attributed edge counts in its type's sum too: its own scores are what exceeds the type's.
  const std::uint64_t first = structure_.attributed_begin[i];
  for (std::size_t k = 0; k < Attributed(i); ++k, edge += Pairs()) {
    const Real* const type = at.type.data() + structure_.attributed[first + k].type * Pairs();
    structure_.slots.ForEach(first, first + k, [&](std::size_t slot, std::size_t place) {
      sum += double{from[place]} * (double{edge[slot]} - double{type[slot]});
    });
  }
  return sum;
}

template <class Real>
double GraphLoss<Real>::LossAlong(ExampleId i, double step, Workspace& work) const {
  const Real a = static_cast<Real>(step);
  const FactorScores<Real>&at = work.at.factor, &along = work.along.factor;
  FactorScores<Real>& trial = work.trial.factor;
  kernels::SubtractScaled(Nodes(i) * stride_, at.node.data(), a, along.node.data(),
                          trial.node.data());
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    if (structure_.EdgeCount(i, type) == 0) continue;
    const std::size_t first = type * Pairs();
    kernels::SubtractScaled(Pairs(), at.type.data() + first, a, along.type.data() + first,
                            trial.type.data() + first);
  }
  if (const std::size_t own = Attributed(i); own > 0) {
    kernels::SubtractScaled(own * Pairs(), at.edge.data(), a, along.edge.data(), trial.edge.data());
  }
  Mirror(i, trial);
  const GraphScoresOf<Real> view = View(i, work.trial);
  return LossOf(i, view, work.engine->Value(plans_->Of(i), view, Observed(i)), work);
}

// A table as the place where inference puts marginals. Those of attributed edges go to work.own
// first where the table has lists for them, see PackOwn.
template <class Real>
GraphMarginalsOf<Real> GraphLoss<Real>::MarginalsIn(ExampleId i, Real* table,
                                                    Workspace& work) const {
  const std::size_t edges = Edges(i).size();
  Real* const rest = table + NodeCells(i);
  if (edges == 0) return {table, nullptr, nullptr};
  if (shape_ == TableShape::kMarginals) {
    for (std::size_t e = 0; e < edges; ++e) work.edge_tables[e] = rest + e * Pairs();
    return {table, nullptr, work.edge_tables.data()};
  }
  if (Attributed(i) == 0) return {table, rest, nullptr};
  std::fill_n(work.edge_tables.begin(), edges, nullptr);
  Real* own = work.own.data();
  for (const std::uint32_t e : OwnEdges(i)) {
    work.edge_tables[e] = own;
    own += Pairs();
  }
  return {table, rest, work.edge_tables.data()};
}

template <class Real>
double GraphLoss<Real>::Infer(ExampleId i, Workspace& work, std::span<Real> table) const {
  const GraphScoresOf<Real> view = View(i, work.at);
  const GraphMarginalsOf<Real> marginals = MarginalsIn(i, table.data(), work);
  const GraphValue value = work.engine->Infer(plans_->Of(i), view, Observed(i), marginals);
  Fold(i, marginals.type_sums, marginals.edge);
  return FinishTable(i, view, value, work, table);
}

// From marginals to the table of the gradient; returns the loss.
template <class Real>
double GraphLoss<Real>::FinishTable(ExampleId i, const GraphScoresOf<Real>& view,
                                    const GraphValue& value, Workspace& work,
                                    std::span<Real> table) const {
  SubtractObserved(i, table.data(), work.own.data());
  PackOwn(i, work, table.data());
  return LossOf(i, view, value, work);
}

template <class Real>
void GraphLoss<Real>::PackOwn(ExampleId i, const Workspace& work, Real* table) const {
  if (!HasLists(i)) return;
  structure_.slots.Pack(structure_.attributed_begin[i], structure_.attributed_begin[i + 1],
                        work.own.data(), table + NodeCells(i) + Sums());
}

template <class Real>
void GraphLoss<Real>::SubtractObserved(ExampleId i, Real* table, Real* own) const {
  const LabelId* y = Observed(i);
  for (std::size_t v = 0; v < Nodes(i); ++v) table[v * structure_.labels + y[v]] -= 1;
  const auto slot = [&](const Edge& edge) {
    return data_.PairSlot(edge.type, y[edge.from], y[edge.to]);
  };
  Real* const rest = table + NodeCells(i);
  const std::span<const Edge> edges = Edges(i);
  if (shape_ == TableShape::kMarginals) {
    for (std::size_t e = 0; e < edges.size(); ++e) rest[e * Pairs() + slot(edges[e])] -= 1;
    return;
  }
  for (const Edge& edge : edges) rest[edge.type * Pairs() + slot(edge)] -= 1;
  for (const Edge& edge : structure_.AttributedEdges(i)) {
    own[slot(edge)] -= 1;
    own += Pairs();
  }
}

// Attributed edges get tables of their own, of which only the slots that their rows have mean
// anything. Edges that are kept apart are first summed.
template <class Real>
FactorTables<Real> GraphLoss<Real>::Tables(ExampleId i, std::span<const Real> table,
                                           Workspace& work) const {
  const Real* const nodes = table.data();
  const Real* const rest = nodes + NodeCells(i);
  const std::span<const Edge> edges = Edges(i);
  if (edges.empty()) return {nodes, nullptr, nullptr};
  if (shape_ == TableShape::kMixed) {
    if (!HasLists(i)) return {nodes, rest, nullptr};
    structure_.slots.Unpack(structure_.attributed_begin[i], structure_.attributed_begin[i + 1],
                            Lists(i, nodes), work.own.data());
    return {nodes, rest, work.own.data()};
  }
  Real* const sums = work.sums.data();
  std::fill_n(sums, Sums(), Real{0});
  for (std::size_t e = 0; e < edges.size(); ++e) {
    Real* const sum = sums + edges[e].type * Pairs();
    kernels::SubtractScaled(Pairs(), sum, Real{-1}, rest + e * Pairs(), sum);
  }
  Real* own = work.own.data();
  for (const std::uint32_t e : OwnEdges(i)) own = std::copy_n(rest + e * Pairs(), Pairs(), own);
  return {nodes, sums, work.own.data()};
}

template <class Real>
double GraphLoss<Real>::Decode(ExampleId i, Workspace& work, GraphDecoder& decoder,
                               LabelId* labels) const requires std::is_same_v<Real, double> {
  // Clang 14 instantiates this for float as well.
  if constexpr (std::is_same_v<Real, double>) {
    for (AlignedBuffer<double>* scores :
         {&work.at.factor.node, &work.at.factor.type, &work.at.factor.edge}) {
      std::transform(scores->data(), scores->data() + scores->size(), scores->data(), FiniteScore);
    }
    return decoder.Decode(plans_->Of(i), View(i, work.at), labels);
  }
  return 0;
}

// ---- Tangents ----

// The table is marginals minus observed, so along a direction with the scores `along` it changes as
// the marginals do, and the Hessian of f_i times the direction is A_i of that.
template <class Real>
double GraphLoss<Real>::InferTangent(ExampleId i, Workspace& work, std::span<Real> table,
                                     std::span<Real> tangent) const {
  Mirror(i, work.along.factor);
  if (!work.given) work.given = std::make_unique<typename Workspace::Given>();
  typename Workspace::Given& other = *work.given;
  other.edge_tables.resize(work.edge_tables.size());
  if (other.own.size() < work.own.size()) other.own = AlignedBuffer<Real>(work.own.size());
  const GraphScoresOf<Real> view = View(i, work.at);
  // The workspace's places are first those of the tangent, then of the table.
  std::swap(other.edge_tables, work.edge_tables);
  std::swap(other.own, work.own);
  const GraphMarginalsOf<Real> change = MarginalsIn(i, tangent.data(), work);
  std::swap(other.edge_tables, work.edge_tables);
  std::swap(other.own, work.own);
  const GraphMarginalsOf<Real> marginals = MarginalsIn(i, table.data(), work);
  const GraphValue value =
      work.engine->InferTangent(plans_->Of(i), view, View(i, work.along), marginals, change);
  Fold(i, marginals.type_sums, marginals.edge);
  Fold(i, change.type_sums, change.edge);
  if (HasLists(i)) {
    structure_.slots.Pack(structure_.attributed_begin[i], structure_.attributed_begin[i + 1],
                          other.own.data(), tangent.data() + NodeCells(i) + Sums());
  }
  return FinishTable(i, view, value, work, table);
}

template class GraphLoss<float>;
template class GraphLoss<double>;

}  // namespace sagitta
