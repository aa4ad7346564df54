// Highway versions of the exponentials in kernels/chain.h: ExpNodes and ExpTransitions. Compiled
// once per instruction set; see kernels/targets.h.
#include <algorithm>

#include "kernels/chain.h"
#include "kernels/dispatch.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/chain_exp.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Updates min and max with row[0 .. count).
template <class D, class Real = hn::TFromD<D>>
HWY_INLINE void MinMax(D d, const Real* row, std::size_t count, hn::Vec<D>& min, hn::Vec<D>& max) {
  const std::size_t lanes = hn::Lanes(d);
  std::size_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    const auto x = hn::LoadU(d, row + j);
    min = hn::Min(min, x);
    max = hn::Max(max, x);
  }
  if (j < count) {
    const auto in = hn::FirstN(d, count - j);
    const auto x = hn::LoadU(d, row + j);
    min = hn::IfThenElse(in, hn::Min(min, x), min);
    max = hn::IfThenElse(in, hn::Max(max, x), max);
  }
}

// exps[j] = exp(row[j] - max) for j < count, 0 for the rest of the row.
template <class D, class Real = hn::TFromD<D>>
HWY_INLINE void ExpRow(D d, const Real* row, std::size_t count, std::size_t stride, hn::Vec<D> max,
                       Real* exps) {
  const std::size_t lanes = hn::Lanes(d);
  std::size_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    hn::StoreU(ExpNonPositive(d, hn::Sub(hn::LoadU(d, row + j), max)), d, exps + j);
  }
  if (j < count) {
    const auto in = hn::FirstN(d, count - j);
    const auto x = hn::Sub(hn::LoadU(d, row + j), max);
    hn::StoreU(hn::IfThenElseZero(in, ExpNonPositive(d, hn::Min(x, hn::Zero(d)))), d, exps + j);
    j += lanes;
  }
  std::fill(exps + std::min(j, stride), exps + stride, Real{0});
}

template <class Real>
HWY_INLINE Shift ExpNodesT(std::size_t rows, std::size_t labels, const Real* scores,
                           std::size_t score_stride, Real* exps, std::size_t stride) {
  const hn::ScalableTag<Real> d;
  Shift shift;
  for (std::size_t t = 0; t < rows; ++t, scores += score_stride, exps += stride) {
    auto min = hn::Set(d, scores[0]);
    auto max = min;
    MinMax(d, scores, labels, min, max);
    max = hn::MaxOfLanes(d, max);
    const double row_max = static_cast<double>(hn::GetLane(max));
    shift.max += row_max;
    shift.range =
        std::max(shift.range, row_max - static_cast<double>(hn::GetLane(hn::MinOfLanes(d, min))));
    ExpRow(d, scores, labels, stride, max, exps);
  }
  return shift;
}

// to[j][i] = from[i][j] for i, j < labels, in tiles of four by four. The padding is set to zero.
template <class Real>
HWY_INLINE void Transpose(std::size_t labels, std::size_t stride, Real* from, Real* to) {
  std::fill(from + labels * stride, from + PaddedRows(labels) * stride, Real{0});
#if HWY_TARGET != HWY_SCALAR
  if constexpr (sizeof(Real) == 4) {
    const hn::FixedTag<float, 4> d;
    for (std::size_t i = 0; i < labels; i += 4) {
      for (std::size_t j = 0; j < labels; j += 4) {
        const Real* tile = from + i * stride + j;
        const auto row0 = hn::LoadU(d, tile);
        const auto row1 = hn::LoadU(d, tile + stride);
        const auto row2 = hn::LoadU(d, tile + 2 * stride);
        const auto row3 = hn::LoadU(d, tile + 3 * stride);
        const auto low02 = hn::InterleaveLower(d, row0, row2);
        const auto low13 = hn::InterleaveLower(d, row1, row3);
        const auto high02 = hn::InterleaveUpper(d, row0, row2);
        const auto high13 = hn::InterleaveUpper(d, row1, row3);
        Real* out = to + j * stride + i;
        hn::StoreU(hn::InterleaveLower(d, low02, low13), d, out);
        hn::StoreU(hn::InterleaveUpper(d, low02, low13), d, out + stride);
        hn::StoreU(hn::InterleaveLower(d, high02, high13), d, out + 2 * stride);
        hn::StoreU(hn::InterleaveUpper(d, high02, high13), d, out + 3 * stride);
      }
    }
    for (std::size_t j = 0; j < labels; ++j) {
      std::fill(to + j * stride + PaddedRows(labels), to + (j + 1) * stride, Real{0});
    }
    return;
  }
#endif
  for (std::size_t j = 0; j < labels; ++j) {
    for (std::size_t i = 0; i < labels; ++i) to[j * stride + i] = from[i * stride + j];
    std::fill(to + j * stride + labels, to + (j + 1) * stride, Real{0});
  }
}

template <class Real>
HWY_INLINE Shift ExpTransitionsT(std::size_t labels, std::size_t stride, const Real* scores,
                                 Real* exps, Real* transposed) {
  const hn::ScalableTag<Real> d;
  auto min = hn::Set(d, scores[0]);
  auto max = min;
  MinMax(d, scores, labels * labels, min, max);
  max = hn::MaxOfLanes(d, max);
  for (std::size_t i = 0; i < labels; ++i) {
    ExpRow(d, scores + i * labels, labels, stride, max, exps + i * stride);
  }
  if (transposed != nullptr) Transpose(labels, stride, exps, transposed);
  const double top = static_cast<double>(hn::GetLane(max));
  return {top, top - static_cast<double>(hn::GetLane(hn::MinOfLanes(d, min)))};
}

// Dispatch works on plain functions, so each precision gets its own.
#define SAGITTA_EXP_KERNELS(Real)                                                         \
  Shift ExpNodes_##Real(std::size_t rows, std::size_t labels, const Real* scores,         \
                        std::size_t score_stride, Real* exps, std::size_t stride) {       \
    return ExpNodesT(rows, labels, scores, score_stride, exps, stride);                   \
  }                                                                                       \
  Shift ExpTransitions_##Real(std::size_t labels, std::size_t stride, const Real* scores, \
                              Real* exps, Real* transposed) {                             \
    return ExpTransitionsT(labels, stride, scores, exps, transposed);                     \
  }

SAGITTA_EXP_KERNELS(float)
SAGITTA_EXP_KERNELS(double)
#undef SAGITTA_EXP_KERNELS

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

#define SAGITTA_EXP_DISPATCH(Real)                                                              \
  SAGITTA_KERNEL(ExpNodes_##Real);                                                              \
  SAGITTA_KERNEL(ExpTransitions_##Real);                                                        \
  template <>                                                                                   \
  Shift ExpNodes(std::size_t rows, std::size_t labels, const Real* scores,                      \
                 std::size_t score_stride, Real* exps, std::size_t stride) {                    \
    return SAGITTA_DISPATCH(ExpNodes_##Real)(rows, labels, scores, score_stride, exps, stride); \
  }                                                                                             \
  template <>                                                                                   \
  Shift ExpTransitions(std::size_t labels, std::size_t stride, const Real* scores, Real* exps,  \
                       Real* transposed) {                                                      \
    return SAGITTA_DISPATCH(ExpTransitions_##Real)(labels, stride, scores, exps, transposed);   \
  }

SAGITTA_EXP_DISPATCH(float)
SAGITTA_EXP_DISPATCH(double)
#undef SAGITTA_EXP_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
