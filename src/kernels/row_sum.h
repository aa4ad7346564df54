// Sums of weighted rows: the scores of a token from the weights of its attributes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sagitta::kernels {

/// Rows are padded to a multiple of this many elements, the widest vector of doubles in use.
inline constexpr std::size_t kRowLanes = 8;

/// `width` rounded up to whole vectors.
constexpr std::size_t RowStride(std::size_t width) {
  return (width + kRowLanes - 1) / kRowLanes * kRowLanes;
}

/// A row and its factor.
template <class Real>
struct WeightedRow {
  double value;
  const Real* row;
};

/// out[j] += sum_k rows[k].value * rows[k].row[j] for all j < stride, in double and in the order of
/// k. Vector versions use fused multiply-add, so targets may differ in the last bits.
/// Real is float or double. O(count * stride).
/// REQUIRES: stride is a RowStride; out and each row have stride elements; out overlaps no row.
template <class Real>
void AddWeightedRows(const WeightedRow<Real>* rows, std::size_t count, std::size_t stride,
                     double* out);

}  // namespace sagitta::kernels
