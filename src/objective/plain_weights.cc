#include "objective/plain_weights.h"

#include <algorithm>
#include <utility>

namespace sagitta {

namespace {

// Reals of the two kinds of rows; both are whole 32-byte units, so that every dense row is aligned.
template <class Real>
std::size_t DenseSize(const RowSpace& part) {
  return part.dense_rows * kernels::PaddedPart<Real>(part.width);
}
template <class Real>
std::size_t SparseSize(const RowSpace& part) {
  return kernels::PaddedPart<Real>(part.slots.size());
}

}  // namespace

namespace internal {

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

template AlignedBuffer<float> MaskOf(const RowSpace&);
template AlignedBuffer<double> MaskOf(const RowSpace&);

}  // namespace internal

template <class Real>
PlainWeights<Real>::PlainWeights(const WeightSpace& space) {
  std::size_t size = 0;
  for (const RowSpace& part : space) size += DenseSize<Real>(part) + SparseSize<Real>(part);
  values_ = AlignedBuffer<Real>(size);
  Real* next = values_.data();
  for (const RowSpace& part : space) {
    masks_.push_back(internal::MaskOf<Real>(part));
    kernels::Rows<Real> rows;
    rows.width = part.width;
    rows.dense_rows = part.dense_rows;
    rows.dense_part = kernels::PaddedPart<Real>(part.width);
    rows.dense = next;
    rows.mask = masks_.back().data();
    next += DenseSize<Real>(part);
    rows.words = part.slots.size();
    rows.slots = part.slots.data();
    rows.sparse = next;
    next += SparseSize<Real>(part);
    parts_.push_back(rows);
  }
}

template <class Real>
std::span<Real> PlainWeights<Real>::Row(std::size_t part, std::size_t row) {
  const kernels::Rows<Real>& rows = parts_[part];
  if (row < rows.dense_rows) return {rows.dense + row * rows.dense_part, rows.width};
  const std::size_t place = row - rows.dense_rows;
  return {rows.sparse + place + 1, rows.slots[place]};
}

template class PlainWeights<float>;
template class PlainWeights<double>;

}  // namespace sagitta
