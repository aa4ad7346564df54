// Highway version of kernels/row_sum.h: a strip of the sums stays in registers while all rows are
// added.
#include "kernels/row_sum.h"

#include "kernels/dispatch.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/row_sum.cc"
#include "hwy/foreach_target.h"
// Must follow foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using SumTag = HWY_CAPPED(double, kRowLanes);
using Sum = hn::Vec<SumTag>;

HWY_INLINE Sum LoadAsDouble(const float* from) {
  return hn::PromoteTo(SumTag(), hn::LoadU(hn::Rebind<float, SumTag>(), from));
}
HWY_INLINE Sum LoadAsDouble(const double* from) { return hn::LoadU(SumTag(), from); }

/// Adds one to four vectors of columns, from column j. (Plain variables, because vectors of unknown
/// length cannot be array elements; the compiler removes those that a smaller kVectors does not
/// use.)
template <int kVectors, class Real>
HWY_INLINE void AddStrip(const WeightedRow<Real>* rows, std::size_t count, std::size_t j,
                         double* out) {
  const SumTag d;
  const std::size_t n = hn::Lanes(d);
  Sum sum0 = hn::LoadU(d, out + j), sum1 = hn::Zero(d), sum2 = sum1, sum3 = sum1;
  if constexpr (kVectors > 1) sum1 = hn::LoadU(d, out + j + n);
  if constexpr (kVectors > 2) sum2 = hn::LoadU(d, out + j + 2 * n);
  if constexpr (kVectors > 3) sum3 = hn::LoadU(d, out + j + 3 * n);
  for (std::size_t k = 0; k < count; ++k) {
    const Sum value = hn::Set(d, rows[k].value);
    const Real* row = rows[k].row + j;
    sum0 = hn::MulAdd(value, LoadAsDouble(row), sum0);
    if constexpr (kVectors > 1) sum1 = hn::MulAdd(value, LoadAsDouble(row + n), sum1);
    if constexpr (kVectors > 2) sum2 = hn::MulAdd(value, LoadAsDouble(row + 2 * n), sum2);
    if constexpr (kVectors > 3) sum3 = hn::MulAdd(value, LoadAsDouble(row + 3 * n), sum3);
  }
  hn::StoreU(sum0, d, out + j);
  if constexpr (kVectors > 1) hn::StoreU(sum1, d, out + j + n);
  if constexpr (kVectors > 2) hn::StoreU(sum2, d, out + j + 2 * n);
  if constexpr (kVectors > 3) hn::StoreU(sum3, d, out + j + 3 * n);
}

template <class Real>
HWY_INLINE void AddRows(const WeightedRow<Real>* rows, std::size_t count, std::size_t stride,
                        double* out) {
  const std::size_t n = hn::Lanes(SumTag());
  std::size_t j = 0;
  for (; j + 4 * n <= stride; j += 4 * n) AddStrip<4>(rows, count, j, out);
  switch ((stride - j) / n) {
    case 3:
      return AddStrip<3>(rows, count, j, out);
    case 2:
      return AddStrip<2>(rows, count, j, out);
    case 1:
      return AddStrip<1>(rows, count, j, out);
    default:
      return;
  }
}

void AddRowsFloat(const WeightedRow<float>* rows, std::size_t count, std::size_t stride,
                  double* out) {
  AddRows(rows, count, stride, out);
}

void AddRowsDouble(const WeightedRow<double>* rows, std::size_t count, std::size_t stride,
                   double* out) {
  AddRows(rows, count, stride, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

SAGITTA_KERNEL(AddRowsFloat);
SAGITTA_KERNEL(AddRowsDouble);

template <>
void AddWeightedRows(const WeightedRow<float>* rows, std::size_t count, std::size_t stride,
                     double* out) {
  SAGITTA_DISPATCH(AddRowsFloat)(rows, count, stride, out);
}

template <>
void AddWeightedRows(const WeightedRow<double>* rows, std::size_t count, std::size_t stride,
                     double* out) {
  SAGITTA_DISPATCH(AddRowsDouble)(rows, count, stride, out);
}

}  // namespace sagitta::kernels
#endif
