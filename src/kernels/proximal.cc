// Highway versions of kernels/proximal.h. Compiled once per instruction set; see kernels/targets.h.
#include "kernels/proximal.h"

#include <algorithm>
#include <cmath>

#include "kernels/dispatch.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/proximal.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Rows are multiples of 32 bytes, so with vectors of at most 32 bytes there is no remainder.
template <class Real>
using Tag = hn::CappedTag<Real, 32 / sizeof(Real)>;

// The bits of `mask`, shifted left by `at`.
template <class D, class M>
HWY_INLINE std::uint64_t BitsAt(D d, M mask, std::size_t at) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return static_cast<std::uint64_t>(bytes[0]) << at;  // at most 8 lanes
}

template <class Real>
HWY_INLINE std::uint64_t FollowT(std::size_t count, const Real* from_w, const Real* from_d,
                                 const ProximalSpan<Real>& span, Real* out) {
  const Tag<Real> tag;
  const auto keep = hn::Set(tag, span.keep);
  const auto on_d = hn::Set(tag, span.on_d);
  const auto pull = hn::Set(tag, span.pull);
  const auto bound = hn::Set(tag, span.bound);
  const auto zero = hn::Zero(tag);
  std::uint64_t crossing = 0;
  for (std::size_t k = 0; k < count; k += hn::Lanes(tag)) {
    const auto w = hn::LoadU(tag, from_w + k);
    const auto d = hn::LoadU(tag, from_d + k);
    const auto at_zero = hn::Eq(w, zero);
    // Has the sign of the side that the weight is on, or would move to.
    const auto side = hn::IfThenElse(at_zero, hn::Neg(d), w);
    const auto straight = hn::NegMulAdd(on_d, d, hn::Mul(keep, w));
    const auto moved = hn::Sub(straight, hn::CopySign(pull, side));
    const auto outward = hn::Xor(moved, hn::And(side, hn::SignBit(tag)));
    const auto same_side = hn::Gt(outward, zero);
    const auto rests = hn::Le(hn::Abs(d), bound);
    const auto moves = hn::AndNot(hn::And(rests, at_zero), same_side);
    const auto crosses = hn::Not(hn::Or(same_side, rests));
    const auto answer = hn::IfThenElseZero(moves, moved);
    hn::StoreU(hn::IfThenElse(crosses, w, answer), tag, out + k);
    if (HWY_UNLIKELY(!hn::AllFalse(tag, crosses))) crossing |= BitsAt(tag, crosses, k);
  }
  return crossing;
}

// Prefetches the row `kAhead` positions after row k, and the `last` of a later one.
template <class Real>
HWY_INLINE void PrefetchAhead(const Rows<Real>& rows, std::span<const std::uint32_t> row,
                              std::size_t k, const std::uint32_t* last) {
  constexpr std::size_t kAhead = 4;
  if (k + 2 * kAhead < row.size()) __builtin_prefetch(last + row[k + 2 * kAhead], 1, 3);
  if (k + kAhead >= row.size()) return;
  const std::size_t bytes = 2 * rows.dense_stride * sizeof(Real);
  const char* at = reinterpret_cast<const char*>(rows.dense) + row[k + kAhead] * bytes;
  for (std::size_t b = 0; b < bytes; b += 64) __builtin_prefetch(at + b, 1, 3);
}

template <class Real>
HWY_INLINE FollowedRows FollowRowsT(const Rows<Real>& rows, std::span<const std::uint32_t> row,
                                    const ProximalMoment* moments, std::uint32_t now,
                                    std::uint32_t* last) {
  const std::size_t part = rows.dense_stride;
  for (std::size_t k = 0; k < row.size(); ++k) {
    PrefetchAhead(rows, row, k, last);
    const std::uint32_t from = last[row[k]];
    if (from == now) continue;
    Real* w = rows.dense + row[k] * 2 * part;
    const auto span = SpanBetween<Real>(moments[from], moments[now]);
    const std::uint64_t crossing = FollowT(part, w, w + part, span, w);
    if (HWY_UNLIKELY(crossing != 0)) return {k, crossing};
    last[row[k]] = now;
  }
  return {row.size(), 0};
}

// The same for sparse rows; what they are made of is in three places.
template <class Real>
HWY_INLINE void PrefetchSparse(const Rows<Real>& rows, std::span<const std::uint32_t> row,
                               std::size_t k, const std::uint32_t* last) {
  constexpr std::size_t kAhead = 8;
  if (k + kAhead >= row.size()) return;
  const std::uint32_t ahead = row[k + kAhead];
  __builtin_prefetch(last + ahead, 1, 3);
  __builtin_prefetch(rows.slots + (ahead - rows.dense_rows), 0, 3);
  __builtin_prefetch(rows.sparse + 2 * (ahead - rows.dense_rows + 1), 1, 3);
}

// Most sparse rows have one to three slots, too few for vectors, and in a sparse model nearly all
// of them rest: they are told by the lowest bound, without a look at the moments.
template <class Real>
HWY_INLINE FollowedRows FollowSparseRowsT(const Rows<Real>& rows,
                                          std::span<const std::uint32_t> row,
                                          const ProximalMoment* moments, std::uint32_t now,
                                          std::uint32_t* last) {
  const Real lowest_bound = static_cast<Real>(moments[0].bound);
  for (std::size_t k = 0; k < row.size(); ++k) {
    PrefetchSparse(rows, row, k, last);
    const std::uint32_t from = last[row[k]];
    if (from == now) continue;
    const std::size_t place = row[k] - rows.dense_rows;
    const std::uint32_t slots = rows.slots[place];
    Real* const pairs = rows.sparse + 2 * (place + 1);
    bool rests = true;
    for (std::uint32_t j = 0; j < slots; ++j) {
      rests = rests & (pairs[2 * j] == 0) & (std::abs(pairs[2 * j + 1]) <= lowest_bound);
    }
    if (!rests) {
      const auto span = SpanBetween<Real>(moments[from], moments[now]);
      std::uint64_t crossing = 0;
      for (std::uint32_t j = 0; j < slots; ++j) {
        Real moved;
        if (HWY_LIKELY(FollowOne(pairs[2 * j], pairs[2 * j + 1], span, moved))) {
          pairs[2 * j] = moved;
        } else {
          crossing |= std::uint64_t{1} << j;
        }
      }
      if (HWY_UNLIKELY(crossing != 0)) return {k, crossing};
    }
    last[row[k]] = now;
  }
  return {row.size(), 0};
}

template <class Real>
HWY_INLINE void StepRowsT(const Rows<Real>& rows, std::span<const std::uint32_t> row,
                          const ProximalStep<Real>& step) {
  const Tag<Real> tag;
  const auto factor_w = hn::Set(tag, step.shrink);
  const auto factor_d = hn::Set(tag, step.on_d);
  const auto threshold = hn::Set(tag, step.threshold);
  for (const std::uint32_t r : row) {
    Real* w = rows.dense + r * 2 * rows.dense_stride;
    for (std::size_t k = 0; k < rows.dense_stride; k += hn::Lanes(tag)) {
      const auto kept = hn::Mul(factor_w, hn::LoadU(tag, w + k));
      const auto z = hn::NegMulAdd(factor_d, hn::LoadU(tag, w + rows.dense_stride + k), kept);
      const auto size = hn::Sub(hn::Abs(z), threshold);
      const auto moves = hn::Gt(size, hn::Zero(tag));
      hn::StoreU(hn::IfThenElseZero(moves, hn::CopySign(size, z)), tag, w + k);
    }
  }
}

template <class Real>
HWY_INLINE SubgradientSweep LeastSubgradientT(std::size_t count, const Real* w, const Real* d,
                                              Real on_d, Real lambda, Real lambda1) {
  const Tag<Real> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto factor_d = hn::Set(tag, on_d);
  const auto factor_w = hn::Set(tag, lambda);
  const auto pull = hn::Set(tag, lambda1);
  auto most = hn::Zero(tag), squares = hn::Zero(tag), sizes = hn::Zero(tag);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto own = hn::LoadU(tag, w + k);
    const auto g = hn::MulAdd(factor_d, hn::LoadU(tag, d + k), hn::Mul(factor_w, own));
    const auto at_zero = hn::Sub(hn::Abs(g), pull);
    const auto elsewhere = hn::Abs(hn::Add(g, hn::CopySign(pull, own)));
    most = hn::Max(most, hn::IfThenElse(hn::Eq(own, hn::Zero(tag)), at_zero, elsewhere));
    squares = hn::MulAdd(own, own, squares);
    sizes = hn::Add(sizes, hn::Abs(own));
  }
  SubgradientSweep sweep{static_cast<double>(hn::GetLane(hn::MaxOfLanes(tag, most))),
                         static_cast<double>(hn::GetLane(hn::SumOfLanes(tag, squares))),
                         static_cast<double>(hn::GetLane(hn::SumOfLanes(tag, sizes)))};
  for (; k < count; ++k) {
    const Real g = on_d * d[k] + lambda * w[k];
    const Real least =
        w[k] == 0 ? std::abs(g) - lambda1 : std::abs(g + std::copysign(lambda1, w[k]));
    sweep.max_abs = std::max(sweep.max_abs, static_cast<double>(least));
    sweep.squares += static_cast<double>(w[k]) * static_cast<double>(w[k]);
    sweep.sizes += static_cast<double>(std::abs(w[k]));
  }
  return sweep;
}

// Dispatch works on plain functions, so each precision gets its own.
#define SAGITTA_PROXIMAL_KERNELS(Real)                                                             \
  std::uint64_t Follow_##Real(std::size_t count, const Real* w, const Real* d,                     \
                              const ProximalSpan<Real>& span, Real* out) {                         \
    return FollowT(count, w, d, span, out);                                                        \
  }                                                                                                \
  FollowedRows FollowRows_##Real(const Rows<Real>& rows, std::span<const std::uint32_t> row,       \
                                 const ProximalMoment* moments, std::uint32_t now,                 \
                                 std::uint32_t* last) {                                            \
    return FollowRowsT(rows, row, moments, now, last);                                             \
  }                                                                                                \
  FollowedRows FollowSparseRows_##Real(const Rows<Real>& rows, std::span<const std::uint32_t> row, \
                                       const ProximalMoment* moments, std::uint32_t now,           \
                                       std::uint32_t* last) {                                      \
    return FollowSparseRowsT(rows, row, moments, now, last);                                       \
  }                                                                                                \
  void StepRows_##Real(const Rows<Real>& rows, std::span<const std::uint32_t> row,                 \
                       const ProximalStep<Real>& step) {                                           \
    StepRowsT(rows, row, step);                                                                    \
  }                                                                                                \
  SubgradientSweep LeastSubgradient_##Real(std::size_t count, const Real* w, const Real* d,        \
                                           Real on_d, Real lambda, Real lambda1) {                 \
    return LeastSubgradientT(count, w, d, on_d, lambda, lambda1);                                  \
  }

SAGITTA_PROXIMAL_KERNELS(float)
SAGITTA_PROXIMAL_KERNELS(double)
#undef SAGITTA_PROXIMAL_KERNELS

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

#define SAGITTA_PROXIMAL_DISPATCH(Real)                                                            \
  SAGITTA_KERNEL(Follow_##Real);                                                                   \
  SAGITTA_KERNEL(FollowRows_##Real);                                                               \
  SAGITTA_KERNEL(FollowSparseRows_##Real);                                                         \
  SAGITTA_KERNEL(StepRows_##Real);                                                                 \
  SAGITTA_KERNEL(LeastSubgradient_##Real);                                                         \
  template <>                                                                                      \
  std::uint64_t Follow(std::size_t count, const Real* w, const Real* d,                            \
                       const ProximalSpan<Real>& span, Real* out) {                                \
    return SAGITTA_DISPATCH(Follow_##Real)(count, w, d, span, out);                                \
  }                                                                                                \
  template <>                                                                                      \
  FollowedRows FollowRows(const Rows<Real>& rows, std::span<const std::uint32_t> row,              \
                          const ProximalMoment* moments, std::uint32_t now, std::uint32_t* last) { \
    return SAGITTA_DISPATCH(FollowRows_##Real)(rows, row, moments, now, last);                     \
  }                                                                                                \
  template <>                                                                                      \
  FollowedRows FollowSparseRows(const Rows<Real>& rows, std::span<const std::uint32_t> row,        \
                                const ProximalMoment* moments, std::uint32_t now,                  \
                                std::uint32_t* last) {                                             \
    return SAGITTA_DISPATCH(FollowSparseRows_##Real)(rows, row, moments, now, last);               \
  }                                                                                                \
  template <>                                                                                      \
  void StepRows(const Rows<Real>& rows, std::span<const std::uint32_t> row,                        \
                const ProximalStep<Real>& step) {                                                  \
    SAGITTA_DISPATCH(StepRows_##Real)(rows, row, step);                                            \
  }                                                                                                \
  template <>                                                                                      \
  SubgradientSweep LeastSubgradient(std::size_t count, const Real* w, const Real* d, Real on_d,    \
                                    Real lambda, Real lambda1) {                                   \
    return SAGITTA_DISPATCH(LeastSubgradient_##Real)(count, w, d, on_d, lambda, lambda1);          \
  }

SAGITTA_PROXIMAL_DISPATCH(float)
SAGITTA_PROXIMAL_DISPATCH(double)
#undef SAGITTA_PROXIMAL_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
