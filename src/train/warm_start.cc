// Warm starts: copies weights by name.
#include "train/warm_start.h"

#include <algorithm>

namespace sagitta {
namespace {

// Copies one row of the model to a row of the layout; `to_slot` maps a slot of the model to one of
// the layout, or to kNoId.
template <class Slot, class ToSlot>
void CopyRow(const internal::ModelRows<Slot>& from, std::size_t from_row, const RowTable& to,
             std::size_t to_row, const ToSlot& to_slot, double* weights) {
  const auto slots = to.Slots(to_row);
  for (std::uint64_t k = from.begin[from_row]; k < from.begin[from_row + 1]; ++k) {
    const std::uint32_t slot = to_slot(from.slot[k]);
    const auto found = std::lower_bound(slots.begin(), slots.end(), slot);
    if (found == slots.end() || *found != slot) continue;
    weights[to.begin[to_row] + static_cast<std::uint64_t>(found - slots.begin())] = from.Weight(k);
  }
}

}  // namespace

std::vector<double> WeightsFrom(const internal::ModelData& model,
                                const internal::Dictionaries& names, const Layout& layout) {
  std::vector<double> weights(layout.weights(), 0.0);
  const std::uint32_t model_labels = model.labels.size();
  std::vector<std::uint32_t> label(model_labels);
  for (std::uint32_t k = 0; k < model_labels; ++k)
    label[k] = names.labels.Find(model.labels.Name(k));
  const auto node_slot = [&](std::uint32_t slot) { return label[slot]; };
  const auto edge_slot = [&](std::uint32_t slot) {
    const std::uint32_t from = label[slot / model_labels];
    const std::uint32_t to = label[slot % model_labels];
    return from == kNoId || to == kNoId ? kNoId : from * layout.labels + to;
  };
  for (std::uint32_t a = 0; a < model.node_names.size(); ++a) {
    const std::uint32_t row = names.node.Find(model.node_names.Name(a));
    if (row != kNoId) CopyRow(model.node, a, layout.node, row, node_slot, weights.data());
  }
  double* const edges = weights.data() + layout.edge_offset();
  CopyRow(model.edge, 0, layout.edge, 0, edge_slot, edges);
  for (std::uint32_t a = 0; a < model.edge_names.size(); ++a) {
    const std::uint32_t row = names.edge.Find(model.edge_names.Name(a));
    if (row != kNoId) CopyRow(model.edge, a + 1, layout.edge, row + 1, edge_slot, edges);
  }
  return weights;
}

}  // namespace sagitta
