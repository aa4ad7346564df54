// ActiveRows: the smaller space, and copies between it and the whole one.
#include "objective/active_rows.h"

#include <algorithm>
#include <span>
#include <utility>

namespace sagitta {

ActiveRows::ActiveRows(const WeightSpace& whole, std::vector<std::uint32_t> node_rows)
    : space_(whole),
      node_rows_(std::move(node_rows)),
      number_(whole[kNodeBlock].row_numbers(), kNoRow) {
  const RowBlock& from = whole[kNodeBlock];
  RowBlock& own = space_[kNodeBlock];
  own = RowBlock();
  own.width = from.width;
  const auto is_dense = [&](std::uint32_t row) { return row < from.dense_rows; };
  own.dense_rows =
      static_cast<std::uint32_t>(std::count_if(node_rows_.begin(), node_rows_.end(), is_dense));
  own.sparse_rows = static_cast<std::uint32_t>(node_rows_.size() - own.dense_rows);
  std::uint32_t dense = 0;
  for (const std::uint32_t row : node_rows_) {
    if (is_dense(row)) {
      number_[row] = dense++;
      if (from.dense_mask.empty()) continue;
      const auto mask = from.dense_mask.begin() + std::ptrdiff_t{row} * from.width;
      own.dense_mask.insert(own.dense_mask.end(), mask, mask + from.width);
    } else {
      number_[row] = static_cast<std::uint32_t>(own.dense_rows + own.slots.size());
      const auto slots = from.slots.begin() + (row - from.dense_rows);
      own.slots.insert(own.slots.end(), slots, slots + 1 + *slots);
    }
  }
}

template <class Real>
void ActiveRows::Take(const PlainWeights<Real>& whole, PlainWeights<Real>& own) const {
  for (const std::uint32_t row : node_rows_) {
    const std::span<const Real> from = whole.Row(kNodeBlock, row);
    std::copy(from.begin(), from.end(), own.Row(kNodeBlock, number_[row]).begin());
  }
  ForEachRowNumber(space_[kEdgeBlock], [&](std::uint32_t row) {
    const std::span<const Real> from = whole.Row(kEdgeBlock, row);
    std::copy(from.begin(), from.end(), own.Row(kEdgeBlock, row).begin());
  });
}

template <class Real>
void ActiveRows::PutBack(const PlainWeights<Real>& own, PlainWeights<Real>& whole) const {
  std::fill(whole.values().begin(), whole.values().end(), Real{0});
  for (const std::uint32_t row : node_rows_) {
    const std::span<const Real> from = own.Row(kNodeBlock, number_[row]);
    std::copy(from.begin(), from.end(), whole.Row(kNodeBlock, row).begin());
  }
  ForEachRowNumber(space_[kEdgeBlock], [&](std::uint32_t row) {
    const std::span<const Real> from = own.Row(kEdgeBlock, row);
    std::copy(from.begin(), from.end(), whole.Row(kEdgeBlock, row).begin());
  });
}

#define SAGITTA_ACTIVE_ROWS(Real)                                                       \
  template void ActiveRows::Take(const PlainWeights<Real>&, PlainWeights<Real>&) const; \
  template void ActiveRows::PutBack(const PlainWeights<Real>&, PlainWeights<Real>&) const;

SAGITTA_ACTIVE_ROWS(float)
SAGITTA_ACTIVE_ROWS(double)
#undef SAGITTA_ACTIVE_ROWS

}  // namespace sagitta
