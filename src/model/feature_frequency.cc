#include "model/feature_frequency.h"

#include <algorithm>
#include <vector>

namespace sagitta {
namespace {

/// Sums beside the slots of a table.
class Frequencies {
 public:
  explicit Frequencies(const RowTable& table) : table_(table), sum_(table.weights(), 0.0) {}

  void Add(std::size_t row, std::uint32_t slot, double amount) {
    const auto slots = table_.Slots(row);
    const auto found = std::lower_bound(slots.begin(), slots.end(), slot);
    if (found == slots.end() || *found != slot) return;
    sum_[table_.begin[row] + static_cast<std::size_t>(found - slots.begin())] += amount;
  }

  /// The table without what is below `least`.
  RowTable Kept(double least) const {
    RowTable kept;
    kept.width = table_.width;
    kept.begin.reserve(table_.begin.size());
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      for (std::uint64_t k = table_.begin[row]; k < table_.begin[row + 1]; ++k) {
        if (sum_[k] >= least) kept.slot.push_back(table_.slot[k]);
      }
      kept.begin.push_back(kept.slot.size());
    }
    return kept;
  }

 private:
  const RowTable& table_;
  std::vector<double> sum_;
};

void AddItems(const SparseRows& items, std::uint64_t at, std::uint32_t slot, std::size_t first_row,
              double weight, Frequencies& frequencies) {
  for (std::uint64_t k = items.begin[at]; k < items.begin[at + 1]; ++k) {
    frequencies.Add(first_row + items.attribute[k], slot, weight * items.Value(k));
  }
}

void AddExample(const Dataset& data, ExampleId i, Frequencies& node, Frequencies& edge) {
  const double weight = data.Weight(i);
  const std::uint64_t first = data.token_begin[i];
  for (std::uint64_t t = first; t < data.token_begin[i + 1]; ++t) {
    const LabelId to = data.label[t];
    if (to >= data.labels) continue;
    AddItems(data.node, t, to, 0, weight, node);
    if (t == first || data.label[t - 1] >= data.labels) continue;
    const std::uint32_t pair = data.label[t - 1] * data.labels + to;
    edge.Add(0, pair, weight);
    if (data.HasEdgeAttributes()) AddItems(data.edge, t, pair, 1, weight, edge);
  }
}

}  // namespace

void DropRareFeatures(const Dataset& data, double least, Layout& layout) {
  Frequencies node(layout.node), edge(layout.edge);
  for (std::size_t i = 0; i < data.examples(); ++i) {
    AddExample(data, static_cast<ExampleId>(i), node, edge);
  }
  RowTable kept_edge = edge.Kept(least);
  layout.node = node.Kept(least);
  layout.edge = std::move(kept_edge);
}

}  // namespace sagitta
