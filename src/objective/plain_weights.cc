#include "objective/plain_weights.h"

namespace sagitta {

template <class Real>
std::span<Real> PlainWeights<Real>::Row(std::size_t part, std::size_t row) {
  const kernels::Rows<Real>& rows = store_.rows(part);
  if (row < rows.dense_rows) return {rows.dense + row * rows.dense_part, rows.width};
  const std::size_t place = row - rows.dense_rows;
  return {rows.sparse + place + 1, rows.slots[place]};
}

template class PlainWeights<float>;
template class PlainWeights<double>;

}  // namespace sagitta
