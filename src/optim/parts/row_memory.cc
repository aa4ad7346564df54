#include "optim/parts/row_memory.h"

#include <algorithm>

#include "kernels/vectors.h"

namespace sagitta {

template <class Real>
Real* RowMemory<Real>::Difference(RowId id, bool replace, Real* stored) {
  const std::span<Real> change = change_.Row(id.part, id.row);
  const kernels::Rows<Real>& rows = change_.rows(id.part);
  if (rows.mask == nullptr || id.row >= rows.dense_rows) {
    if (replace) {
      kernels::Exchange(change.size(), change.data(), stored, change.data());
    } else {
      kernels::SubtractScaled(change.size(), change.data(), Real{1}, stored, change.data());
    }
    return stored + change.size();
  }
  const Real* const mask = rows.mask + std::size_t{id.row} * rows.dense_part;
  for (std::size_t k = 0; k < change.size(); ++k) {
    if (mask[k] == 0) continue;
    const Real fresh = change[k];
    change[k] -= *stored;
    if (replace) *stored = fresh;
    ++stored;
  }
  return stored;
}

template <class Real>
void RowMemory<Real>::Move(ExampleId i, bool replace, double on_w, double on_d, ExampleId next,
                           Scratch& scratch, LazyWeights<Real>& weights) {
  oracle_.Scatter(i, scratch, 1, next, change_);
  Real* stored = values_.data() + BeginOf(i);
  for (const RowId& id : RowsOf(i)) {
    stored = Difference(id, replace, stored);
    const std::span<Real> change = change_.Row(id.part, id.row);
    weights.AddRow(id.part, id.row, change, on_w, on_d);
    std::fill(change.begin(), change.end(), Real{0});
  }
}

template <class Real>
void RowMemory<Real>::Replace(ExampleId i, double on_w, double on_d, ExampleId next,
                              Scratch& scratch, LazyWeights<Real>& weights) {
  Move(i, true, on_w, on_d, next, scratch, weights);
}

template <class Real>
void RowMemory<Real>::Compare(ExampleId i, double on_w, ExampleId next, Scratch& scratch,
                              LazyWeights<Real>& weights) {
  Move(i, false, on_w, 0, next, scratch, weights);
}

template class RowMemory<float>;
template class RowMemory<double>;

}  // namespace sagitta
