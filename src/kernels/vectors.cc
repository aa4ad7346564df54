// Highway versions of kernels/vectors.h. Compiled once per instruction set; see kernels/targets.h.
#include "kernels/vectors.h"

#include <algorithm>
#include <cmath>

#include "kernels/dispatch.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/vectors.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Real>
HWY_INLINE void ExchangeT(std::size_t count, const Real* fresh, Real* stored, Real* difference) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto x = hn::LoadU(d, fresh + k);
    const auto old = hn::LoadU(d, stored + k);
    hn::StoreU(x, d, stored + k);
    hn::StoreU(hn::Sub(x, old), d, difference + k);
  }
  for (; k < count; ++k) {
    const Real x = fresh[k];
    difference[k] = x - stored[k];
    stored[k] = x;
  }
}

template <class Real>
HWY_INLINE void SubtractScaledT(std::size_t count, const Real* x, Real a, const Real* y,
                                Real* out) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, a);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    hn::StoreU(hn::NegMulAdd(factor, hn::LoadU(d, y + k), hn::LoadU(d, x + k)), d, out + k);
  }
  for (; k < count; ++k) out[k] = x[k] - a * y[k];
}

// Blocks are short enough that rounding in their sums in Real does not matter.
template <class Real>
HWY_INLINE double DotT(std::size_t count, const Real* x, const Real* y) {
  constexpr std::size_t kBlock = 1024;
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  double total = 0;
  for (std::size_t first = 0; first < count; first += kBlock) {
    const std::size_t end = std::min(count, first + kBlock);
    auto even = hn::Zero(d);
    auto odd = hn::Zero(d);
    std::size_t k = first;
    for (; k + 2 * lanes <= end; k += 2 * lanes) {
      even = hn::MulAdd(hn::LoadU(d, x + k), hn::LoadU(d, y + k), even);
      odd = hn::MulAdd(hn::LoadU(d, x + k + lanes), hn::LoadU(d, y + k + lanes), odd);
    }
    total += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, hn::Add(even, odd))));
    for (; k < end; ++k) total += static_cast<double>(x[k]) * static_cast<double>(y[k]);
  }
  return total;
}

template <class Real>
HWY_INLINE Real MaxAbsT(std::size_t count, const Real* x) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  auto largest = hn::Zero(d);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) largest = hn::Max(largest, hn::Abs(hn::LoadU(d, x + k)));
  Real result = hn::GetLane(hn::MaxOfLanes(d, largest));
  for (; k < count; ++k) result = std::max(result, std::abs(x[k]));
  return result;
}

// out += g * row, in whole vectors; what follows the row is added to the padding of out.
template <class Real>
HWY_INLINE void AddRow(std::size_t vectors, Real g, const Real* HWY_RESTRICT row,
                       Real* HWY_RESTRICT out) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(d, g);
  for (std::size_t n = 0; n < vectors; ++n) {
    const std::size_t j = n * lanes;
    hn::StoreU(hn::MulAdd(factor, hn::LoadU(d, row + j), hn::LoadU(d, out + j)), d, out + j);
  }
}

template <class Real>
HWY_INLINE double GramProductT(std::size_t rows, std::size_t width, const std::uint64_t* begin,
                               const std::uint32_t* column, const Real* value, const Real* table,
                               std::size_t stride, Real* out) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  const std::size_t vectors = (width + lanes - 1) / lanes;
  std::fill_n(out, rows * stride, Real{0});
  for (std::size_t t = 0; t < rows; ++t) {
    const Real* own = table + t * width;
    for (std::uint64_t k = begin[t]; k < begin[t + 1]; ++k) {
      const std::size_t other = column[k];
      AddRow(vectors, value[k], table + other * width, out + t * stride);
      if (other != t) AddRow(vectors, value[k], own, out + other * stride);
    }
  }
  double norm = 0;
  for (std::size_t t = 0; t < rows; ++t) norm += DotT(width, table + t * width, out + t * stride);
  return norm;
}

// Dispatch works on plain functions, so each precision gets its own.
#define SAGITTA_VECTOR_KERNELS(Real)                                                               \
  void Exchange_##Real(std::size_t count, const Real* fresh, Real* stored, Real* difference) {     \
    ExchangeT(count, fresh, stored, difference);                                                   \
  }                                                                                                \
  void SubtractScaled_##Real(std::size_t count, const Real* x, Real a, const Real* y, Real* out) { \
    SubtractScaledT(count, x, a, y, out);                                                          \
  }                                                                                                \
  double Dot_##Real(std::size_t count, const Real* x, const Real* y) { return DotT(count, x, y); } \
  Real MaxAbs_##Real(std::size_t count, const Real* x) { return MaxAbsT(count, x); }               \
  double GramProduct_##Real(std::size_t rows, std::size_t width, const std::uint64_t* begin,       \
                            const std::uint32_t* column, const Real* value, const Real* table,     \
                            std::size_t stride, Real* out) {                                       \
    return GramProductT(rows, width, begin, column, value, table, stride, out);                    \
  }

SAGITTA_VECTOR_KERNELS(float)
SAGITTA_VECTOR_KERNELS(double)
#undef SAGITTA_VECTOR_KERNELS

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

#define SAGITTA_VECTOR_DISPATCH(Real)                                                             \
  SAGITTA_KERNEL(Exchange_##Real);                                                                \
  SAGITTA_KERNEL(SubtractScaled_##Real);                                                          \
  SAGITTA_KERNEL(Dot_##Real);                                                                     \
  SAGITTA_KERNEL(MaxAbs_##Real);                                                                  \
  SAGITTA_KERNEL(GramProduct_##Real);                                                             \
  template <>                                                                                     \
  void Exchange(std::size_t count, const Real* fresh, Real* stored, Real* difference) {           \
    SAGITTA_DISPATCH(Exchange_##Real)(count, fresh, stored, difference);                          \
  }                                                                                               \
  template <>                                                                                     \
  void SubtractScaled(std::size_t count, const Real* x, Real a, const Real* y, Real* out) {       \
    SAGITTA_DISPATCH(SubtractScaled_##Real)(count, x, a, y, out);                                 \
  }                                                                                               \
  template <>                                                                                     \
  double Dot(std::size_t count, const Real* x, const Real* y) {                                   \
    return SAGITTA_DISPATCH(Dot_##Real)(count, x, y);                                             \
  }                                                                                               \
  template <>                                                                                     \
  Real MaxAbs(std::size_t count, const Real* x) {                                                 \
    return SAGITTA_DISPATCH(MaxAbs_##Real)(count, x);                                             \
  }                                                                                               \
  template <>                                                                                     \
  double GramProduct(std::size_t rows, std::size_t width, const std::uint64_t* begin,             \
                     const std::uint32_t* column, const Real* value, const Real* table,           \
                     std::size_t stride, Real* out) {                                             \
    return SAGITTA_DISPATCH(GramProduct_##Real)(rows, width, begin, column, value, table, stride, \
                                                out);                                             \
  }

SAGITTA_VECTOR_DISPATCH(float)
SAGITTA_VECTOR_DISPATCH(double)
#undef SAGITTA_VECTOR_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
