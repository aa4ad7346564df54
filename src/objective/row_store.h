// RowStore: the memory of rows for every kind of weights, laid out for kernels/rows.h.
#pragma once

#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "kernels/rows.h"
#include "objective/weight_space.h"

namespace sagitta {

template <class Real>
class RowStore {
 public:
  /// Zeroes, `values_per_slot` (1: plain rows, 2: lazy rows) of them for each slot. The space must
  /// outlive the store.
  RowStore(const WeightSpace& space, std::size_t values_per_slot);

  std::size_t blocks() const { return blocks_.size(); }
  /// The rows of a block for the kernels. The mask belongs to this store.
  const kernels::Rows<Real>& rows(std::size_t block) const { return blocks_[block]; }

  /// Everything as one vector, the slots that have no weight included: these are always zero.
  std::span<Real> values() { return values_.span(); }
  std::span<const Real> values() const { return values_.span(); }

 private:
  AlignedBuffer<Real> values_;
  std::vector<AlignedBuffer<Real>> masks_;
  std::vector<kernels::Rows<Real>> blocks_;
};

}  // namespace sagitta
