// Building a Layout: which slots each attribute was seen with.
//
// Occurrences are sorted by attribute with a counting sort that moves slots only; what lies
// together is then freed of duplicates with an array of stamps. Time is linear in occurrences,
// memory one slot each.
#include "model/layout.h"

#include <algorithm>
#include <new>
#include <numeric>
#include <stdexcept>

#include "sagitta/error.h"

namespace sagitta {
namespace {

/// Which attributes occur on at least min_count rows (tokens or edges); twice on one counts once.
std::vector<std::uint8_t> FrequentAttributes(const SparseRows& rows, std::uint32_t attributes,
                                             const LayoutSettings& settings) {
  const std::uint32_t min_count = settings.min_count;
  // An attribute that occurs nowhere has no observed slots: no need to look for it.
  if (min_count <= (settings.features == FeatureSet::kObserved ? 1 : 0)) {
    return std::vector<std::uint8_t>(attributes, 1);
  }
  std::vector<std::uint32_t> count(attributes, 0);  // up to min_count
  std::vector<std::uint64_t> last(attributes, 0);   // 1 + the row it was met on last
  for (std::uint64_t t = 0; t < rows.rows(); ++t) {
    for (std::uint64_t k = rows.begin[t]; k < rows.begin[t + 1]; ++k) {
      const std::uint32_t a = rows.attribute[k];
      if (last[a] == t + 1) continue;
      last[a] = t + 1;
      if (count[a] < min_count) ++count[a];
    }
  }
  std::vector<std::uint8_t> frequent(attributes);
  std::transform(count.begin(), count.end(), frequent.begin(),
                 [min_count](std::uint32_t c) { return c >= min_count; });
  return frequent;
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

/// Appends one row per attribute: the slots it occurs with. Slot is wide enough for width - 1;
/// slot_of(t) is the slot of data row t, or at least `width` when it has none.
template <class Slot, class SlotOf>
void AppendObservedRows(const SparseRows& rows, const std::vector<std::uint8_t>& kept,
                        SlotOf slot_of, RowTable& table) {
  const std::size_t attributes = kept.size();
  std::vector<std::uint64_t> end(attributes + 1, 0);  // of each attribute's run; first its size
  ForEachOccurrence(rows, table.width, slot_of,
                    [&](std::uint32_t a, std::uint32_t) { end[a + 1] += kept[a]; });
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<Slot> sorted(end.back());
  ForEachOccurrence(rows, table.width, slot_of, [&](std::uint32_t a, std::uint32_t slot) {
    if (kept[a] != 0) sorted[end[a]++] = static_cast<Slot>(slot);  // turns run starts into run ends
  });

  std::vector<std::uint32_t> stamp(table.width, 0);  // 1 + the last attribute seen with a slot
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
}

void AppendFullRow(RowTable& table) {
  table.slot.resize(table.slot.size() + table.width);
  std::iota(table.slot.end() - table.width, table.slot.end(), 0u);
  table.begin.push_back(table.slot.size());
}

void AppendFullRows(const std::vector<std::uint8_t>& kept, RowTable& table) {
  const auto full = static_cast<std::size_t>(std::count(kept.begin(), kept.end(), 1));
  table.slot.reserve(table.slot.size() + full * table.width);
  for (const std::uint8_t keep : kept) {
    if (keep != 0) {
      AppendFullRow(table);
    } else {
      table.begin.push_back(table.slot.size());
    }
  }
}

/// from * K + to of the edge into each token; K * K for a first token and for unknown labels.
std::vector<std::uint32_t> EdgeSlots(const Dataset& data) {
  const std::uint32_t labels = data.labels;
  std::vector<std::uint32_t> slots(data.tokens(), labels * labels);
  for (ExampleId i = 0; i < data.examples(); ++i) {
    for (std::uint64_t t = data.token_begin[i] + 1; t < data.token_begin[i + 1]; ++t) {
      const LabelId from = data.label[t - 1], to = data.label[t];
      if (from < labels && to < labels) slots[t] = from * labels + to;
    }
  }
  return slots;
}

void AppendObservedTransitions(const std::vector<std::uint32_t>& edge_slots, RowTable& table) {
  std::vector<std::uint8_t> seen(table.width + 1, 0);  // the last one stands for "no edge"
  for (const std::uint32_t slot : edge_slots) seen[slot] = 1;
  for (std::uint32_t slot = 0; slot < table.width; ++slot) {
    if (seen[slot] != 0) table.slot.push_back(slot);
  }
  table.begin.push_back(table.slot.size());
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

RowTable NodeRows(const Dataset& data, const LayoutSettings& settings) {
  RowTable table;
  table.width = data.labels;
  table.begin.reserve(data.node_attributes + 1);
  const auto kept = FrequentAttributes(data.node, data.node_attributes, settings);
  if (settings.features == FeatureSet::kAll) {
    AppendFullRows(kept, table);
  } else {
    const auto label_of = [&](std::uint64_t t) -> std::uint32_t { return data.label[t]; };
    AppendObservedRows<LabelId>(data.node, kept, label_of, table);
  }
  table.slot.shrink_to_fit();
  return table;
}

RowTable EdgeRows(const Dataset& data, const LayoutSettings& settings) {
  RowTable table;
  table.width = data.labels * data.labels;
  table.begin.reserve(data.edge_attributes + 2);
  const bool observed_edges =
      data.edge_attributes > 0 && settings.features == FeatureSet::kObserved;
  std::vector<std::uint32_t> edge_slots;
  if (observed_edges || settings.transitions == FeatureSet::kObserved) edge_slots = EdgeSlots(data);

  switch (settings.transitions) {
    case FeatureSet::kAll:
      AppendFullRow(table);
      break;
    case FeatureSet::kObserved:
      AppendObservedTransitions(edge_slots, table);
      break;
    case FeatureSet::kNone:
      table.begin.push_back(0);
      break;
  }
  const auto kept = FrequentAttributes(data.edge, data.edge_attributes, settings);
  if (observed_edges) {
    const auto slot_of = [&](std::uint64_t t) { return edge_slots[t]; };
    AppendObservedRows<std::uint32_t>(data.edge, kept, slot_of, table);
  } else {
    AppendFullRows(kept, table);
  }
  table.slot.shrink_to_fit();
  return table;
}

}  // namespace

Layout Layout::Build(const Dataset& data, const LayoutSettings& settings) try {
  Layout layout;
  layout.labels = data.labels;
  layout.node = NodeRows(data, settings);
  layout.edge = EdgeRows(data, settings);
  if (!settings.constraints.empty()) {
    layout.edge = WithoutForbidden(settings.constraints.pair, layout.edge);
    layout.constraints = settings.constraints;
  }
  return layout;
} catch (const std::bad_alloc&) {
  throw Error(ErrorKind::kSystem,
              "not enough memory for the features of this corpus; try observed "
              "features or a minimum count");
} catch (const std::length_error&) {
  throw Error(ErrorKind::kSystem, "more features than any machine can hold");
}

}  // namespace sagitta
