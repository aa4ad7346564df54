// PlainWeights: one number a weight, as one long vector.
//
// Used for gradients, for the weights of batch methods, and as scratch. Slots that have no weight
// are in the vector too and are zero for ever, so that vector operations can run over all of it.
#pragma once

#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "kernels/rows.h"
#include "objective/weight_space.h"

namespace sagitta {

template <class Real>
class PlainWeights {
 public:
  /// All zero. The space must outlive the weights.
  explicit PlainWeights(const WeightSpace& space);

  std::span<Real> values() { return values_.span(); }
  std::span<const Real> values() const { return values_.span(); }

  /// The rows of a part for the kernels. The mask belongs to these weights.
  const kernels::Rows<Real>& rows(std::size_t part) const { return parts_[part]; }

  /// Where a row's values start, and how many there are.
  std::span<Real> Row(std::size_t part, std::size_t row);
  std::span<const Real> Row(std::size_t part, std::size_t row) const {
    return const_cast<PlainWeights*>(this)->Row(part, row);
  }

 private:
  AlignedBuffer<Real> values_;
  std::vector<AlignedBuffer<Real>> masks_;
  std::vector<kernels::Rows<Real>> parts_;
};

namespace internal {
/// The mask of a part as Reals (empty when every slot has a weight), for kernels::Rows::mask.
template <class Real>
AlignedBuffer<Real> MaskOf(const RowSpace& space);
}  // namespace internal

}  // namespace sagitta
