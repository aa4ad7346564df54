// Highway versions of kernels/rows.h, except for Clear and Sweep (rows_sweep.cc). Compiled once per
// instruction set; see kernels/targets.h.
#include "kernels/rows.h"

#include <algorithm>

#include "kernels/dispatch.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rows.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The number of dense rows among row[0 .. count). They come first.
template <class Real>
HWY_INLINE std::size_t DenseCount(const Rows<Real>& rows, const std::uint32_t* row,
                                  std::size_t count) {
  while (count > 0 && row[count - 1] >= rows.dense_rows) --count;
  return count;
}

// ---- Dense rows ----

// One block of out[t] = scale * sum_k value_k * v[row_k], for all tokens. The two parts of lazy
// rows are summed separately and combined at the end: sum x v = sum x a - clock * sum x d.
template <int N, bool kHalf, bool kLazy, class Real>
HWY_NOINLINE void GatherBlock(const Rows<Real>& rows, const Occurrences<Real>& at,
                              std::size_t first, Real clock, Real scale,
                              RowPrefetcher<kLazy, Real>& ahead, std::size_t out_stride,
                              Real* HWY_RESTRICT out) {
  const std::size_t part = rows.dense_stride;
  const std::size_t stride = kLazy ? 2 * part : part;
  const bool with_d = kLazy && clock != 0;  // otherwise d is not read
  const Real* const base = rows.dense + first;
  for (std::size_t t = 0; t < at.tokens; ++t, out += out_stride) {
    Block<Real, N, kHalf> sum, sum_d;
    sum.ForEach([](auto d, auto& s, std::size_t) HWY_ATTR { s = hn::Zero(d); });
    sum_d.ForEach([](auto d, auto& s, std::size_t) HWY_ATTR { s = hn::Zero(d); });
    const std::uint32_t* row = at.row + at.begin[t];
    const Real* value = at.value + at.begin[t];
    const std::uint32_t* const end = row + DenseCount(rows, row, at.begin[t + 1] - at.begin[t]);
    for (; row != end; ++row, ++value) {
      ahead.One();
      const Real* HWY_RESTRICT v = base + *row * stride;
      const Real x = *value;
      sum.ForEach([&](auto d, auto& s, std::size_t j)
                      HWY_ATTR { s = hn::MulAdd(hn::Set(d, x), hn::LoadU(d, v + j), s); });
      if (with_d) {
        sum_d.ForEach([&](auto d, auto& s, std::size_t j) HWY_ATTR {
          s = hn::MulAdd(hn::Set(d, x), hn::LoadU(d, v + part + j), s);
        });
      }
    }
    if constexpr (kLazy) {
      Combine(sum, sum_d, [&](auto d, auto& s, auto& s_d, std::size_t) HWY_ATTR {
        s = hn::NegMulAdd(hn::Set(d, clock), s_d, s);
      });
    }
    // A tight row is followed by the next row, which an earlier block may have written.
    sum.ForEach([&](auto d, auto& s, std::size_t j) HWY_ATTR {
      const std::size_t k = first + j;
      const auto scaled = hn::Mul(hn::Set(d, scale), s);
      if (k + hn::Lanes(d) <= out_stride) {
        hn::StoreU(scaled, d, out + k);
      } else if (k < rows.width) {
        hn::BlendedStore(scaled, hn::FirstN(d, rows.width - k), d, out + k);
      }
    });
  }
}

// One block of v[row_k] += on_v * value_k * table[t], for all tokens; on lazy rows
// a += on_v * value_k * table[t] and d += on_d * value_k * table[t].
template <int N, bool kHalf, bool kLazy, class Real>
HWY_NOINLINE void ScatterBlock(const Rows<Real>& rows, const Occurrences<Real>& at,
                               std::size_t first, Real on_v, Real on_d,
                               RowPrefetcher<kLazy, Real>& ahead, std::size_t table_stride,
                               const Real* HWY_RESTRICT table) {
  const std::size_t part = rows.dense_stride;
  const std::size_t stride = kLazy ? 2 * part : part;
  const bool with_d = kLazy && on_d != 0;  // otherwise d is not touched
  Real* const base = rows.dense + first;
  const std::uint64_t* const ends = at.Ends();
  // Backwards, because the rows gathered last are still in the L1 cache.
  for (std::size_t t = at.tokens; t-- > 0;) {
    if (ends[t] == at.begin[t]) continue;
    const Real* HWY_RESTRICT own_table = table + t * table_stride + first;
    Block<Real, N, kHalf> add;
    add.ForEach([&](auto d, auto& a, std::size_t j) HWY_ATTR {
      const std::size_t in = first + j < rows.width ? rows.width - first - j : 0;
      const auto inside = hn::FirstN(d, std::min(in, hn::Lanes(d)));
      a = hn::IfThenElseZero(inside, hn::LoadU(d, own_table + j));
    });
    const std::uint32_t* row = at.row + at.begin[t];
    const Real* value = at.value + at.begin[t];
    const std::uint32_t* const end = row + DenseCount(rows, row, ends[t] - at.begin[t]);
    for (; row != end; ++row, ++value) {
      ahead.One();
      Real* HWY_RESTRICT to = base + *row * stride;
      const Real* mask = rows.mask != nullptr ? rows.mask + *row * part + first : nullptr;
      const Real x_v = on_v * *value;
      const Real x_d = on_d * *value;
      add.ForEach([&](auto d, auto& a, std::size_t j) HWY_ATTR {
        auto own = a;
        if (mask != nullptr) own = hn::Mul(own, hn::LoadU(d, mask + j));
        hn::StoreU(hn::MulAdd(hn::Set(d, x_v), own, hn::LoadU(d, to + j)), d, to + j);
        if (with_d) {
          Real* to_d = to + part + j;
          hn::StoreU(hn::MulAdd(hn::Set(d, x_d), own, hn::LoadU(d, to_d)), d, to_d);
        }
      });
    }
  }
}

// ---- Whole lazy rows ----
//
// A lazy row consists of whole cache lines, but d may begin in the middle of one, and its vectors
// then cross line boundaries. If both parts are needed and a row has few vectors, it is therefore
// processed as one array [a, d].

// The number of vectors in such a row; 0 if there are too many.
template <class Real>
HWY_INLINE std::size_t WholeVectors(const Rows<Real>& rows) {
  const std::size_t vectors = 2 * rows.dense_stride / hn::Lanes(hn::ScalableTag<Real>());
  return vectors <= kMaxVectors ? vectors : 0;
}

// GatherBlock for rows of N vectors.
template <int N, class Real>
HWY_NOINLINE void GatherWhole(const Rows<Real>& rows, const Occurrences<Real>& at, Real clock,
                              Real scale, RowPrefetcher<true, Real>& ahead, std::size_t out_stride,
                              Real* HWY_RESTRICT out) {
  const hn::CappedTag<Real, 32 / sizeof(Real)> unit;
  const std::size_t part = rows.dense_stride;
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  HWY_ALIGN Real both[N * hn::MaxLanes(hn::ScalableTag<Real>())];
  for (std::size_t t = 0; t < at.tokens; ++t, out += out_stride) {
    Block<Real, N, false> sum;
    sum.ForEach([](auto d, auto& s, std::size_t) HWY_ATTR { s = hn::Zero(d); });
    const std::uint32_t* row = at.row + at.begin[t];
    const Real* value = at.value + at.begin[t];
    const std::uint32_t* const end = row + DenseCount(rows, row, at.begin[t + 1] - at.begin[t]);
    for (; row != end; ++row, ++value) {
      ahead.One();
      const Real* HWY_RESTRICT v = rows.dense + *row * N * lanes;
      sum.ForEach([&](auto d, auto& s, std::size_t j)
                      HWY_ATTR { s = hn::MulAdd(hn::Set(d, *value), hn::LoadU(d, v + j), s); });
    }
    sum.ForEach([&](auto d, auto& s, std::size_t j) HWY_ATTR { hn::Store(s, d, both + j); });
    for (std::size_t k = 0; k < part; k += hn::Lanes(unit)) {
      const auto v = hn::NegMulAdd(hn::Set(unit, clock), hn::LoadU(unit, both + part + k),
                                   hn::LoadU(unit, both + k));
      const auto scaled = hn::Mul(hn::Set(unit, scale), v);
      if (k + hn::Lanes(unit) <= out_stride) {
        hn::StoreU(scaled, unit, out + k);
      } else if (k < rows.width) {
        hn::BlendedStore(scaled, hn::FirstN(unit, rows.width - k), unit, out + k);
      }
    }
  }
}

// ScatterBlock for rows of N vectors, without a mask.
template <int N, class Real>
HWY_NOINLINE void ScatterWhole(const Rows<Real>& rows, const Occurrences<Real>& at, Real on_v,
                               Real on_d, RowPrefetcher<true, Real>& ahead,
                               std::size_t table_stride, const Real* HWY_RESTRICT table) {
  const std::size_t part = rows.dense_stride;
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  HWY_ALIGN Real both[N * hn::MaxLanes(hn::ScalableTag<Real>())] = {};
  const std::uint64_t* const ends = at.Ends();
  for (std::size_t t = at.tokens; t-- > 0;) {
    if (ends[t] == at.begin[t]) continue;
    const Real* HWY_RESTRICT own_table = table + t * table_stride;
    for (std::size_t k = 0; k < rows.width; ++k) {
      both[k] = on_v * own_table[k];
      both[part + k] = on_d * own_table[k];
    }
    Block<Real, N, false> add;
    add.ForEach([&](auto d, auto& a, std::size_t j) HWY_ATTR { a = hn::Load(d, both + j); });
    const std::uint32_t* row = at.row + at.begin[t];
    const Real* value = at.value + at.begin[t];
    const std::uint32_t* const end = row + DenseCount(rows, row, ends[t] - at.begin[t]);
    for (; row != end; ++row, ++value) {
      ahead.One();
      Real* HWY_RESTRICT to = rows.dense + *row * N * lanes;
      add.ForEach([&](auto d, auto& a, std::size_t j) HWY_ATTR {
        hn::StoreU(hn::MulAdd(hn::Set(d, *value), a, hn::LoadU(d, to + j)), d, to + j);
      });
    }
  }
}

// ---- All dense rows ----

template <bool kLazy, class Real>
HWY_INLINE void GatherDense(const Rows<Real>& rows, const Occurrences<Real>& at, Real clock,
                            Real scale, RowPrefetcher<kLazy, Real>& ahead, std::size_t stride,
                            Real* out) {
  if constexpr (kLazy) {
    if (const std::size_t vectors = clock != 0 ? WholeVectors(rows) : 0; vectors > 0) {
      return CallWithCount<kMaxVectors>(vectors, [&]<int N>() HWY_ATTR {
        GatherWhole<N>(rows, at, clock, scale, ahead, stride, out);
      });
    }
  }
  ForBlocks<Real>(rows.dense_stride, [&]<int N, bool kHalf>(std::size_t first) HWY_ATTR {
    GatherBlock<N, kHalf, kLazy>(rows, at, first, clock, scale, ahead, stride, out);
  });
}

template <bool kLazy, class Real>
HWY_INLINE void ScatterDense(const Rows<Real>& rows, const Occurrences<Real>& at, Real on_v,
                             Real on_d, RowPrefetcher<kLazy, Real>& ahead, std::size_t stride,
                             const Real* table) {
  if constexpr (kLazy) {
    const bool whole = on_d != 0 && rows.mask == nullptr;
    if (const std::size_t vectors = whole ? WholeVectors(rows) : 0; vectors > 0) {
      return CallWithCount<kMaxVectors>(vectors, [&]<int N>() HWY_ATTR {
        ScatterWhole<N>(rows, at, on_v, on_d, ahead, stride, table);
      });
    }
  }
  ForBlocks<Real>(rows.dense_stride, [&]<int N, bool kHalf>(std::size_t first) HWY_ATTR {
    ScatterBlock<N, kHalf, kLazy>(rows, at, first, on_v, on_d, ahead, stride, table);
  });
}

// ---- Sparse rows ----

// Calls body(place of the row's first word, value, t) for each occurrence of a sparse row.
template <class Real, class Body>
HWY_INLINE void ForSparse(const Rows<Real>& rows, const Occurrences<Real>& at, const Body& body) {
  if (rows.words == 0) return;
  const std::uint64_t* const ends = at.Ends();
  for (std::size_t t = 0; t < at.tokens; ++t) {
    for (std::uint64_t k = ends[t]; k-- > at.begin[t] && at.row[k] >= rows.dense_rows;) {
      body(at.row[k] - rows.dense_rows, at.value[k], t);
    }
  }
}

// ---- Whole examples ----

template <bool kLazy, class Real>
HWY_INLINE void GatherT(const Rows<Real>& rows, const Occurrences<Real>& at, double clock,
                        Real scale, std::span<const std::uint32_t> rows_ahead, std::size_t stride,
                        Real* out) {
  RowPrefetcher<kLazy, Real> ahead(rows, rows_ahead);
  const Real now = static_cast<Real>(clock);
  GatherDense(rows, at, now, scale, ahead, stride, out);
  if (stride > rows.width) {
    for (std::size_t t = 0; t < at.tokens; ++t) {
      std::fill(out + t * stride + rows.width, out + (t + 1) * stride, Real{0});
    }
  }
  ForSparse(rows, at, [&](std::size_t place, Real x, std::size_t t) HWY_ATTR {
    Real* to = out + t * stride;
    const Real factor = scale * x;
    const std::size_t last = place + rows.slots[place];
    for (std::size_t k = place + 1; k <= last; ++k) {
      const Real* v = rows.sparse + (kLazy ? 2 * k : k);
      to[rows.slots[k]] += factor * (kLazy ? v[0] - now * v[1] : v[0]);
    }
  });
}

template <bool kLazy, class Real>
HWY_INLINE void ScatterT(const Rows<Real>& rows, const Occurrences<Real>& at, double on_v,
                         double on_d, std::span<const std::uint32_t> rows_ahead, std::size_t stride,
                         const Real* table) {
  RowPrefetcher<kLazy, Real> ahead(rows, rows_ahead);
  const Real factor_v = static_cast<Real>(on_v);
  const Real factor_d = static_cast<Real>(on_d);
  ScatterDense(rows, at, factor_v, factor_d, ahead, stride, table);
  ForSparse(rows, at, [&](std::size_t place, Real x, std::size_t t) HWY_ATTR {
    const Real* from = table + t * stride;
    const std::size_t last = place + rows.slots[place];
    for (std::size_t k = place + 1; k <= last; ++k) {
      Real* to = rows.sparse + (kLazy ? 2 * k : k);
      const Real add = x * from[rows.slots[k]];
      to[0] += factor_v * add;
      if (kLazy) to[1] += factor_d * add;
    }
  });
}

// Dispatch works on plain functions, so each precision gets its own.
#define SAGITTA_ROW_KERNELS(Real)                                                                \
  void Gather_##Real(const Rows<Real>& rows, const Occurrences<Real>& at, Real scale,            \
                     std::span<const std::uint32_t> ahead, std::size_t stride, Real* out) {      \
    GatherT<false>(rows, at, 0.0, scale, ahead, stride, out);                                    \
  }                                                                                              \
  void GatherLazy_##Real(const Rows<Real>& rows, const Occurrences<Real>& at, double clock,      \
                         Real scale, std::span<const std::uint32_t> ahead, std::size_t stride,   \
                         Real* out) {                                                            \
    GatherT<true>(rows, at, clock, scale, ahead, stride, out);                                   \
  }                                                                                              \
  void Scatter_##Real(const Rows<Real>& rows, const Occurrences<Real>& at, double on_v,          \
                      std::span<const std::uint32_t> ahead, std::size_t stride,                  \
                      const Real* table) {                                                       \
    ScatterT<false>(rows, at, on_v, 0.0, ahead, stride, table);                                  \
  }                                                                                              \
  void ScatterLazy_##Real(const Rows<Real>& rows, const Occurrences<Real>& at, double on_a,      \
                          double on_d, std::span<const std::uint32_t> ahead, std::size_t stride, \
                          const Real* table) {                                                   \
    ScatterT<true>(rows, at, on_a, on_d, ahead, stride, table);                                  \
  }

SAGITTA_ROW_KERNELS(float)
SAGITTA_ROW_KERNELS(double)
#undef SAGITTA_ROW_KERNELS

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

#define SAGITTA_ROW_DISPATCH(Real)                                                                \
  SAGITTA_KERNEL(Gather_##Real);                                                                  \
  SAGITTA_KERNEL(GatherLazy_##Real);                                                              \
  SAGITTA_KERNEL(Scatter_##Real);                                                                 \
  SAGITTA_KERNEL(ScatterLazy_##Real);                                                             \
  template <>                                                                                     \
  void Gather(const Rows<Real>& rows, const Occurrences<Real>& at, Real scale,                    \
              std::span<const std::uint32_t> ahead, std::size_t stride, Real* out) {              \
    SAGITTA_DISPATCH(Gather_##Real)(rows, at, scale, ahead, stride, out);                         \
  }                                                                                               \
  template <>                                                                                     \
  void GatherLazy(const Rows<Real>& rows, const Occurrences<Real>& at, double clock, Real scale,  \
                  std::span<const std::uint32_t> ahead, std::size_t stride, Real* out) {          \
    SAGITTA_DISPATCH(GatherLazy_##Real)(rows, at, clock, scale, ahead, stride, out);              \
  }                                                                                               \
  template <>                                                                                     \
  void Scatter(const Rows<Real>& rows, const Occurrences<Real>& at, double on_v,                  \
               std::span<const std::uint32_t> ahead, std::size_t stride, const Real* table) {     \
    SAGITTA_DISPATCH(Scatter_##Real)(rows, at, on_v, ahead, stride, table);                       \
  }                                                                                               \
  template <>                                                                                     \
  void ScatterLazy(const Rows<Real>& rows, const Occurrences<Real>& at, double on_a, double on_d, \
                   std::span<const std::uint32_t> ahead, std::size_t stride, const Real* table) { \
    SAGITTA_DISPATCH(ScatterLazy_##Real)(rows, at, on_a, on_d, ahead, stride, table);             \
  }

SAGITTA_ROW_DISPATCH(float)
SAGITTA_ROW_DISPATCH(double)
#undef SAGITTA_ROW_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
