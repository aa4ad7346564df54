// Building a Layout: which slots each attribute was seen with.
//
// Occurrences are sorted by attribute with a counting sort that moves slots only; duplicates, which
// are then next to each other, are removed with an array of stamps. Time is linear in occurrences,
// memory one slot each.
#include "model/layout.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <new>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "sagitta/error.h"

namespace sagitta {
namespace {

/// An attribute that occurs nowhere has no observed slots: no need to count.
bool CountsMatter(const LayoutSettings& settings) {
  return settings.min_count > (settings.features == FeatureSet::kObserved ? 1u : 0u);
}

bool ObservedNodes(const LayoutSettings& settings) { return settings.features != FeatureSet::kAll; }
bool ObservedEdges(const Dataset& data, const LayoutSettings& settings) {
  return data.edge_attributes > 0 && settings.features == FeatureSet::kObserved;
}

std::vector<std::uint32_t> CountRows(const SparseRows& rows, std::uint32_t attributes) {
  std::vector<std::uint32_t> count(attributes, 0);
  std::vector<std::uint64_t> last(attributes, 0);  // 1 + the row it was met on last
  for (std::uint64_t t = 0; t < rows.rows(); ++t) {
    for (std::uint64_t k = rows.begin[t]; k < rows.begin[t + 1]; ++k) {
      const std::uint32_t a = rows.attribute[k];
      if (last[a] == t + 1) continue;
      last[a] = t + 1;
      if (count[a] < std::numeric_limits<std::uint32_t>::max()) ++count[a];
    }
  }
  return count;
}

void AddCounts(const std::vector<std::uint32_t>& from, std::vector<std::uint32_t>& to) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  for (std::size_t a = 0; a < to.size(); ++a) {
    to[a] = from[a] > kMost - to[a] ? kMost : to[a] + from[a];
  }
}

/// 1 for attributes that are frequent enough. Without counts all of them are.
std::vector<std::uint8_t> Kept(const std::vector<std::uint32_t>& count, std::uint32_t attributes,
                               std::uint32_t min_count) {
  std::vector<std::uint8_t> kept(attributes, 1);
  std::transform(count.begin(), count.end(), kept.begin(),
                 [min_count](std::uint32_t c) { return c >= min_count; });
  return kept;
}

/// Calls visit(attribute, slot) for each occurrence whose slot is known.
template <class SlotOf, class Visit>
void ForEachOccurrence(const SparseRows& rows, std::uint32_t width, SlotOf slot_of, Visit visit) {
  for (std::uint64_t t = 0; t < rows.rows(); ++t) {
    const std::uint32_t slot = slot_of(t);
    if (slot >= width) continue;
    for (std::uint64_t k = rows.begin[t]; k < rows.begin[t + 1]; ++k)
      visit(rows.attribute[k], slot);
  }
}

/// One row per attribute: the slots it occurs with. Slot is wide enough for width - 1; slot_of(t)
/// is the slot of data row t, or at least `width` when it has none.
template <class Slot, class SlotOf>
RowTable ObservedRows(const SparseRows& rows, std::uint32_t width,
                      const std::vector<std::uint8_t>& kept, SlotOf slot_of) {
  const std::size_t attributes = kept.size();
  std::vector<std::uint64_t> end(attributes + 1, 0);  // of each attribute's run; first its size
  ForEachOccurrence(rows, width, slot_of,
                    [&](std::uint32_t a, std::uint32_t) { end[a + 1] += kept[a]; });
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<Slot> sorted(end.back());
  ForEachOccurrence(rows, width, slot_of, [&](std::uint32_t a, std::uint32_t slot) {
    if (kept[a] != 0) sorted[end[a]++] = static_cast<Slot>(slot);  // turns run starts into run ends
  });

  RowTable table;
  table.width = width;
  table.begin.reserve(attributes + 1);
  std::vector<std::uint32_t> stamp(width, 0);  // 1 + the last attribute seen with a slot
  for (std::size_t a = 0; a < attributes; ++a) {
    const auto mark = static_cast<std::uint32_t>(a + 1);
    for (std::uint64_t k = a == 0 ? 0 : end[a - 1]; k < end[a]; ++k) {
      if (stamp[sorted[k]] == mark) continue;
      stamp[sorted[k]] = mark;
      table.slot.push_back(sorted[k]);
    }
    std::sort(table.slot.begin() + static_cast<std::ptrdiff_t>(table.begin.back()),
              table.slot.end());
    table.begin.push_back(table.slot.size());
  }
  table.slot.shrink_to_fit();
  return table;
}

/// The rows of both tables together.
RowTable Union(const RowTable& one, const RowTable& other) {
  RowTable both;
  both.width = one.width;
  both.begin.reserve(one.begin.size());
  for (std::size_t row = 0; row < one.rows(); ++row) {
    const auto a = one.Slots(row), b = other.Slots(row);
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both.slot));
    both.begin.push_back(both.slot.size());
  }
  return both;
}

void AppendFullRow(RowTable& table) {
  table.slot.resize(table.slot.size() + table.width);
  std::iota(table.slot.end() - table.width, table.slot.end(), 0u);
  table.begin.push_back(table.slot.size());
}

/// One slot for a, b and b, a.
void AppendSymmetricRow(std::uint32_t labels, RowTable& table) {
  for (std::uint32_t from = 0; from < labels; ++from) {
    for (std::uint32_t to = from; to < labels; ++to) table.slot.push_back(from * labels + to);
  }
  table.begin.push_back(table.slot.size());
}

/// symmetric[a], unless empty, says that `labels` is to be used for the row of attribute a.
void AppendFullRows(const std::vector<std::uint8_t>& kept, RowTable& table,
                    std::span<const std::uint8_t> symmetric = {}, std::uint32_t labels = 0) {
  const auto full = static_cast<std::size_t>(std::count(kept.begin(), kept.end(), 1));
  table.slot.reserve(table.slot.size() + full * table.width);
  for (std::size_t a = 0; a < kept.size(); ++a) {
    if (kept[a] == 0) {
      table.begin.push_back(table.slot.size());
    } else if (!symmetric.empty() && symmetric[a] != 0) {
      AppendSymmetricRow(labels, table);
    } else {
      AppendFullRow(table);
    }
  }
}

void AppendRows(const RowTable& from, RowTable& table) {
  const std::uint64_t offset = table.begin.back();
  table.slot.insert(table.slot.end(), from.slot.begin(), from.slot.end());
  for (std::size_t row = 0; row < from.rows(); ++row) {
    table.begin.push_back(offset + from.begin[row + 1]);
  }
}

/// Calls visit(example, edge, slot) for every edge whose labels are known.
template <class Visit>
void ForEachEdge(const Dataset& data, const Visit& visit) {
  for (ExampleId i = 0; i < data.examples(); ++i) {
    const LabelId* const label = data.label.data() + data.token_begin[i];
    for (std::size_t e = 0; e < data.edges(i); ++e) {
      const Edge edge = data.EdgeAt(i, e);
      const LabelId from = label[edge.from], to = label[edge.to];
      if (from >= data.labels || to >= data.labels) continue;
      visit(data.EdgeRow(i, e), edge.type, data.PairSlot(edge.type, from, to));
    }
  }
}

/// The slot of each row of edge attributes; K * K for a first token and for unknown labels.
std::vector<std::uint32_t> EdgeSlots(const Dataset& data) {
  std::vector<std::uint32_t> slots(data.EdgeRows(), data.labels * data.labels);
  ForEachEdge(data,
              [&](std::uint64_t row, std::uint32_t, std::uint32_t slot) { slots[row] = slot; });
  return slots;
}

/// 1 for the slots that occur on edges of each type.
std::vector<std::uint8_t> ObservedPairs(const Dataset& data) {
  const std::size_t pairs = std::size_t{data.labels} * data.labels;
  std::vector<std::uint8_t> observed(data.edge_types() * pairs, 0);
  ForEachEdge(data, [&](std::uint64_t, std::uint32_t type, std::uint32_t slot) {
    observed[type * pairs + slot] = 1;
  });
  return observed;
}

RowTable WithoutForbidden(const std::vector<std::uint8_t>& allowed, const RowTable& table) {
  RowTable kept;
  kept.width = table.width;
  kept.begin.reserve(table.begin.size());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (const std::uint32_t slot : table.Slots(row)) {
      if (allowed[slot] != 0) kept.slot.push_back(slot);
    }
    kept.begin.push_back(kept.slot.size());
  }
  return kept;
}

/// The row of pairs of labels on edges of a type.
void AppendTypeRow(const Dataset& data, FeatureSet transitions, std::uint32_t type,
                   const ObservedFeatures& observed, RowTable& table) {
  const std::uint8_t* const seen = observed.transitions.data() + std::size_t{type} * table.width;
  switch (transitions) {
    case FeatureSet::kAll:
      if (data.graphs.Symmetric(type)) return AppendSymmetricRow(data.labels, table);
      return AppendFullRow(table);
    case FeatureSet::kObserved:
      for (std::uint32_t slot = 0; slot < table.width; ++slot) {
        if (seen[slot] != 0) table.slot.push_back(slot);
      }
      break;
    case FeatureSet::kNone:
      break;
  }
  table.begin.push_back(table.slot.size());
}

RowTable EdgeRows(const Dataset& data, const LayoutSettings& settings,
                  const AttributeFrequency& frequency, const ObservedFeatures& observed) {
  RowTable table;
  table.width = data.labels * data.labels;
  table.begin.reserve(data.edge_attributes + data.edge_types() + 1);
  for (std::uint32_t type = 0; type < data.edge_types(); ++type) {
    AppendTypeRow(data, settings.transitions, type, observed, table);
  }
  if (ObservedEdges(data, settings)) {
    AppendRows(observed.edge, table);
  } else {
    AppendFullRows(Kept(frequency.edge, data.edge_attributes, settings.min_count), table,
                   data.graphs.symmetric_attribute, data.labels);
  }
  table.slot.shrink_to_fit();
  return table;
}

/// The result of `build`; a lack of memory becomes an Error that says what to do.
template <class Build>
auto ExplainingMemory(const Build& build) {
  try {
    return build();
  } catch (const std::bad_alloc&) {
    throw Error(ErrorKind::kSystem,
                "not enough memory for the features of this corpus; try observed features or a "
                "minimum count");
  } catch (const std::length_error&) {
    throw Error(ErrorKind::kSystem, "this corpus has more features than any machine can hold");
  }
}

}  // namespace

AttributeFrequency AttributeFrequency::Of(const Dataset& shard, const LayoutSettings& settings) {
  if (!CountsMatter(settings)) return {};
  return {CountRows(shard.node, shard.node_attributes),
          CountRows(shard.edge, shard.edge_attributes)};
}

void AttributeFrequency::Add(const AttributeFrequency& other) {
  AddCounts(other.node, node);
  AddCounts(other.edge, edge);
}

ObservedFeatures ObservedFeatures::Of(const Dataset& shard, const LayoutSettings& settings,
                                      const AttributeFrequency& frequency) {
  ObservedFeatures observed;
  if (ObservedNodes(settings)) {
    const auto label_of = [&](std::uint64_t t) -> std::uint32_t { return shard.label[t]; };
    observed.node = ObservedRows<LabelId>(
        shard.node, shard.labels, Kept(frequency.node, shard.node_attributes, settings.min_count),
        label_of);
  }
  const bool edges = ObservedEdges(shard, settings);
  if (!edges && settings.transitions != FeatureSet::kObserved) return observed;
  const std::uint32_t pairs = shard.labels * shard.labels;
  observed.transitions = ObservedPairs(shard);
  if (edges) {
    const std::vector<std::uint32_t> slots = EdgeSlots(shard);
    const auto slot_of = [&](std::uint64_t t) { return slots[t]; };
    observed.edge = ObservedRows<std::uint32_t>(
        shard.edge, pairs, Kept(frequency.edge, shard.edge_attributes, settings.min_count),
        slot_of);
  }
  return observed;
}

void ObservedFeatures::Add(const ObservedFeatures& other) {
  node = Union(node, other.node);
  edge = Union(edge, other.edge);
  for (std::size_t slot = 0; slot < transitions.size(); ++slot) {
    transitions[slot] |= other.transitions[slot];
  }
}

Layout Layout::Build(const Dataset& data, const LayoutSettings& settings,
                     const AttributeFrequency& frequency, ObservedFeatures observed) {
  return ExplainingMemory([&] {
    Layout layout;
    layout.labels = data.labels;
    layout.types = data.edge_types();
    if (ObservedNodes(settings)) {
      layout.node = std::move(observed.node);
    } else {
      layout.node.width = data.labels;
      layout.node.begin.reserve(data.node_attributes + 1);
      AppendFullRows(Kept(frequency.node, data.node_attributes, settings.min_count), layout.node);
    }
    layout.edge = EdgeRows(data, settings, frequency, observed);
    if (!settings.constraints.empty()) {
      layout.edge = WithoutForbidden(settings.constraints.pair, layout.edge);
      layout.constraints = settings.constraints;
    }
    return layout;
  });
}

Layout Layout::Build(const Dataset& data, const LayoutSettings& settings) {
  return ExplainingMemory([&] {
    const AttributeFrequency frequency = AttributeFrequency::Of(data, settings);
    return Build(data, settings, frequency, ObservedFeatures::Of(data, settings, frequency));
  });
}

Layout Layout::With(const Layout& other) const {
  return ExplainingMemory([&] {
    return Layout{labels, Union(node, other.node), Union(edge, other.edge), constraints, types};
  });
}

}  // namespace sagitta
