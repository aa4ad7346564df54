// Adding up feature frequencies, example by example.
#include "model/feature_frequency.h"

#include <algorithm>

namespace sagitta {

void FeatureFrequency::Sums::Add(std::size_t row, std::uint32_t slot, double amount) {
  const auto slots = table_.Slots(row);
  const auto found = std::lower_bound(slots.begin(), slots.end(), slot);
  if (found == slots.end() || *found != slot) return;
  sum_[table_.begin[row] + static_cast<std::size_t>(found - slots.begin())] += amount;
}

void FeatureFrequency::Sums::Add(const Sums& other) {
  for (std::size_t k = 0; k < sum_.size(); ++k) sum_[k] += other.sum_[k];
}

RowTable FeatureFrequency::Sums::Kept(double least) const {
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

FeatureFrequency::FeatureFrequency(const Layout& layout)
    : layout_(layout), node_(layout.node), edge_(layout.edge) {}

void FeatureFrequency::Add(const Dataset& shard) {
  for (std::size_t i = 0; i < shard.examples(); ++i) AddExample(shard, static_cast<ExampleId>(i));
}

void FeatureFrequency::Add(const FeatureFrequency& other) {
  node_.Add(other.node_);
  edge_.Add(other.edge_);
}

void FeatureFrequency::AddItems(const SparseRows& items, std::uint64_t at, std::uint32_t slot,
                                std::size_t first_row, double weight, Sums& sums) {
  for (std::uint64_t k = items.begin[at]; k < items.begin[at + 1]; ++k) {
    sums.Add(first_row + items.attribute[k], slot, weight * items.Value(k));
  }
}

void FeatureFrequency::AddExample(const Dataset& shard, ExampleId i) {
  const double weight = shard.Weight(i);
  const std::uint64_t first = shard.token_begin[i];
  for (std::uint64_t t = first; t < shard.token_begin[i + 1]; ++t) {
    if (shard.label[t] < shard.labels) AddItems(shard.node, t, shard.label[t], 0, weight, node_);
  }
  for (std::size_t e = 0; e < shard.edges(i); ++e) {
    const Edge edge = shard.EdgeAt(i, e);
    const LabelId from = shard.label[first + edge.from], to = shard.label[first + edge.to];
    if (from >= shard.labels || to >= shard.labels) continue;
    const std::uint32_t pair = shard.PairSlot(edge.type, from, to);
    edge_.Add(edge.type, pair, weight);
    if (shard.HasEdgeAttributes()) {
      AddItems(shard.edge, shard.EdgeRow(i, e), pair, shard.edge_types(), weight, edge_);
    }
  }
}

Layout FeatureFrequency::Kept(double least) const {
  return {layout_.labels, node_.Kept(least), edge_.Kept(least), layout_.constraints, layout_.types};
}

}  // namespace sagitta
