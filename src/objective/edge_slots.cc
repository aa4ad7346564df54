// EdgeSlots: collects the slots of edges with attributes.
#include "objective/edge_slots.h"

#include <algorithm>

namespace sagitta {
namespace {

/// Marks the slots of a row.
void Mark(const RowBlock& space, std::uint32_t row, std::vector<std::uint8_t>& has) {
  if (row >= space.dense_rows) {
    const std::uint32_t* words = space.slots.data() + (row - space.dense_rows);
    for (std::uint32_t k = 1; k <= words[0]; ++k) has[words[k]] = 1;
  } else if (space.dense_mask.empty()) {
    std::fill(has.begin(), has.end(), std::uint8_t{1});
  } else {
    const std::uint8_t* mask = space.dense_mask.data() + std::size_t{row} * space.width;
    for (std::size_t k = 0; k < space.width; ++k) has[k] |= mask[k];
  }
}

}  // namespace

EdgeSlots::EdgeSlots(const RowBlock& space, std::span<const std::uint64_t> items,
                     std::span<const std::uint32_t> row)
    : width_(space.width) {
  std::vector<std::uint8_t> has(width_);
  for (std::size_t e = 0; e + 1 < items.size(); ++e) {
    std::fill(has.begin(), has.end(), std::uint8_t{0});
    for (std::uint64_t k = items[e]; k < items[e + 1]; ++k) Mark(space, row[k], has);
    const auto count = static_cast<std::size_t>(std::count(has.begin(), has.end(), 1));
    begin_.push_back(begin_.back() + count);
    list_.push_back(slots_.size());
    if (count == width_) continue;
    for (std::size_t k = 0; k < width_; ++k) {
      if (has[k] != 0) slots_.push_back(static_cast<std::uint32_t>(k));
    }
  }
}

}  // namespace sagitta
