#include "optim/parts/row_sizes.h"

#include <algorithm>

namespace sagitta {

RowSizes::RowSizes(const WeightSpace& space) : space_(space), masked_(space.size()) {
  for (std::size_t part = 0; part < space.size(); ++part) {
    const RowSpace& rows = space[part];
    if (rows.dense_mask.empty()) continue;
    for (std::size_t r = 0; r < rows.dense_rows; ++r) {
      const std::uint8_t* const mask = rows.dense_mask.data() + r * rows.width;
      masked_[part].push_back(static_cast<std::uint32_t>(std::count(mask, mask + rows.width, 1)));
    }
  }
}

std::uint64_t RowSizes::Sum() const {
  std::uint64_t sum = 0;
  for (const RowId& id : AllRows(space_)) sum += Of(id);
  return sum;
}

std::vector<RowId> AllRows(const WeightSpace& space) {
  std::vector<RowId> all;
  for (std::uint32_t part = 0; part < space.size(); ++part) {
    const RowSpace& rows = space[part];
    for (std::uint32_t r = 0; r < rows.dense_rows; ++r) all.push_back({part, r});
    for (std::uint32_t place = 0; place < rows.slots.size(); place += 1 + rows.slots[place]) {
      all.push_back({part, rows.dense_rows + place});
    }
  }
  return all;
}

}  // namespace sagitta
