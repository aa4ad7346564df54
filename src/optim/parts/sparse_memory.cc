#include "optim/parts/sparse_memory.h"

#include "optim/parts/row_sizes.h"

namespace sagitta {

template <class Real>
SparseMemory<Real>::SparseMemory(const Oracle<Real>& oracle) : RowMemory<Real>(oracle) {
  const RowSizes sizes(oracle.space());
  begin_.reserve(oracle.examples() + 1);
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < oracle.examples(); ++i) {
    begin_.push_back(size);
    // Also gives support_ the room it will ever need.
    for (const RowId& row : RowsOf(static_cast<ExampleId>(i))) size += sizes.Of(row);
  }
  begin_.push_back(size);
  this->Reserve(size);
}

template <class Real>
std::span<const RowId> SparseMemory<Real>::RowsOf(ExampleId i) {
  support_.clear();
  this->oracle().AppendSupport(i, support_);
  return support_;
}

template class SparseMemory<float>;
template class SparseMemory<double>;

}  // namespace sagitta
