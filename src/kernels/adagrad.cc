// Highway versions of kernels/adagrad.h. Compiled once per instruction set; see kernels/targets.h.
#include "kernels/adagrad.h"

#include <algorithm>

#include "kernels/dispatch.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/adagrad.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/adagrad-inl.h"
#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// ---- Dense rows ----

template <class Real>
using OccurrenceSpan = std::span<const RowOccurrence<Real>>;

// The occurrences of dense rows, which come first.
template <class Real>
HWY_INLINE OccurrenceSpan<Real> DenseOnes(const Rows<Real>& rows, OccurrenceSpan<Real> at) {
  if (rows.words == 0) return at;
  std::size_t count = at.size();
  while (count > 0 && at[count - 1].row >= rows.dense_rows) --count;
  return at.first(count);
}

// Prefetches rows and their step numbers.
template <class Real>
class AdaGradPrefetcher {
 public:
  HWY_INLINE AdaGradPrefetcher(const AdaGradRows<Real>& rows, std::span<const std::uint32_t> ahead)
      : rows_(rows.rows, ahead), step_of_(rows.step_of) {}

  HWY_INLINE void One() {
    if (rows_.Done()) return;
    __builtin_prefetch(step_of_ + rows_.Next(), 1, 2);
    rows_.One();
  }

 private:
  RowPrefetcher<true, Real> rows_;
  std::uint32_t* step_of_;
};

// One block of all rows. The padding of a row is zero, so adding it does not change the next row of
// scores.
template <int N, bool kHalf, class Real>
HWY_NOINLINE void GatherRows(const AdaGradRows<Real>& rows, OccurrenceSpan<Real> at,
                             std::size_t first, const Shrinking<Real> shrinking,
                             AdaGradPrefetcher<Real>& shared_ahead, std::size_t out_stride,
                             Real* HWY_RESTRICT out) {
  AdaGradPrefetcher<Real> ahead = shared_ahead;  // a local copy can stay in registers
  const std::size_t part = rows.rows.dense_stride;
  const bool last = first + kMaxVectors * hn::Lanes(hn::ScalableTag<Real>()) >= part;
  Real* const base = rows.rows.dense + first;
  std::uint32_t* const step_of = rows.step_of;
  out += first;
  const RowOccurrence<Real>* k = at.data();
  const RowOccurrence<Real>* const end = k + at.size();
  while (k != end) {
    ahead.One();
    const std::size_t row = k->row;
    Block<Real, N, kHalf> shrunk;
    ShrinkBlock(shrinking, step_of[row], part, base + row * 2 * part, shrunk);
    if (last) step_of[row] = shrinking.now;
    do {
      Real* HWY_RESTRICT to = out + k->token * out_stride;
      const Splat<Real> x(k->value);
      shrunk.ForEach([&](auto d, auto& s, std::size_t j) HWY_ATTR {
        hn::StoreU(hn::MulAdd(x.As(d), s, hn::LoadU(d, to + j)), d, to + j);
      });
    } while (++k != end && k->row == row);
  }
  shared_ahead = ahead;
}

template <int N, bool kHalf, class Real>
HWY_NOINLINE void StepRows(const AdaGradRows<Real>& rows, OccurrenceSpan<Real> at,
                           std::size_t first, const AdaGradSettings& settings,
                           AdaGradPrefetcher<Real>& shared_ahead, std::size_t table_stride,
                           const Real* HWY_RESTRICT table) {
  AdaGradPrefetcher<Real> ahead = shared_ahead;  // a local copy can stay in registers
  const Stepping<Real> stepping(settings);
  const std::size_t part = rows.rows.dense_stride;
  Real* const base = rows.rows.dense + first;
  const Real* const masks = rows.rows.mask != nullptr ? rows.rows.mask + first : nullptr;
  table += first;
  // Past the width, the row of the next token follows in the table.
  Block<Real, N, kHalf> inside;
  inside.ForEach([&](auto d, auto& i, std::size_t j) HWY_ATTR {
    const std::size_t left = rows.rows.width - std::min<std::size_t>(first + j, rows.rows.width);
    i = hn::VecFromMask(d, hn::FirstN(d, std::min(left, hn::Lanes(d))));
  });
  // Backwards, because the rows gathered last are still in the L1 cache.
  const RowOccurrence<Real>* const begin = at.data();
  const RowOccurrence<Real>* k = begin + at.size();
  while (k != begin) {
    ahead.One();
    const std::size_t row = k[-1].row;
    Block<Real, N, kHalf> gradient;
    gradient.ForEach([](auto d, auto& g, std::size_t) HWY_ATTR { g = hn::Zero(d); });
    do {
      --k;
      const Real* HWY_RESTRICT from = table + k->token * table_stride;
      const Splat<Real> x(k->value);
      gradient.ForEach([&](auto d, auto& g, std::size_t j)
                           HWY_ATTR { g = hn::MulAdd(x.As(d), hn::LoadU(d, from + j), g); });
    } while (k != begin && k[-1].row == row);
    Combine(gradient, inside,
            [](auto, auto& g, auto& i, std::size_t) HWY_ATTR { g = hn::And(g, i); });
    if (masks != nullptr) {
      gradient.ForEach([&](auto d, auto& g, std::size_t j)
                           HWY_ATTR { g = hn::Mul(g, hn::LoadU(d, masks + row * part + j)); });
    }
    Real* HWY_RESTRICT w = base + row * 2 * part;
    gradient.ForEach([&](auto d, auto& g, std::size_t j)
                         HWY_ATTR { stepping.Step(d, g, w + j, w + part + j); });
  }
  shared_ahead = ahead;
}

// ---- Sparse rows: slot by slot ----

template <class Real>
using OneLane = hn::CappedTag<Real, 1>;

// Calls body(first occurrence, end of the occurrences, place of the row) for each sparse row.
template <class Real, class Body>
HWY_INLINE void ForSparseRows(const Rows<Real>& rows, OccurrenceSpan<Real> at, const Body& body) {
  const RowOccurrence<Real>* const end = at.data() + at.size();
  for (const RowOccurrence<Real>* k = at.data(); k != end;) {
    const RowOccurrence<Real>* next = k + 1;
    while (next != end && next->row == k->row) ++next;
    body(k, next, k->row - rows.dense_rows);
    k = next;
  }
}

// Brings all slots of a sparse row to the step `now`.
template <class Real>
HWY_INLINE void ShrinkSparse(const AdaGradRows<Real>& rows, std::size_t place,
                             const Shrinking<Real>& shrinking) {
  const OneLane<Real> d;
  std::uint32_t& step = rows.step_of[rows.rows.dense_rows + place];
  const std::size_t last = place + rows.rows.slots[place];
  WithShrinkingSince(step, shrinking, [&](const auto& own) HWY_ATTR {
    for (std::size_t k = place + 1; k <= last; ++k) {
      Real* w = rows.rows.sparse + 2 * k;
      hn::StoreU(own.Of(d, hn::LoadU(d, w), hn::LoadU(d, w + 1)), d, w);
    }
  });
  step = shrinking.now;
}

template <class Real>
HWY_INLINE void GatherSparse(const AdaGradRows<Real>& rows, OccurrenceSpan<Real> at,
                             const Shrinking<Real>& shrinking, AdaGradPrefetcher<Real>& ahead,
                             std::size_t stride, Real* out) {
  ForSparseRows(rows.rows, at, [&](auto first, auto end, std::size_t place) HWY_ATTR {
    ahead.One();
    ShrinkSparse(rows, place, shrinking);
    const std::size_t last = place + rows.rows.slots[place];
    for (; first != end; ++first) {
      Real* to = out + first->token * stride;
      for (std::size_t k = place + 1; k <= last; ++k) {
        to[rows.rows.slots[k]] += first->value * rows.rows.sparse[2 * k];
      }
    }
  });
}

template <class Real>
HWY_INLINE void StepSparse(const AdaGradRows<Real>& rows, OccurrenceSpan<Real> at,
                           const AdaGradSettings& settings, AdaGradPrefetcher<Real>& ahead,
                           std::size_t stride, const Real* table) {
  const OneLane<Real> d;
  const Stepping<Real> stepping(settings);
  ForSparseRows(rows.rows, at, [&](auto first, auto end, std::size_t place) HWY_ATTR {
    ahead.One();
    const std::size_t last = place + rows.rows.slots[place];
    for (std::size_t k = place + 1; k <= last; ++k) {
      Real g = 0;
      for (auto own = first; own != end; ++own) {
        g += own->value * table[own->token * stride + rows.rows.slots[k]];
      }
      Real* w = rows.rows.sparse + 2 * k;
      stepping.Step(d, hn::Set(d, g), w, w + 1);
    }
  });
}

// ---- Whole examples ----

template <class Real>
HWY_INLINE void AdaGradGatherT(const AdaGradRows<Real>& rows, OccurrenceSpan<Real> at,
                               std::uint32_t now, const AdaGradSettings& settings,
                               std::span<const std::uint32_t> rows_ahead, std::size_t tokens,
                               std::size_t stride, Real* out) {
  const Shrinking<Real> shrinking(now, settings);
  AdaGradPrefetcher<Real> ahead(rows, rows_ahead);
  std::fill_n(out, tokens * stride, Real{0});
  const OccurrenceSpan<Real> dense = DenseOnes(rows.rows, at);
  ForBlocks<Real>(rows.rows.dense_stride, [&]<int N, bool kHalf>(std::size_t first) HWY_ATTR {
    GatherRows<N, kHalf>(rows, dense, first, shrinking, ahead, stride, out);
  });
  GatherSparse(rows, at.subspan(dense.size()), shrinking, ahead, stride, out);
}

template <class Real>
HWY_INLINE void AdaGradStepT(const AdaGradRows<Real>& rows, OccurrenceSpan<Real> at,
                             const AdaGradSettings& settings,
                             std::span<const std::uint32_t> rows_ahead, std::size_t stride,
                             const Real* table) {
  AdaGradPrefetcher<Real> ahead(rows, rows_ahead);
  const OccurrenceSpan<Real> dense = DenseOnes(rows.rows, at);
  ForBlocks<Real>(rows.rows.dense_stride, [&]<int N, bool kHalf>(std::size_t first) HWY_ATTR {
    StepRows<N, kHalf>(rows, dense, first, settings, ahead, stride, table);
  });
  StepSparse(rows, at.subspan(dense.size()), settings, ahead, stride, table);
}

// One block of the dense rows [begin, end). Returns the sum of squares, summed in Real.
template <int N, bool kHalf, class Real>
HWY_INLINE Real SettleRows(const AdaGradRows<Real>& rows, std::size_t begin, std::size_t end,
                           std::size_t first, const Shrinking<Real>& shrinking) {
  const std::size_t part = rows.rows.dense_stride;
  Block<Real, N, kHalf> shrunk, squares;
  squares.ForEach([](auto d, auto& s, std::size_t) HWY_ATTR { s = hn::Zero(d); });
  for (std::size_t row = begin; row < end; ++row) {
    Real* HWY_RESTRICT w = rows.rows.dense + row * 2 * part + first;
    ShrinkBlock(shrinking, rows.step_of[row], part, w, shrunk);
    Combine(shrunk, squares,
            [](auto, auto& x, auto& s, std::size_t) HWY_ATTR { s = hn::MulAdd(x, x, s); });
  }
  Real sum = 0;
  squares.ForEach([&](auto d, auto& s, std::size_t)
                      HWY_ATTR { sum += hn::GetLane(hn::SumOfLanes(d, s)); });
  return sum;
}

template <class Real>
HWY_INLINE double AdaGradSettleT(const AdaGradRows<Real>& rows, std::uint32_t now,
                                 const AdaGradSettings& settings) {
  constexpr std::size_t kRowsAtOnce = 64;
  const Shrinking<Real> shrinking(now, settings);
  double squares = 0;
  ForBlocks<Real>(rows.rows.dense_stride, [&]<int N, bool kHalf>(std::size_t first) HWY_ATTR {
    for (std::size_t begin = 0; begin < rows.rows.dense_rows; begin += kRowsAtOnce) {
      const std::size_t end = std::min<std::size_t>(rows.rows.dense_rows, begin + kRowsAtOnce);
      squares += static_cast<double>(SettleRows<N, kHalf>(rows, begin, end, first, shrinking));
    }
  });
  for (std::size_t place = 0; place < rows.rows.words; place += 1 + rows.rows.slots[place]) {
    ShrinkSparse(rows, place, shrinking);
    for (std::size_t k = place + 1; k <= place + rows.rows.slots[place]; ++k) {
      const double w = static_cast<double>(rows.rows.sparse[2 * k]);
      squares += w * w;
    }
  }
  std::fill_n(rows.step_of, rows.rows.dense_rows + rows.rows.words, 0u);
  return squares;
}

// Dispatch works on plain functions, so each precision gets its own.
#define SAGITTA_ADAGRAD_KERNELS(Real)                                                            \
  void AdaGradGather_##Real(const AdaGradRows<Real>& rows, OccurrenceSpan<Real> at,              \
                            std::uint32_t now, const AdaGradSettings& settings,                  \
                            std::span<const std::uint32_t> ahead, std::size_t tokens,            \
                            std::size_t stride, Real* out) {                                     \
    AdaGradGatherT(rows, at, now, settings, ahead, tokens, stride, out);                         \
  }                                                                                              \
  void AdaGradStep_##Real(const AdaGradRows<Real>& rows, OccurrenceSpan<Real> at,                \
                          const AdaGradSettings& settings, std::span<const std::uint32_t> ahead, \
                          std::size_t stride, const Real* table) {                               \
    AdaGradStepT(rows, at, settings, ahead, stride, table);                                      \
  }                                                                                              \
  double AdaGradSettle_##Real(const AdaGradRows<Real>& rows, std::uint32_t now,                  \
                              const AdaGradSettings& settings) {                                 \
    return AdaGradSettleT(rows, now, settings);                                                  \
  }

SAGITTA_ADAGRAD_KERNELS(float)
SAGITTA_ADAGRAD_KERNELS(double)
#undef SAGITTA_ADAGRAD_KERNELS

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

#define SAGITTA_ADAGRAD_DISPATCH(Real)                                                             \
  SAGITTA_KERNEL(AdaGradGather_##Real);                                                            \
  SAGITTA_KERNEL(AdaGradStep_##Real);                                                              \
  SAGITTA_KERNEL(AdaGradSettle_##Real);                                                            \
  template <>                                                                                      \
  void AdaGradGather(const AdaGradRows<Real>& rows, std::span<const RowOccurrence<Real>> at,       \
                     std::uint32_t now, const AdaGradSettings& settings,                           \
                     std::span<const std::uint32_t> ahead, std::size_t tokens, std::size_t stride, \
                     Real* out) {                                                                  \
    SAGITTA_DISPATCH(AdaGradGather_##Real)                                                         \
    (rows, at, now, settings, ahead, tokens, stride, out);                                         \
  }                                                                                                \
  template <>                                                                                      \
  void AdaGradStep(const AdaGradRows<Real>& rows, std::span<const RowOccurrence<Real>> at,         \
                   const AdaGradSettings& settings, std::span<const std::uint32_t> ahead,          \
                   std::size_t stride, const Real* table) {                                        \
    SAGITTA_DISPATCH(AdaGradStep_##Real)(rows, at, settings, ahead, stride, table);                \
  }                                                                                                \
  template <>                                                                                      \
  double AdaGradSettle(const AdaGradRows<Real>& rows, std::uint32_t now,                           \
                       const AdaGradSettings& settings) {                                          \
    return SAGITTA_DISPATCH(AdaGradSettle_##Real)(rows, now, settings);                            \
  }

SAGITTA_ADAGRAD_DISPATCH(float)
SAGITTA_ADAGRAD_DISPATCH(double)
#undef SAGITTA_ADAGRAD_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
