// RowStore: allocation and layout of rows.
#include "objective/row_store.h"

#include <algorithm>

namespace sagitta {
namespace {

// Reals of the two kinds of rows; both are whole 32-byte units, so that every dense row is aligned.
template <class Real>
std::size_t DenseSize(const RowBlock& block, std::size_t values_per_slot) {
  return block.dense_rows * values_per_slot * kernels::PaddedWidth<Real>(block.width);
}
template <class Real>
std::size_t SparseSize(const RowBlock& block, std::size_t values_per_slot) {
  return kernels::PaddedWidth<Real>(values_per_slot * block.slots.size());
}

// The mask as Reals, empty when every slot has a weight.
template <class Real>
AlignedBuffer<Real> MaskOf(const RowBlock& space) {
  if (space.dense_mask.empty()) return {};
  const std::size_t padded = kernels::PaddedWidth<Real>(space.width);
  AlignedBuffer<Real> mask(space.dense_rows * padded);
  for (std::size_t r = 0; r < space.dense_rows; ++r) {
    std::copy_n(space.dense_mask.data() + r * space.width, space.width, mask.data() + r * padded);
  }
  return mask;
}

}  // namespace

template <class Real>
RowStore<Real>::RowStore(const WeightSpace& space, std::size_t values_per_slot) {
  std::size_t size = 0;
  for (const RowBlock& block : space) {
    size += DenseSize<Real>(block, values_per_slot) + SparseSize<Real>(block, values_per_slot);
  }
  values_ = AlignedBuffer<Real>(size);
  Real* next = values_.data();
  for (const RowBlock& block : space) {
    masks_.push_back(MaskOf<Real>(block));
    kernels::Rows<Real> rows;
    rows.width = block.width;
    rows.dense_rows = block.dense_rows;
    rows.dense_stride = kernels::PaddedWidth<Real>(block.width);
    rows.dense = next;
    rows.mask = masks_.back().data();
    next += DenseSize<Real>(block, values_per_slot);
    rows.words = block.slots.size();
    rows.slots = block.slots.data();
    rows.sparse = next;
    next += SparseSize<Real>(block, values_per_slot);
    blocks_.push_back(rows);
  }
}

template class RowStore<float>;
template class RowStore<double>;

}  // namespace sagitta
