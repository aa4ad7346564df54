// Building the lists of rows, and the kernels' calls for one example.
#include "objective/factor_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

#include "kernels/vectors.h"

namespace sagitta {
namespace {

// Rows with a higher number are not among the frequent ones that the caches hold by themselves.
constexpr std::uint32_t kCachedRows = 4096;

constexpr std::uint64_t kOneOccurrence[2] = {0, 1};

// Appends the rows of one factor: twins add up, a row occurs once, rows ascend.
template <class Real, class OriginOf>
void AppendFactor(const SparseRows& data, std::uint64_t at, const OriginOf& origin_of,
                  std::vector<std::pair<std::uint32_t, double>>& items, OccurrenceList<Real>& out) {
  items.clear();
  for (std::uint64_t k = data.begin[at]; k < data.begin[at + 1]; ++k) {
    const RowOrigin& origin = origin_of(data.attribute[k]);
    if (origin.row != kNoRow) items.emplace_back(origin.row, origin.factor * data.Value(k));
  }
  std::sort(items.begin(), items.end());
  for (std::size_t k = 0; k < items.size();) {
    const std::uint32_t row = items[k].first;
    double sum = 0;
    for (; k < items.size() && items[k].first == row; ++k) sum += items[k].second;
    out.row.push_back(row);
    out.value.push_back(static_cast<Real>(sum));
  }
  out.begin.push_back(out.row.size());
}

// min(2, slots of the row).
double Spread(const RowBlock& block, std::uint32_t row) {
  const std::uint32_t slots =
      row < block.dense_rows ? block.width : block.slots[row - block.dense_rows];
  return std::min(slots, 2u);
}

// The sum over the rows of these occurrences that SquaredDiameter derives.
template <class Real>
double DiameterOf(const RowBlock& block, const kernels::Occurrences<Real>& at) {
  std::vector<std::pair<std::uint32_t, double>> items;
  for (std::uint64_t k = at.begin[0]; k < at.begin[at.tokens]; ++k) {
    items.emplace_back(at.row[k], std::abs(static_cast<double>(at.value[k])));
  }
  std::sort(items.begin(), items.end());
  double total = 0;
  for (std::size_t k = 0; k < items.size();) {
    const std::uint32_t row = items[k].first;
    double sum = 0;
    for (; k < items.size() && items[k].first == row; ++k) sum += items[k].second;
    total += Spread(block, row) * sum * sum;
  }
  return total;
}

}  // namespace

// ---- Building ----

template <class Real>
FactorRows<Real>::FactorRows(const WeightMap& map, const Dataset& shard, bool gram)
    : space_(&map.space()) {
  std::vector<std::pair<std::uint32_t, double>> items;
  node_.begin.reserve(shard.node.rows() + 1);
  node_.row.reserve(shard.node.attribute.size());
  node_.value.reserve(shard.node.attribute.size());
  const auto node_origin = [&map](std::uint32_t a) -> const RowOrigin& { return map.Node(a); };
  for (std::uint64_t t = 0; t < shard.node.rows(); ++t) {
    AppendFactor(shard.node, t, node_origin, items, node_);
  }
  node_.row.shrink_to_fit();
  node_.value.shrink_to_fit();
  type_row_.resize(shard.edge_types());
  for (std::uint32_t type = 0; type < shard.edge_types(); ++type) {
    type_row_[type] = WeightMap::TypeRow(type);
  }
  BuildStructure(map, shard);
  FindSeldom();
  // With holes in rows the matrix would differ from slot to slot.
  const RowBlock& nodes = space()[kNodeBlock];
  if (gram && nodes.dense_mask.empty() && nodes.sparse_rows == 0) {
    gram_ = BuildGram(structure_.token_begin, node_, nodes.rows());
  }
  for (std::size_t i = 0; i < examples(); ++i) {
    searches_by_rows_ = searches_by_rows_ || !HasGram(static_cast<ExampleId>(i));
  }
}

template <class Real>
FactorRows<Real>::FactorRows(const FactorRows& whole, const ActiveRows& active)
    : space_(&active.space()),
      structure_(whole.structure_),
      edge_(whole.edge_),
      type_row_(whole.type_row_),
      searches_by_rows_(true) {
  const OccurrenceList<Real>& all = whole.node_;
  node_.begin.reserve(all.begin.size());
  for (std::size_t t = 0; t + 1 < all.begin.size(); ++t) {
    for (std::uint64_t k = all.begin[t]; k < all.begin[t + 1]; ++k) {
      const std::uint32_t row = active.NumberOf(all.row[k]);
      if (row == kNoRow) continue;
      node_.row.push_back(row);
      node_.value.push_back(all.value[k]);
    }
    node_.begin.push_back(node_.row.size());
  }
  FindSeldom();
}

template <class Real>
void FactorRows<Real>::BuildStructure(const WeightMap& map, const Dataset& shard) {
  structure_.labels = shard.labels;
  structure_.edge_types = shard.edge_types();
  structure_.token_begin.assign(shard.token_begin.begin(), shard.token_begin.end());
  structure_.edge_count.assign(shard.examples() * shard.edge_types(), 0);
  structure_.attributed_begin.push_back(0);
  std::vector<std::pair<std::uint32_t, double>> items;
  const auto origin = [&map](std::uint32_t a) -> const RowOrigin& { return map.Edge(a); };
  for (ExampleId i = 0; i < shard.examples(); ++i) {
    for (std::size_t e = 0; e < shard.edges(i); ++e) {
      const Edge edge = shard.EdgeAt(i, e);
      ++structure_.edge_count[std::size_t{i} * shard.edge_types() + edge.type];
      if (!shard.HasEdgeAttributes()) continue;
      const std::size_t before = edge_.row.size();
      AppendFactor(shard.edge, shard.EdgeRow(i, e), origin, items, edge_);
      if (edge_.row.size() == before) {
        edge_.begin.pop_back();  // none of its attributes has a weight
      } else {
        structure_.attributed.push_back(edge);
      }
    }
    structure_.attributed_begin.push_back(structure_.attributed.size());
    structure_.longest = std::max(structure_.longest, structure_.length(i));
    structure_.most_attributed = std::max(structure_.most_attributed, structure_.Attributed(i));
  }
  structure_.slots = EdgeSlots(space()[kEdgeBlock], edge_.begin, edge_.row);
}

template <class Real>
void FactorRows<Real>::FindSeldom() {
  seldom_begin_.push_back(0);
  for (ExampleId i = 0; i < examples(); ++i) {
    const kernels::Occurrences<Real> at = Nodes(i);
    for (std::uint64_t k = at.begin[0]; k < at.begin[at.tokens]; ++k) {
      if (at.row[k] >= kCachedRows) seldom_.push_back(at.row[k]);
    }
    const auto own = seldom_.begin() + static_cast<std::ptrdiff_t>(seldom_begin_.back());
    std::sort(own, seldom_.end());
    seldom_.erase(std::unique(own, seldom_.end()), seldom_.end());
    seldom_begin_.push_back(seldom_.size());
  }
}

template <class Real>
kernels::Occurrences<Real> FactorRows<Real>::Nodes(ExampleId i) const {
  const std::uint64_t* begin = node_.begin.data() + structure_.token_begin[i];
  return {structure_.length(i), begin, node_.row.data(), node_.value.data()};
}

template <class Real>
kernels::Occurrences<Real> FactorRows<Real>::Edges(ExampleId i) const {
  const std::uint64_t* begin = edge_.begin.data() + structure_.attributed_begin[i];
  return {structure_.Attributed(i), begin, edge_.row.data(), edge_.value.data()};
}

template <class Real>
kernels::Occurrences<Real> FactorRows<Real>::Type(std::uint32_t type) const {
  static constexpr Real kOne[1] = {1};
  return {1, kOneOccurrence, type_row_.data() + type, kOne};
}

// ---- Gather and scatter ----

template <class Real>
std::span<const std::uint32_t> FactorRows<Real>::Ahead(ExampleId next, bool first_half) const {
  if (next == kNoExample) return {};
  const std::span<const std::uint32_t> rows = Seldom(next);
  return first_half ? rows.first(rows.size() / 2) : rows.subspan(rows.size() / 2);
}

template <class Real>
void FactorRows<Real>::Gather(ExampleId i, const PlainWeights<Real>& w, double scale,
                              ExampleId next, FactorScores<Real>& scores) const {
  const std::size_t pairs = structure_.pairs();
  const Real factor = static_cast<Real>(scale);
  const auto& edges = w.rows(kEdgeBlock);
  kernels::Gather(w.rows(kNodeBlock), Nodes(i), factor, Ahead(next, true), scores.stride,
                  scores.node.data());
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    if (structure_.EdgeCount(i, type) == 0) continue;
    kernels::Gather(edges, Type(type), factor, {}, pairs, scores.type.data() + type * pairs);
  }
  if (structure_.Attributed(i) == 0) return;
  kernels::Gather(edges, Edges(i), factor, {}, pairs, scores.edge.data());
  AddTypes(i, scores);
}

template <class Real>
void FactorRows<Real>::Gather(ExampleId i, const LazyWeights<Real>& w, const LazyMoment& at,
                              std::span<const std::uint32_t> ahead,
                              FactorScores<Real>& scores) const {
  const std::size_t pairs = structure_.pairs();
  const Real scale = static_cast<Real>(at.scale);
  const auto& edges = w.rows(kEdgeBlock);
  kernels::GatherLazy(w.rows(kNodeBlock), Nodes(i), at.clock, scale, ahead, scores.stride,
                      scores.node.data());
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    if (structure_.EdgeCount(i, type) == 0) continue;
    kernels::GatherLazy(edges, Type(type), at.clock, scale, {}, pairs,
                        scores.type.data() + type * pairs);
  }
  if (structure_.Attributed(i) == 0) return;
  kernels::GatherLazy(edges, Edges(i), at.clock, scale, {}, pairs, scores.edge.data());
  AddTypes(i, scores);
}

template <class Real>
void FactorRows<Real>::AddTypes(ExampleId i, FactorScores<Real>& scores) const {
  const std::size_t pairs = structure_.pairs();
  Real* edge = scores.edge.data();
  for (const Edge& at : structure_.AttributedEdges(i)) {
    kernels::SubtractScaled(pairs, edge, Real{-1}, scores.type.data() + at.type * pairs, edge);
    edge += pairs;
  }
}

template <class Real>
void FactorRows<Real>::Scatter(ExampleId i, const FactorTables<Real>& table, double on_w,
                               double on_d, ExampleId next, LazyWeights<Real>& to) const {
  const std::size_t pairs = structure_.pairs();
  const double on_a = to.OnA(on_w, on_d);
  kernels::ScatterLazy(to.rows(kNodeBlock), Nodes(i), on_a, on_d, Ahead(next, false),
                       structure_.labels, table.node);
  const auto& edges = to.rows(kEdgeBlock);
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    if (structure_.EdgeCount(i, type) == 0) continue;
    kernels::ScatterLazy(edges, Type(type), on_a, on_d, {}, pairs, table.type + type * pairs);
  }
  if (structure_.Attributed(i) == 0) return;
  kernels::ScatterLazy(edges, Edges(i), on_a, on_d, {}, pairs, table.edge);
}

template <class Real>
void FactorRows<Real>::Scatter(ExampleId i, const FactorTables<Real>& table, double on_w,
                               ExampleId next, PlainWeights<Real>& to) const {
  const std::size_t pairs = structure_.pairs();
  kernels::Scatter(to.rows(kNodeBlock), Nodes(i), on_w, Ahead(next, false), structure_.labels,
                   table.node);
  const auto& edges = to.rows(kEdgeBlock);
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    if (structure_.EdgeCount(i, type) == 0) continue;
    kernels::Scatter(edges, Type(type), on_w, {}, pairs, table.type + type * pairs);
  }
  if (structure_.Attributed(i) == 0) return;
  kernels::Scatter(edges, Edges(i), on_w, {}, pairs, table.edge);
}

// ---- The scores of a gradient ----

template <class Real>
double FactorRows<Real>::GradientScores(ExampleId i, const FactorTables<Real>& table,
                                        Workspace& workspace, FactorScores<Real>& scores) const {
  if (!workspace.rows && searches_by_rows_) {
    workspace.rows = std::make_unique<PlainWeights<Real>>(space());
  }
  double norm;
  if (HasGram(i)) {
    norm = kernels::GramProduct(structure_.length(i), structure_.labels,
                                gram_.begin.data() + structure_.token_begin[i], gram_.column.data(),
                                gram_.value.data(), table.node, scores.stride, scores.node.data());
  } else {
    norm = ScoresByRows(i, table, workspace, scores);
  }
  // On the row of a type A^T A is the identity, or the mask.
  const std::size_t pairs = structure_.pairs();
  const RowBlock& edges = space()[kEdgeBlock];
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    if (structure_.EdgeCount(i, type) == 0) continue;
    const Real* own = table.type + type * pairs;
    Real* along = scores.type.data() + type * pairs;
    std::copy_n(own, pairs, along);
    if (!edges.dense_mask.empty()) {
      const std::uint8_t* mask = edges.dense_mask.data() + type_row_[type] * pairs;
      for (std::size_t k = 0; k < pairs; ++k) along[k] *= mask[k];
    }
    norm += kernels::Dot(pairs, along, own);
  }
  if (structure_.Attributed(i) > 0) AddTypes(i, scores);
  return norm;
}

// A_i^T A_i table through rows: scatter into empty ones, gather, and empty them again.
template <class Real>
double FactorRows<Real>::ScoresByRows(ExampleId i, const FactorTables<Real>& table,
                                      Workspace& workspace, FactorScores<Real>& scores) const {
  const std::size_t width = structure_.labels;
  const auto& nodes = workspace.rows->rows(kNodeBlock);
  kernels::Scatter(nodes, Nodes(i), 1, {}, width, table.node);
  kernels::Gather(nodes, Nodes(i), Real{1}, {}, scores.stride, scores.node.data());
  kernels::Clear(nodes, Nodes(i));
  double norm = 0;
  for (std::size_t t = 0; t < structure_.length(i); ++t) {
    norm += kernels::Dot(width, table.node + t * width, scores.node.data() + t * scores.stride);
  }
  const std::size_t attributed = structure_.Attributed(i);
  if (attributed == 0) return norm;
  const std::size_t pairs = structure_.pairs();
  const auto& edges = workspace.rows->rows(kEdgeBlock);
  kernels::Scatter(edges, Edges(i), 1, {}, pairs, table.edge);
  kernels::Gather(edges, Edges(i), Real{1}, {}, pairs, scores.edge.data());
  kernels::Clear(edges, Edges(i));
  return norm + kernels::Dot(attributed * pairs, table.edge, scores.edge.data());
}

// ---- What an example touches ----

template <class Real>
void FactorRows<Real>::AppendSupport(ExampleId i, std::vector<RowId>& rows) const {
  const auto rows_of = [](const kernels::Occurrences<Real>& at) {
    return std::span<const std::uint32_t>(at.row + at.begin[0], at.begin[at.tokens] - at.begin[0]);
  };
  // The frequent rows, of which there are most occurrences, without sorting; then the others.
  constexpr std::size_t kBits = 64;
  std::array<std::uint64_t, kCachedRows / kBits> frequent{};
  for (const std::uint32_t row : rows_of(Nodes(i))) {
    if (row < kCachedRows) frequent[row / kBits] |= std::uint64_t{1} << row % kBits;
  }
  for (std::size_t word = 0; word < frequent.size(); ++word) {
    for (std::uint64_t left = frequent[word]; left != 0; left &= left - 1) {
      const std::size_t row = kBits * word + static_cast<std::size_t>(std::countr_zero(left));
      rows.push_back({kNodeBlock, static_cast<std::uint32_t>(row)});
    }
  }
  for (const std::uint32_t row : Seldom(i)) rows.push_back({kNodeBlock, row});
  const auto edges = static_cast<std::ptrdiff_t>(rows.size());
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    if (structure_.EdgeCount(i, type) > 0) rows.push_back({kEdgeBlock, type_row_[type]});
  }
  for (const std::uint32_t row : rows_of(Edges(i))) rows.push_back({kEdgeBlock, row});
  std::sort(rows.begin() + edges, rows.end());
  rows.erase(std::unique(rows.begin() + edges, rows.end()), rows.end());
}

// F(y) - F(y') consists of rows. Row r has the value x_fr on factor f and lies on the slot s_f that
// y gives to f, or s'_f: its part is sum_f x_fr (e_{s_f} - e_{s'_f}). Each of these differences has
// at most the norm sqrt(2), or 1 when the row has one slot only. By the triangle inequality the
// squared norm of the row's part is at most
//
//   min(2, slots of r) (sum_f |x_fr|)^2
//
// and rows, being orthogonal, add up. Where all values are positive and all features exist, two
// labellings with one label throughout attain the sum: the diameter is then exact.
template <class Real>
double FactorRows<Real>::SquaredDiameter(ExampleId i) const {
  const RowBlock& edges = space()[kEdgeBlock];
  double diameter = DiameterOf(space()[kNodeBlock], Nodes(i));
  for (std::uint32_t type = 0; type < structure_.edge_types; ++type) {
    const double count = structure_.EdgeCount(i, type);
    if (count > 0) diameter += Spread(edges, type_row_[type]) * count * count;
  }
  return diameter + DiameterOf(edges, Edges(i));
}

template class FactorRows<float>;
template class FactorRows<double>;

}  // namespace sagitta
