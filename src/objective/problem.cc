#include "objective/problem.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "objective/gram.h"
#include "objective/twins.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

// Rows met at least this often go to the front of their part, where they share pages and caches.
constexpr std::uint32_t kFrequent = 32;
// Rows beyond so many frequent ones are worth fetching ahead.
constexpr std::uint32_t kCachedRows = 4096;

// Dense rows waste memory on slots without a weight, sparse ones time on every slot.
bool IsDense(std::uint64_t slots, std::uint32_t width) { return slots * 4 >= width; }

// The number of the sparse row that comes next.
std::uint32_t SparseNumber(const RowSpace& space) {
  const std::size_t number = space.dense_rows + space.slots.size();
  if (number >= kNoRow) {
    throw Error(ErrorKind::kData, "too many features: more than 2^32 on sparse rows");
  }
  return static_cast<std::uint32_t>(number);
}

// One part under construction: attribute a of the data has layout row a + first_row.
class PartBuilder {
 public:
  PartBuilder(const SparseRows& data, std::uint32_t attributes, const RowTable& layout,
              std::size_t first_row, bool merge_twins)
      : data_(data), layout_(layout), first_row_(first_row) {
    twins_ = FindTwins(data, attributes);
    if (!merge_twins) std::iota(twins_.first.begin(), twins_.first.end(), 0u);
    twin_count_.assign(attributes, 0);
    for (std::uint32_t a = 0; a < attributes; ++a) ++twin_count_[twins_.first[a]];
  }

  // Numbers the rows behind those that `space` already has, and says where each layout row went.
  void BuildRows(RowSpace& space, std::vector<RowOrigin>& origin) {
    std::vector<std::uint32_t> order[2];  // dense, sparse: one attribute of each group of twins
    for (std::uint32_t a = 0; a < twins_.first.size(); ++a) {
      const std::size_t slots = Slots(a).size();
      if (twins_.first[a] != a || slots == 0) continue;
      order[IsDense(slots, space.width) ? 0 : 1].push_back(a);
    }
    row_.assign(twins_.first.size(), kNoRow);
    for (std::vector<std::uint32_t>& group : order) FrequentFirst(group);
    for (const std::uint32_t a : order[0]) row_[a] = space.dense_rows++;
    FillMask(space, order[0]);
    for (const std::uint32_t a : order[1]) {
      const std::span<const std::uint32_t> slots = Slots(a);
      row_[a] = SparseNumber(space);
      ++space.sparse_rows;
      space.slots.push_back(static_cast<std::uint32_t>(slots.size()));
      space.slots.insert(space.slots.end(), slots.begin(), slots.end());
    }
    for (std::uint32_t a = 0; a < twins_.first.size(); ++a) {
      const std::uint32_t group = twins_.first[a];
      origin[a + first_row_] = {row_[group],
                                1.0 / std::sqrt(static_cast<double>(twin_count_[group]))};
    }
  }

  // The occurrences in terms of rows: twins once, a row at most once a token, dense rows first.
  template <class Real>
  void BuildOccurrences(OccurrenceList<Real>& out) const {
    out.begin.reserve(data_.rows() + 1);
    out.row.reserve(data_.attribute.size());
    out.value.reserve(data_.attribute.size());
    std::vector<std::pair<std::uint32_t, Real>> items;
    for (std::size_t t = 0; t < data_.rows(); ++t) {
      items.clear();
      for (std::uint64_t k = data_.begin[t]; k < data_.begin[t + 1]; ++k) {
        const std::uint32_t row = row_[data_.attribute[k]];
        if (row == kNoRow) continue;
        const double twins = twin_count_[data_.attribute[k]];
        items.emplace_back(row, static_cast<Real>(std::sqrt(twins) * data_.Value(k)));
      }
      std::sort(items.begin(), items.end());
      for (std::size_t k = 0; k < items.size(); ++k) {
        if (k > 0 && items[k].first == items[k - 1].first) {
          out.value.back() += items[k].second;
        } else {
          out.row.push_back(items[k].first);
          out.value.push_back(items[k].second);
        }
      }
      out.begin.push_back(out.row.size());
    }
    out.row.shrink_to_fit();
    out.value.shrink_to_fit();
  }

 private:
  std::span<const std::uint32_t> Slots(std::uint32_t a) const {
    return layout_.Slots(a + first_row_);
  }

  void FrequentFirst(std::vector<std::uint32_t>& attributes) const {
    const auto middle = std::stable_partition(attributes.begin(), attributes.end(),
                                              [&](auto a) { return twins_.count[a] >= kFrequent; });
    std::stable_sort(attributes.begin(), middle,
                     [&](auto a, auto b) { return twins_.count[a] > twins_.count[b]; });
  }

  // The mask exists only when some dense row is not full; rows that were there before have theirs.
  void FillMask(RowSpace& space, const std::vector<std::uint32_t>& dense) const {
    const bool full = std::all_of(dense.begin(), dense.end(),
                                  [&](std::uint32_t a) { return Slots(a).size() == space.width; });
    if (full && space.dense_mask.empty()) return;
    const std::size_t before = space.dense_rows - dense.size();
    space.dense_mask.resize(before * space.width, 1);
    space.dense_mask.resize(std::size_t{space.dense_rows} * space.width, 0);
    for (const std::uint32_t a : dense) {
      std::uint8_t* mask = space.dense_mask.data() + std::size_t{row_[a]} * space.width;
      for (const std::uint32_t slot : Slots(a)) mask[slot] = 1;
    }
  }

  const SparseRows& data_;
  const RowTable& layout_;
  std::size_t first_row_;
  Twins twins_;
  std::vector<std::uint32_t> twin_count_;  // [attributes]; of the first of each group, others 0
  std::vector<std::uint32_t> row_;         // [attributes]: problem row, or kNoRow
};

template <class Real>
SeldomRows FindSeldom(const Problem<Real>& problem) {
  SeldomRows seldom;
  seldom.begin.push_back(0);
  for (std::size_t i = 0; i < problem.examples(); ++i) {
    const std::uint64_t first = problem.node.begin[problem.token_begin[i]];
    const std::uint64_t end = problem.node.begin[problem.token_begin[i + 1]];
    for (std::uint64_t k = first; k < end; ++k) {
      if (problem.node.row[k] >= kCachedRows) seldom.row.push_back(problem.node.row[k]);
    }
    const auto own = seldom.row.begin() + static_cast<std::ptrdiff_t>(seldom.begin.back());
    std::sort(own, seldom.row.end());
    seldom.row.erase(std::unique(own, seldom.row.end()), seldom.row.end());
    seldom.begin.push_back(seldom.row.size());
  }
  return seldom;
}

// Row 0 of the edge part: the transitions, always dense.
RowSpace StartEdges(const Layout& layout) {
  RowSpace space;
  space.width = layout.labels * layout.labels;
  space.dense_rows = 1;
  if (!layout.edge.Full(0)) {
    space.dense_mask.assign(space.width, 0);
    for (const std::uint32_t slot : layout.edge.Slots(0)) space.dense_mask[slot] = 1;
  }
  return space;
}

// Calls body(layout offset, origin, slot index within the problem row) for every weight of a layout
// row.
template <class Body>
void ForEachSlot(const RowSpace& space, const RowTable& layout, std::size_t row,
                 const RowOrigin& origin, const Body& body) {
  if (origin.row == kNoRow) return;
  const bool dense = origin.row < space.dense_rows;
  const auto slots = layout.Slots(row);
  for (std::size_t k = 0; k < slots.size(); ++k) {
    body(layout.begin[row] + k, dense ? slots[k] : k);
  }
}

}  // namespace

template <class Real>
Problem<Real> Problem<Real>::Build(const Dataset& data, const Layout& layout,
                                   const ProblemSettings& settings) {
  Problem problem;
  problem.labels = data.labels;
  problem.token_begin = data.token_begin;
  problem.label = data.label;
  problem.weight = data.weight;
  problem.constraints = layout.constraints;
  problem.space.resize(2);
  problem.space[kNodePart].width = data.labels;
  problem.space[kEdgePart] = StartEdges(layout);
  problem.origin[kNodePart].resize(layout.node.rows());
  problem.origin[kEdgePart].resize(layout.edge.rows());
  problem.origin[kEdgePart][0] = {kTransitionRow, 1.0};

  PartBuilder nodes(data.node, data.node_attributes, layout.node, 0, settings.merge_twins);
  nodes.BuildRows(problem.space[kNodePart], problem.origin[kNodePart]);
  nodes.BuildOccurrences(problem.node);
  if (data.HasEdgeAttributes()) {
    PartBuilder edges(data.edge, data.edge_attributes, layout.edge, 1, settings.merge_twins);
    edges.BuildRows(problem.space[kEdgePart], problem.origin[kEdgePart]);
    edges.BuildOccurrences(problem.edge);
  }
  problem.seldom = FindSeldom(problem);
  const RowSpace& node_space = problem.space[kNodePart];
  if (settings.gram && node_space.dense_mask.empty() && node_space.sparse_rows == 0) {
    problem.gram = BuildGram(problem);
  }
  return problem;
}

template <class Real>
void Problem<Real>::ToFlat(const Layout& layout, const PlainWeights<Real>& from,
                           std::span<double> flat) const {
  for (std::size_t part = 0; part < 2; ++part) {
    const RowTable& table = part == kNodePart ? layout.node : layout.edge;
    const std::uint64_t offset = part == kNodePart ? 0 : layout.edge_offset();
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const RowOrigin& at = origin[part][r];
      if (at.row == kNoRow) continue;
      const auto row = from.Row(part, at.row);
      ForEachSlot(space[part], table, r, at, [&](std::uint64_t to, std::size_t k) {
        flat[offset + to] = static_cast<double>(row[k]) * at.factor;
      });
    }
  }
}

template <class Real>
void Problem<Real>::FromFlat(const Layout& layout, std::span<const double> flat,
                             PlainWeights<Real>& to) const {
  std::fill(to.values().begin(), to.values().end(), Real{0});
  for (std::size_t part = 0; part < 2; ++part) {
    const RowTable& table = part == kNodePart ? layout.node : layout.edge;
    const std::uint64_t offset = part == kNodePart ? 0 : layout.edge_offset();
    for (std::size_t r = 0; r < table.rows(); ++r) {
      const RowOrigin& at = origin[part][r];
      if (at.row == kNoRow) continue;
      const auto row = to.Row(part, at.row);
      // u = sqrt(c) mean(w) = sum of the c twins' w / sqrt(c).
      ForEachSlot(space[part], table, r, at, [&](std::uint64_t from, std::size_t k) {
        row[k] += static_cast<Real>(flat[offset + from] * at.factor);
      });
    }
  }
}

template struct Problem<float>;
template struct Problem<double>;

}  // namespace sagitta
