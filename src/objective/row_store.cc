// RowStore: allocation and layout of rows.
#include "objective/row_store.h"

#include <algorithm>

namespace sagitta {
namespace {

// Reals of the two kinds of rows; both are whole 32-byte units, so that every dense row is aligned.
template <class Real>
std::size_t DenseSize(const RowSpace& part, std::size_t values_per_slot) {
  return part.dense_rows * values_per_slot * kernels::PaddedPart<Real>(part.width);
}
template <class Real>
std::size_t SparseSize(const RowSpace& part, std::size_t values_per_slot) {
  return kernels::PaddedPart<Real>(values_per_slot * part.slots.size());
}

// The mask as Reals, empty when every slot has a weight.
template <class Real>
AlignedBuffer<Real> MaskOf(const RowSpace& space) {
  if (space.dense_mask.empty()) return {};
  const std::size_t part = kernels::PaddedPart<Real>(space.width);
  AlignedBuffer<Real> mask(space.dense_rows * part);
  for (std::size_t r = 0; r < space.dense_rows; ++r) {
    std::copy_n(space.dense_mask.data() + r * space.width, space.width, mask.data() + r * part);
  }
  return mask;
}

}  // namespace

template <class Real>
RowStore<Real>::RowStore(const WeightSpace& space, std::size_t values_per_slot) {
  std::size_t size = 0;
  for (const RowSpace& part : space) {
    size += DenseSize<Real>(part, values_per_slot) + SparseSize<Real>(part, values_per_slot);
  }
  values_ = AlignedBuffer<Real>(size);
  Real* next = values_.data();
  for (const RowSpace& part : space) {
    masks_.push_back(MaskOf<Real>(part));
    kernels::Rows<Real> rows;
    rows.width = part.width;
    rows.dense_rows = part.dense_rows;
    rows.dense_part = kernels::PaddedPart<Real>(part.width);
    rows.dense = next;
    rows.mask = masks_.back().data();
    next += DenseSize<Real>(part, values_per_slot);
    rows.words = part.slots.size();
    rows.slots = part.slots.data();
    rows.sparse = next;
    next += SparseSize<Real>(part, values_per_slot);
    parts_.push_back(rows);
  }
}

template class RowStore<float>;
template class RowStore<double>;

}  // namespace sagitta
