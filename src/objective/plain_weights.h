// PlainWeights: one number per weight, as one long vector.
//
// Used for gradients, for the weights of batch methods, and as scratch. Slots that have no weight
// are in the vector too and always zero, so that vector operations can run over all of it.
#pragma once

#include <span>

#include "objective/row_store.h"

namespace sagitta {

template <class Real>
class PlainWeights {
 public:
  /// All zero. The space must outlive the weights.
  explicit PlainWeights(const WeightSpace& space) : store_(space, 1) {}

  std::span<Real> values() { return store_.values(); }
  std::span<const Real> values() const { return store_.values(); }

  /// The rows of a block for the kernels.
  const kernels::Rows<Real>& rows(std::size_t block) const { return store_.rows(block); }

  /// The values of a row.
  std::span<Real> Row(std::size_t block, std::size_t row) {
    const kernels::Rows<Real>& rows = store_.rows(block);
    if (row < rows.dense_rows) return {rows.dense + row * rows.dense_stride, rows.width};
    const std::size_t place = row - rows.dense_rows;
    return {rows.sparse + place + 1, rows.slots[place]};
  }
  std::span<const Real> Row(std::size_t block, std::size_t row) const {
    return const_cast<PlainWeights*>(this)->Row(block, row);
  }

 private:
  RowStore<Real> store_;
};

}  // namespace sagitta
