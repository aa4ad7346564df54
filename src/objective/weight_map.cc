// Building the map: find twins, order the rows, and tell for each layout row where it went.
#include "objective/weight_map.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "sagitta/error.h"

namespace sagitta {
namespace {

// Rows that occur at least this often go to the front of their block, where they share pages and
// caches.
constexpr std::uint64_t kFrequent = 32;

std::uint64_t HashOccurrence(std::uint64_t token, std::uint32_t value_bits) {
  std::uint64_t z = token * 0x9e3779b97f4a7c15u + value_bits;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Dense rows waste memory on slots without a weight, sparse ones time on every slot.
bool IsDense(std::uint64_t slots, std::uint32_t width) { return slots * 4 >= width; }

// The number of the next sparse row.
std::uint32_t SparseNumber(const RowBlock& block) {
  if (block.row_numbers() >= kNoRow) {
    throw Error(ErrorKind::kData, "too many features: more than 2^32 on sparse rows");
  }
  return static_cast<std::uint32_t>(block.row_numbers());
}

// One block under construction: attribute a has layout row a + first_row.
class BlockBuilder {
 public:
  BlockBuilder(const AttributeCounts& counts, const RowTable& layout, std::size_t first_row,
               bool merge_twins, double value_limit)
      : counts_(counts), layout_(layout), first_row_(first_row), value_limit_(value_limit) {
    if (merge_twins) {
      first_twin_ = FindTwins(counts, layout, first_row);
    } else {
      first_twin_.resize(counts.attributes());
      std::iota(first_twin_.begin(), first_twin_.end(), 0u);
    }
  }

  // Numbers the rows behind those that `block` already has, and tells where each layout row went.
  void Build(RowBlock& block, std::vector<RowOrigin>& origin) {
    std::vector<std::uint32_t> order[2];  // dense, sparse: the first of each group of twins
    for (std::uint32_t a = 0; a < first_twin_.size(); ++a) {
      const std::size_t slots = Slots(a).size();
      if (first_twin_[a] != a || slots == 0 || counts_.Of(a).count == 0) continue;
      order[IsDense(slots, block.width) ? 0 : 1].push_back(a);
    }
    row_.assign(first_twin_.size(), kNoRow);
    for (std::vector<std::uint32_t>& group : order) FrequentFirst(group);
    for (const std::uint32_t a : order[0]) row_[a] = block.dense_rows++;
    FillMask(block, order[0]);
    for (const std::uint32_t a : order[1]) {
      const std::span<const std::uint32_t> slots = Slots(a);
      row_[a] = SparseNumber(block);
      ++block.sparse_rows;
      block.slots.push_back(static_cast<std::uint32_t>(slots.size()));
      block.slots.insert(block.slots.end(), slots.begin(), slots.end());
    }
    std::vector<std::uint32_t> twins(first_twin_.size(), 0);
    for (const std::uint32_t first : first_twin_) ++twins[first];
    for (std::uint32_t a = 0; a < first_twin_.size(); ++a) {
      const std::uint32_t first = first_twin_[a];
      const double root = 1.0 / std::sqrt(static_cast<double>(twins[first]));
      const double scale = Scale(a);
      origin[a + first_row_] = {row_[first], root / scale, root * scale};
    }
  }

 private:
  std::span<const std::uint32_t> Slots(std::uint32_t a) const {
    return layout_.Slots(a + first_row_);
  }

  // The number that values of an attribute are divided by. Twins have the same values.
  double Scale(std::uint32_t a) const {
    const double largest = counts_.Largest(a);
    return largest > value_limit_ ? largest : 1.0;
  }

  void FrequentFirst(std::vector<std::uint32_t>& attributes) const {
    const auto count = [this](std::uint32_t a) { return counts_.Of(a).count; };
    const auto middle = std::stable_partition(attributes.begin(), attributes.end(),
                                              [&](auto a) { return count(a) >= kFrequent; });
    std::stable_sort(attributes.begin(), middle,
                     [&](auto a, auto b) { return count(a) > count(b); });
  }

  // The mask exists only when some dense row is not full. Rows that were there before have theirs.
  void FillMask(RowBlock& block, const std::vector<std::uint32_t>& dense) const {
    const bool full = std::all_of(dense.begin(), dense.end(),
                                  [&](std::uint32_t a) { return Slots(a).size() == block.width; });
    if (full && block.dense_mask.empty()) return;
    const std::size_t before = block.dense_rows - dense.size();
    block.dense_mask.resize(before * block.width, 1);
    block.dense_mask.resize(std::size_t{block.dense_rows} * block.width, 0);
    for (const std::uint32_t a : dense) {
      std::uint8_t* mask = block.dense_mask.data() + std::size_t{row_[a]} * block.width;
      for (const std::uint32_t slot : Slots(a)) mask[slot] = 1;
    }
  }

  const AttributeCounts& counts_;
  const RowTable& layout_;
  std::size_t first_row_;
  double value_limit_;
  std::vector<std::uint32_t> first_twin_;  // [attributes]
  std::vector<std::uint32_t> row_;         // [attributes]: row in the space, or kNoRow
};

// The rows of the edge types, always dense.
RowBlock StartEdges(const Layout& layout, std::uint32_t types) {
  RowBlock block;
  block.width = layout.labels * layout.labels;
  block.dense_rows = types;
  for (std::uint32_t type = 0; type < types; ++type) {
    if (layout.edge.Full(type)) continue;
    if (block.dense_mask.empty()) block.dense_mask.assign(std::size_t{types} * block.width, 1);
    std::uint8_t* mask = block.dense_mask.data() + std::size_t{type} * block.width;
    std::fill_n(mask, block.width, std::uint8_t{0});
    for (const std::uint32_t slot : layout.edge.Slots(type)) mask[slot] = 1;
  }
  return block;
}

// Calls body(position in the flat vector, row, position in the row) for every weight of a block.
template <class Body>
void ForEachWeight(const RowBlock& block, const RowTable& layout, std::uint64_t offset,
                   const std::vector<RowOrigin>& origin, const Body& body) {
  for (std::size_t r = 0; r < layout.rows(); ++r) {
    if (origin[r].row == kNoRow) continue;
    const bool dense = origin[r].row < block.dense_rows;
    const auto slots = layout.Slots(r);
    for (std::size_t k = 0; k < slots.size(); ++k) {
      body(offset + layout.begin[r] + k, origin[r], dense ? slots[k] : k);
    }
  }
}

}  // namespace

// ---- Counts ----

void AttributeCounts::Add(const SparseRows& rows, std::uint64_t first) {
  for (std::size_t t = 0; t < rows.rows(); ++t) {
    const std::uint64_t number = first + t + 1;
    const std::uint64_t plain = HashOccurrence(number, std::bit_cast<std::uint32_t>(1.0f));
    for (std::uint64_t k = rows.begin[t]; k < rows.begin[t + 1]; ++k) {
      const std::uint64_t hash =
          rows.value.empty() ? plain
                             : HashOccurrence(number, std::bit_cast<std::uint32_t>(rows.value[k]));
      Signature& s = signature_[rows.attribute[k]];
      ++s.count;
      s.sum += hash;
      s.squares += hash * hash;
      size_[rows.attribute[k]].Add(number, rows.Value(k));
    }
  }
}

void AttributeCounts::Add(const AttributeCounts& other) {
  for (std::size_t a = 0; a < signature_.size(); ++a) {
    signature_[a].count += other.signature_[a].count;
    signature_[a].sum += other.signature_[a].sum;
    signature_[a].squares += other.signature_[a].squares;
    size_[a].before = std::max(size_[a].before, other.Largest(static_cast<std::uint32_t>(a)));
  }
}

WeightCounts WeightCounts::Of(const Dataset& shard, std::uint64_t first_token) {
  WeightCounts counts{
      AttributeCounts(shard.node_attributes), AttributeCounts(shard.edge_attributes), {}};
  counts.node.Add(shard.node, first_token);
  counts.edge.Add(shard.edge, first_token);
  counts.edges.assign(shard.edge_types(), 0);
  for (ExampleId i = 0; i < shard.examples(); ++i) {
    for (std::size_t e = 0; e < shard.edges(i); ++e) ++counts.edges[shard.EdgeAt(i, e).type];
  }
  return counts;
}

void WeightCounts::Add(const WeightCounts& other) {
  node.Add(other.node);
  edge.Add(other.edge);
  for (std::size_t type = 0; type < edges.size(); ++type) edges[type] += other.edges[type];
}

// An open-addressed table from signatures to the first attribute that has them. Attributes that do
// not occur, possibly very many with one signature, have no row and need no twin.
std::vector<std::uint32_t> FindTwins(const AttributeCounts& counts, const RowTable& layout,
                                     std::size_t first_row) {
  const auto twins = [&](std::uint32_t a, std::uint32_t b) {
    return counts.Of(a) == counts.Of(b) &&
           std::ranges::equal(layout.Slots(a + first_row), layout.Slots(b + first_row));
  };
  const std::size_t places = std::bit_ceil(std::size_t{2} * counts.attributes() + 1);
  std::vector<std::uint32_t> table(places, 0);  // attribute + 1
  std::vector<std::uint32_t> first(counts.attributes());
  for (std::uint32_t a = 0; a < counts.attributes(); ++a) {
    first[a] = a;
    if (counts.Of(a).count == 0) continue;
    std::size_t at = counts.Of(a).sum & (places - 1);
    while (table[at] != 0 && !twins(table[at] - 1, a)) {
      at = (at + 1) & (places - 1);
    }
    if (table[at] == 0) table[at] = a + 1;
    first[a] = table[at] - 1;
  }
  return first;
}

// ---- The map ----

WeightMap::WeightMap(const WeightCounts& counts, const Layout& layout, bool merge_twins,
                     double value_limit)
    : layout_(layout), space_(2) {
  space_[kNodeBlock].width = layout.labels;
  space_[kEdgeBlock] = StartEdges(layout, layout.types);
  origin_[kNodeBlock].resize(layout.node.rows());
  origin_[kEdgeBlock].resize(layout.edge.rows());
  for (std::uint32_t type = 0; type < layout.types; ++type) {
    origin_[kEdgeBlock][type] = {.row = counts.edges[type] > 0 ? TypeRow(type) : kNoRow};
  }
  BlockBuilder(counts.node, layout.node, 0, merge_twins, value_limit)
      .Build(space_[kNodeBlock], origin_[kNodeBlock]);
  BlockBuilder(counts.edge, layout.edge, layout.types, merge_twins, value_limit)
      .Build(space_[kEdgeBlock], origin_[kEdgeBlock]);
}

template <class Real>
void WeightMap::ToFlat(const PlainWeights<Real>& from, std::span<double> flat) const {
  const auto copy = [&](std::size_t block, const RowTable& table, std::uint64_t offset) {
    ForEachWeight(space_[block], table, offset, origin_[block],
                  [&](std::uint64_t to, const RowOrigin& at, std::size_t k) {
                    flat[to] = static_cast<double>(from.Row(block, at.row)[k]) * at.factor;
                  });
  };
  copy(kNodeBlock, layout_.node, 0);
  copy(kEdgeBlock, layout_.edge, layout_.edge_offset());
}

// u = sqrt(c) m mean(w) = sum of the c twins' w m / sqrt(c).
template <class Real>
void WeightMap::FromFlat(std::span<const double> flat, PlainWeights<Real>& to) const {
  std::fill(to.values().begin(), to.values().end(), Real{0});
  const auto add = [&](std::size_t block, const RowTable& table, std::uint64_t offset) {
    ForEachWeight(space_[block], table, offset, origin_[block],
                  [&](std::uint64_t from, const RowOrigin& at, std::size_t k) {
                    to.Row(block, at.row)[k] += static_cast<Real>(flat[from] * at.inverse);
                  });
  };
  add(kNodeBlock, layout_.node, 0);
  add(kEdgeBlock, layout_.edge, layout_.edge_offset());
}

template void WeightMap::ToFlat(const PlainWeights<float>&, std::span<double>) const;
template void WeightMap::ToFlat(const PlainWeights<double>&, std::span<double>) const;
template void WeightMap::FromFlat(std::span<const double>, PlainWeights<float>&) const;
template void WeightMap::FromFlat(std::span<const double>, PlainWeights<double>&) const;

}  // namespace sagitta
