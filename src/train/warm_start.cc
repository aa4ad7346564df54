// Warm starts: matches features by name, and counts them.
#include "train/warm_start.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include "data/edge_names.h"

namespace sagitta {
namespace {

using internal::Dictionaries;
using internal::ModelData;

constexpr std::uint64_t kNoPlace = ~std::uint64_t{0};

/// A weight of a model among the names of a corpus: the row and slot in the node or edge table of a
/// layout; kNoId: there is no such name.
struct NamedWeight {
  bool edge;
  std::uint32_t row;
  std::uint32_t slot;
  double weight;

  bool named() const { return row != kNoId && slot != kNoId; }
};

template <class Rows, class RowOf, class SlotOf, class Visit>
void VisitRows(const Rows& rows, bool edge, const RowOf& row_of, const SlotOf& slot_of,
               const Visit& visit) {
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    const std::uint32_t row = row_of(static_cast<std::uint32_t>(r));
    for (std::uint64_t k = rows.begin[r]; k < rows.begin[r + 1]; ++k) {
      visit(NamedWeight{edge, row, slot_of(r, rows.slot[k]), rows.Weight(k)});
    }
  }
}

/// Calls visit(NamedWeight) for every weight of the model.
template <class Visit>
void VisitWeights(const ModelData& model, const Dictionaries& names, const Visit& visit) {
  const std::uint32_t model_labels = model.labels.size();
  std::vector<std::uint32_t> label(model_labels);
  for (std::uint32_t k = 0; k < model_labels; ++k) {
    label[k] = names.labels.Find(model.labels.Name(k));
  }
  const auto types = static_cast<std::uint32_t>(model.types.size());
  const auto type_of = [&](std::size_t row) {
    if (row < types) return static_cast<std::uint32_t>(row);
    const auto a = static_cast<std::uint32_t>(row - types);
    const std::string_view name = internal::SplitEdgeName(model.edge_names.Name(a)).first;
    const auto found = std::find(model.types.begin(), model.types.end(), name);
    return static_cast<std::uint32_t>(found - model.types.begin());
  };
  // Of a symmetric type the order of the labels may be another one here.
  const auto edge_slot = [&](std::size_t row, std::uint32_t slot) {
    std::uint32_t from = label[slot / model_labels];
    std::uint32_t to = label[slot % model_labels];
    if (from == kNoId || to == kNoId) return kNoId;
    if (from > to && !model.options.symmetric.empty()) {
      const std::uint32_t type = type_of(row);
      if (type < types && model.Symmetric(type)) std::swap(from, to);
    }
    return from * names.labels.size() + to;
  };
  const std::uint32_t own_types = std::max(1u, names.types.size());
  const auto edge_row = [&](std::uint32_t row) {
    if (row < types) {
      if (names.types.size() == 0) return model.types[row].empty() ? 0u : kNoId;
      return names.types.Find(model.types[row]);
    }
    const std::uint32_t a = names.edge.Find(model.edge_names.Name(row - types));
    return a == kNoId ? kNoId : a + own_types;
  };
  VisitRows(
      model.node, false, [&](std::uint32_t a) { return names.node.Find(model.node_names.Name(a)); },
      [&](std::size_t, std::uint32_t slot) { return label[slot]; }, visit);
  VisitRows(model.edge, true, edge_row, edge_slot, visit);
}

/// The place of a weight in the flat vector of a layout, or kNoPlace.
std::uint64_t PlaceOf(const NamedWeight& at, const Layout& layout) {
  if (!at.named()) return kNoPlace;
  const RowTable& table = at.edge ? layout.edge : layout.node;
  const auto slots = table.Slots(at.row);
  const auto found = std::lower_bound(slots.begin(), slots.end(), at.slot);
  if (found == slots.end() || *found != at.slot) return kNoPlace;
  return (at.edge ? layout.edge_offset() : 0) + table.begin[at.row] +
         static_cast<std::uint64_t>(found - slots.begin());
}

/// The slots that some weights have in the rows of a table: first all of them are counted, then all
/// of them are added in the same order.
class SlotsByRow {
 public:
  explicit SlotsByRow(std::size_t rows) : end_(rows + 1, 0) {}

  void Count(std::uint32_t row) { ++end_[row + 1]; }
  void EndCount() {
    std::partial_sum(end_.begin(), end_.end(), end_.begin());
    slots_.resize(end_.back());
  }
  /// Turns the starts of rows into their ends.
  void Add(std::uint32_t row, std::uint32_t slot) { slots_[end_[row]++] = slot; }

  /// Slots ascending, each once.
  RowTable Table(std::uint32_t width) {
    RowTable table;
    table.width = width;
    table.begin.reserve(end_.size());
    auto at = slots_.begin();
    for (std::size_t row = 0; row + 1 < end_.size(); ++row) {
      const auto stop = slots_.begin() + static_cast<std::ptrdiff_t>(end_[row]);
      std::sort(at, stop);
      std::unique_copy(at, stop, std::back_inserter(table.slot));
      table.begin.push_back(table.slot.size());
      at = stop;
    }
    return table;
  }

 private:
  std::vector<std::uint64_t> end_;  // of each row; until EndCount its size, one place later
  std::vector<std::uint32_t> slots_;
};

// Attribute a has row a + first_row of the layout's table.
void CompareAttributes(const DictionaryView& model, const Dictionary& names, const RowTable& table,
                       const std::vector<RowOrigin>& origins, std::size_t first_row,
                       FromCounts& result) {
  std::uint64_t common = 0;
  for (std::uint32_t id = 0; id < model.size(); ++id) {
    const std::uint32_t a = names.Find(model.Name(id));
    if (a == kNoId) {
      ++result.dropped;
      continue;
    }
    ++common;
    const bool trained = origins[a + first_row].row != kNoRow;
    const bool empty = table.Slots(a + first_row).empty();
    ++(trained ? result.matched : empty ? result.dropped : result.kept);
  }
  result.added += names.size() - common;
}

FromCounts CompareLabels(const DictionaryView& model, const internal::CorpusData& train) {
  const Dictionary& names = train.names->labels;
  std::vector<std::uint8_t> occurs(names.size(), 0);
  for (const LabelId label : train.dataset.label) {
    if (label != kUnknownLabel) occurs[label] = 1;
  }
  FromCounts result;
  for (std::uint32_t id = 0; id < model.size(); ++id) {
    const std::uint32_t own = names.Find(model.Name(id));
    ++(own == kNoId ? result.dropped : occurs[own] != 0 ? result.matched : result.kept);
  }
  result.added = names.size() - result.matched - result.kept;
  return result;
}

/// "3 kept, 1 added"; what was dropped, if anything was.
std::string CountsText(const FromCounts& counts) {
  const std::string dropped =
      counts.dropped > 0 ? ", " + std::to_string(counts.dropped) + " dropped" : "";
  return std::to_string(counts.kept) + " kept, " + std::to_string(counts.added) + " added" +
         dropped;
}

}  // namespace

std::string FromModel::Text() const {
  return std::to_string(labels.matched) + " labels (" + CountsText(labels) + "), " +
         std::to_string(attributes.matched) + " attributes (" + CountsText(attributes) + "), " +
         std::to_string(weights.matched) + " weights (" + CountsText(weights) + ")" +
         (untrained > 0 ? ", " + std::to_string(untrained) + " of them untrained" : "");
}

internal::NameViews NamesOf(const ModelData& model) {
  return {model.labels, model.node_names, model.edge_names, model.types};
}

std::vector<double> WeightsFrom(const ModelData& model, const Dictionaries& names,
                                const Layout& layout) {
  std::vector<double> weights(layout.weights(), 0.0);
  VisitWeights(model, names, [&](const NamedWeight& at) {
    if (const std::uint64_t place = PlaceOf(at, layout); place != kNoPlace) {
      weights[place] = at.weight;
    }
  });
  return weights;
}

Layout WithFeaturesOf(const ModelData& model, const Dictionaries& names, const Layout& layout) {
  const std::vector<std::uint8_t>& allowed = layout.constraints.pair;
  SlotsByRow rows[] = {SlotsByRow(layout.node.rows()), SlotsByRow(layout.edge.rows())};
  const auto visit_allowed = [&](const auto& visit) {
    VisitWeights(model, names, [&](const NamedWeight& at) {
      if (!at.named() || (at.edge && !allowed.empty() && allowed[at.slot] == 0)) return;
      visit(rows[at.edge ? 1 : 0], at);
    });
  };
  visit_allowed([](SlotsByRow& own, const NamedWeight& at) { own.Count(at.row); });
  for (SlotsByRow& own : rows) own.EndCount();
  visit_allowed([](SlotsByRow& own, const NamedWeight& at) { own.Add(at.row, at.slot); });
  return layout.With({layout.labels, rows[0].Table(layout.node.width),
                      rows[1].Table(layout.edge.width), layout.constraints, layout.types});
}

FromModel CompareWithData(const ModelData& model, const internal::CorpusData& train,
                          const Layout& own, const WeightMap& map) {
  FromModel result;
  const Dictionaries& names = *train.names;
  const Layout& layout = map.layout();
  result.labels = CompareLabels(model.labels, train);
  CompareAttributes(model.node_names, names.node, layout.node, map.Origins(kNodeBlock), 0,
                    result.attributes);
  CompareAttributes(model.edge_names, names.edge, layout.edge, map.Origins(kEdgeBlock),
                    layout.types, result.attributes);
  FromCounts& weights = result.weights;
  VisitWeights(model, names, [&](const NamedWeight& at) {
    if (PlaceOf(at, layout) == kNoPlace) {
      ++weights.dropped;
      return;
    }
    ++(PlaceOf(at, own) == kNoPlace ? weights.kept : weights.matched);
    const auto& origins = map.Origins(at.edge ? kEdgeBlock : kNodeBlock);
    result.untrained += origins[at.row].row == kNoRow ? 1 : 0;
  });
  weights.added = layout.weights() - weights.matched - weights.kept;
  return result;
}

std::vector<double> UntrainedPart(const WeightMap& map, std::vector<double> weights) {
  const auto clear = [&](const RowTable& table, std::uint64_t offset, std::size_t block) {
    const auto first = weights.begin() + static_cast<std::ptrdiff_t>(offset);
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (map.Origins(block)[row].row == kNoRow) continue;
      std::fill(first + static_cast<std::ptrdiff_t>(table.begin[row]),
                first + static_cast<std::ptrdiff_t>(table.begin[row + 1]), 0.0);
    }
  };
  clear(map.layout().node, 0, kNodeBlock);
  clear(map.layout().edge, map.layout().edge_offset(), kEdgeBlock);
  return weights;
}

}  // namespace sagitta
