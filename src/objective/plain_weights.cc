#include "objective/plain_weights.h"

#include <algorithm>
#include <utility>

namespace sagitta {

namespace internal {

template <class Real>
AlignedBuffer<Real> MaskOf(const RowSpace& space) {
  if (space.dense_mask.empty()) return {};
  AlignedBuffer<Real> mask(space.dense_mask.size());
  std::copy(space.dense_mask.begin(), space.dense_mask.end(), mask.data());
  return mask;
}

template AlignedBuffer<float> MaskOf(const RowSpace&);
template AlignedBuffer<double> MaskOf(const RowSpace&);

}  // namespace internal

template <class Real>
PlainWeights<Real>::PlainWeights(const WeightSpace& space) {
  std::size_t size = 0;
  for (const RowSpace& part : space) size += part.PlainSize();
  values_ = AlignedBuffer<Real>(size);
  Real* next = values_.data();
  for (const RowSpace& part : space) {
    masks_.push_back(internal::MaskOf<Real>(part));
    kernels::Rows<Real> rows;
    rows.width = part.width;
    rows.dense_rows = part.dense_rows;
    rows.dense_stride = part.width;
    rows.dense = next;
    rows.mask = masks_.back().data();
    next += std::size_t{part.dense_rows} * part.width;
    rows.sparse = part.sparse_rows() > 0 ? next : nullptr;
    rows.sparse_begin = part.sparse_begin.data();
    rows.slot = part.sparse_slot.data();
    next += part.sparse_begin.back();
    parts_.push_back(rows);
  }
}

template <class Real>
std::span<Real> PlainWeights<Real>::Row(std::size_t part, std::size_t row) {
  const kernels::Rows<Real>& rows = parts_[part];
  if (row < rows.dense_rows) return {rows.dense + row * rows.dense_stride, rows.width};
  const std::size_t sparse = row - rows.dense_rows;
  return {rows.sparse + rows.sparse_begin[sparse],
          static_cast<std::size_t>(rows.sparse_begin[sparse + 1] - rows.sparse_begin[sparse])};
}

template class PlainWeights<float>;
template class PlainWeights<double>;

}  // namespace sagitta
