// AddWeightedRows as the formula has it.
#include "kernels/row_sum.h"

namespace sagitta::kernels {

template <class Real>
void AddWeightedRowsReference(const WeightedRow<Real>* rows, std::size_t count, std::size_t stride,
                              double* out) {
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t j = 0; j < stride; ++j) out[j] += rows[k].value * rows[k].row[j];
  }
}

template void AddWeightedRowsReference(const WeightedRow<float>*, std::size_t, std::size_t,
                                       double*);
template void AddWeightedRowsReference(const WeightedRow<double>*, std::size_t, std::size_t,
                                       double*);

}  // namespace sagitta::kernels
