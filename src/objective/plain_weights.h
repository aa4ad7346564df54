// PlainWeights: one number a weight, as one long vector.
//
// Used for gradients, for the weights of batch methods, and as scratch. Slots that have no weight
// are in the vector too and are zero for ever, so that vector operations can run over all of it.
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

  /// The rows of a part for the kernels.
  const kernels::Rows<Real>& rows(std::size_t part) const { return store_.rows(part); }

  /// The values of a row.
  std::span<Real> Row(std::size_t part, std::size_t row);
  std::span<const Real> Row(std::size_t part, std::size_t row) const {
    return const_cast<PlainWeights*>(this)->Row(part, row);
  }

 private:
  RowStore<Real> store_;
};

}  // namespace sagitta
