// Highway bodies of kernels/rows.h. Compiled once per instruction set; see kernels/targets.h.
#include "kernels/rows.h"

#include <algorithm>
#include <cstring>

#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rows.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The widest row that is kept in registers; wider ones are taken in blocks of this many vectors.
constexpr int kMaxVectors = 8;

// Calls body.template operator()<N>() with N = min(vectors, kMaxVectors) as a constant.
template <class Body>
HWY_INLINE void WithVectors(std::size_t vectors, const Body& body) {
  switch (vectors) {
    case 1: return body.template operator()<1>();
    case 2: return body.template operator()<2>();
    case 3: return body.template operator()<3>();
    case 4: return body.template operator()<4>();
    case 5: return body.template operator()<5>();
    case 6: return body.template operator()<6>();
    case 7: return body.template operator()<7>();
    default: return body.template operator()<kMaxVectors>();
  }
}

// Lazy sparse row: where it starts in the store.
template <class Real>
HWY_INLINE Real* LazySparseRow(const Rows<Real>& rows, std::size_t sparse_row) {
  return rows.sparse + 2 * rows.sparse_begin[sparse_row] + ClockReals<Real>() * sparse_row;
}

// Sets the clock of a lazy row to `now` and returns how much of the direction it has missed.
template <class Real>
HWY_INLINE Real AdvanceClock(Real* clock, double now) {
  double last;
  std::memcpy(&last, clock, sizeof last);
  std::memcpy(clock, &now, sizeof now);
  return static_cast<Real>(now - last);
}

// ---- Dense rows -----------------------------------------------------------------------------------
// One block: N vectors that start at slot `first` of each row; the last one is cut to `tail` lanes.
// Every lane from `tail` on stays zero in the sums.

template <int N, class Real>
HWY_INLINE void GatherBlock(const Rows<Real>& rows, const std::uint32_t* row, const Real* value,
                            std::size_t count, std::size_t first, std::size_t tail, Real scale,
                            Real* HWY_RESTRICT out) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto last = hn::FirstN(d, tail);
  hn::Vec<decltype(d)> sum[N];
  for (int n = 0; n < N; ++n) sum[n] = hn::Zero(d);
  for (std::size_t k = 0; k < count; ++k) {
    const Real* v = rows.dense + row[k] * rows.dense_stride + first;
    const auto x = hn::Set(d, value[k]);
    for (int n = 0; n + 1 < N; ++n) sum[n] = hn::MulAdd(x, hn::LoadU(d, v + n * lanes), sum[n]);
    sum[N - 1] = hn::MulAdd(x, hn::MaskedLoad(last, d, v + (N - 1) * lanes), sum[N - 1]);
  }
  const auto factor = hn::Set(d, scale);
  for (int n = 0; n < N; ++n) hn::StoreU(hn::Mul(factor, sum[n]), d, out + first + n * lanes);
}

// Lazy rows of at most kMaxVectors vectors: up to date and summed in one visit.
template <int N, class Real>
HWY_INLINE void GatherLazyBlock(const Rows<Real>& rows, const std::uint32_t* row, const Real* value,
                                std::size_t count, std::size_t tail, double clock, Real scale,
                                const std::uint32_t*& next, const std::uint32_t* next_end,
                                Real* HWY_RESTRICT out) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto last = hn::FirstN(d, tail);
  hn::Vec<decltype(d)> sum[N];
  for (int n = 0; n < N; ++n) sum[n] = hn::Zero(d);
  for (std::size_t k = 0; k < count; ++k) {
    if (next != next_end) {
      const char* line = reinterpret_cast<const char*>(rows.dense + *next++ * rows.dense_stride);
      for (std::size_t b = 0; b < rows.dense_stride * sizeof(Real); b += 64) {
        __builtin_prefetch(line + b, 1, 2);
      }
    }
    Real* HWY_RESTRICT v = rows.dense + row[k] * rows.dense_stride;
    const Real* HWY_RESTRICT direction = v + rows.width;
    const auto missed = hn::Set(d, AdvanceClock(v + 2 * rows.width, clock));
    const auto x = hn::Set(d, value[k]);
    for (int n = 0; n + 1 < N; ++n) {
      const auto fresh = hn::NegMulAdd(missed, hn::LoadU(d, direction + n * lanes),
                                       hn::LoadU(d, v + n * lanes));
      hn::StoreU(fresh, d, v + n * lanes);
      sum[n] = hn::MulAdd(x, fresh, sum[n]);
    }
    const std::size_t end = (N - 1) * lanes;
    const auto fresh = hn::NegMulAdd(missed, hn::MaskedLoad(last, d, direction + end),
                                     hn::MaskedLoad(last, d, v + end));
    hn::BlendedStore(fresh, last, d, v + end);
    sum[N - 1] = hn::MulAdd(x, fresh, sum[N - 1]);
  }
  const auto factor = hn::Set(d, scale);
  for (int n = 0; n < N; ++n) hn::StoreU(hn::Mul(factor, sum[n]), d, out + n * lanes);
}

// Brings one lazy dense row of any width up to date.
template <class Real>
HWY_INLINE void CatchUp(const Rows<Real>& rows, Real* HWY_RESTRICT v, double clock) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const Real* HWY_RESTRICT direction = v + rows.width;
  const Real missed_scalar = AdvanceClock(v + 2 * rows.width, clock);
  const auto missed = hn::Set(d, missed_scalar);
  std::size_t j = 0;
  for (; j + lanes <= rows.width; j += lanes) {
    hn::StoreU(hn::NegMulAdd(missed, hn::LoadU(d, direction + j), hn::LoadU(d, v + j)), d, v + j);
  }
  for (; j < rows.width; ++j) v[j] -= missed_scalar * direction[j];
}

// target[row_k] += value_k * table, where target is the given half of a dense row.
template <int N, class Real>
HWY_INLINE void ScatterBlock(const Rows<Real>& rows, std::size_t offset, const std::uint32_t* row,
                             const Real* value, std::size_t count, std::size_t first,
                             std::size_t tail, const Real* HWY_RESTRICT table) {
  const hn::ScalableTag<Real> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto last = hn::FirstN(d, tail);
  hn::Vec<decltype(d)> add[N];
  for (int n = 0; n < N; ++n) add[n] = hn::LoadU(d, table + first + n * lanes);
  for (std::size_t k = 0; k < count; ++k) {
    Real* HWY_RESTRICT to = rows.dense + row[k] * rows.dense_stride + offset + first;
    const auto x = hn::Set(d, value[k]);
    const std::size_t end = (N - 1) * lanes;
    if (rows.mask == nullptr) {
      for (int n = 0; n + 1 < N; ++n) {
        hn::StoreU(hn::MulAdd(x, add[n], hn::LoadU(d, to + n * lanes)), d, to + n * lanes);
      }
      const auto sum = hn::MulAdd(x, add[N - 1], hn::MaskedLoad(last, d, to + end));
      hn::BlendedStore(sum, last, d, to + end);
    } else {
      const Real* mask = rows.mask + std::size_t{row[k]} * rows.width + first;
      for (int n = 0; n + 1 < N; ++n) {
        const auto masked = hn::Mul(add[n], hn::LoadU(d, mask + n * lanes));
        hn::StoreU(hn::MulAdd(x, masked, hn::LoadU(d, to + n * lanes)), d, to + n * lanes);
      }
      const auto masked = hn::Mul(add[N - 1], hn::MaskedLoad(last, d, mask + end));
      const auto sum = hn::MulAdd(x, masked, hn::MaskedLoad(last, d, to + end));
      hn::BlendedStore(sum, last, d, to + end);
    }
  }
}

// ---- One token ------------------------------------------------------------------------------------

// Number of dense occurrences among row[0 .. count): they come first.
template <class Real>
HWY_INLINE std::size_t DenseCount(const Rows<Real>& rows, const std::uint32_t* row,
                                  std::size_t count) {
  while (count > 0 && row[count - 1] >= rows.dense_rows) --count;
  return count;
}

template <class Real>
HWY_INLINE std::size_t VectorsOf(const Rows<Real>& rows) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  return (rows.width + lanes - 1) / lanes;
}

// Visits the blocks of a row: body.template operator()<N>(first slot, lanes of the last vector).
template <class Real, class Body>
HWY_INLINE void ForBlocks(const Rows<Real>& rows, const Body& body) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  std::size_t left = VectorsOf(rows);
  for (std::size_t first = 0; first < rows.width; first += kMaxVectors * lanes) {
    const std::size_t vectors = std::min<std::size_t>(left, kMaxVectors);
    const std::size_t tail = std::min(lanes, rows.width - first - (vectors - 1) * lanes);
    WithVectors(vectors, [&]<int N>() HWY_ATTR { body.template operator()<N>(first, tail); });
    left -= vectors;
  }
}

template <class Real>
HWY_INLINE void ZeroPadding(const Rows<Real>& rows, std::size_t stride, Real* out) {
  std::fill(out + rows.width, out + stride, Real{0});
}

template <class Real>
HWY_INLINE void AddSparse(const Rows<Real>& rows, std::size_t sparse_row, const Real* v, Real factor,
                          Real* HWY_RESTRICT out) {
  const std::uint64_t begin = rows.sparse_begin[sparse_row];
  const std::uint64_t count = rows.sparse_begin[sparse_row + 1] - begin;
  for (std::uint64_t j = 0; j < count; ++j) out[rows.slot[begin + j]] += factor * v[j];
}

template <class Real>
HWY_INLINE void CatchUpSparse(const Rows<Real>& rows, std::size_t sparse_row, double clock,
                              Real* HWY_RESTRICT v) {
  const std::uint64_t count = rows.sparse_begin[sparse_row + 1] - rows.sparse_begin[sparse_row];
  const Real missed = AdvanceClock(v + 2 * count, clock);
  for (std::uint64_t j = 0; j < count; ++j) v[j] -= missed * v[count + j];
}

// ---- Whole examples -------------------------------------------------------------------------------

template <class Real>
HWY_INLINE void GatherT(const Rows<Real>& rows, const Occurrences<Real>& at, Real scale,
                        std::size_t stride, Real* out) {
  for (std::size_t t = 0; t < at.tokens; ++t, out += stride) {
    const std::uint32_t* row = at.row + at.begin[t];
    const Real* value = at.value + at.begin[t];
    const std::size_t count = at.begin[t + 1] - at.begin[t];
    const std::size_t dense = DenseCount(rows, row, count);
    ForBlocks(rows, [&]<int N>(std::size_t first, std::size_t tail) HWY_ATTR {
      GatherBlock<N>(rows, row, value, dense, first, tail, scale, out);
    });
    for (std::size_t k = dense; k < count; ++k) {
      const std::size_t r = row[k] - rows.dense_rows;
      AddSparse(rows, r, rows.sparse + rows.sparse_begin[r], scale * value[k], out);
    }
    ZeroPadding(rows, stride, out);
  }
}

template <class Real>
HWY_INLINE void GatherLazyT(const Rows<Real>& rows, const Occurrences<Real>& at, double clock,
                            Real scale, const Occurrences<Real>& next, std::size_t stride,
                            Real* out) {
  const bool narrow = VectorsOf(rows) <= kMaxVectors;
  // Only dense rows are fetched ahead: sparse ones are small and mostly cached.
  const bool ahead = next.tokens > 0 && rows.sparse == nullptr;
  const std::uint32_t* next_row = ahead ? next.row + next.begin[0] : nullptr;
  const std::uint32_t* next_end = ahead ? next.row + next.begin[next.tokens] : nullptr;
  for (std::size_t t = 0; t < at.tokens; ++t, out += stride) {
    const std::uint32_t* row = at.row + at.begin[t];
    const Real* value = at.value + at.begin[t];
    const std::size_t count = at.begin[t + 1] - at.begin[t];
    const std::size_t dense = DenseCount(rows, row, count);
    if (!narrow) {
      for (std::size_t k = 0; k < dense; ++k) {
        CatchUp(rows, rows.dense + row[k] * rows.dense_stride, clock);
      }
    }
    ForBlocks(rows, [&]<int N>(std::size_t first, std::size_t tail) HWY_ATTR {
      if (narrow) {
        GatherLazyBlock<N>(rows, row, value, dense, tail, clock, scale, next_row, next_end, out);
      } else {
        GatherBlock<N>(rows, row, value, dense, first, tail, scale, out);
      }
    });
    for (std::size_t k = dense; k < count; ++k) {
      const std::size_t r = row[k] - rows.dense_rows;
      Real* v = LazySparseRow(rows, r);
      CatchUpSparse(rows, r, clock, v);
      AddSparse(rows, r, v, scale * value[k], out);
    }
    ZeroPadding(rows, stride, out);
  }
}

// Adds the table to the values (plain rows) or to the directions (lazy rows).
template <bool kLazy, class Real>
HWY_INLINE void ScatterT(const Rows<Real>& rows, const Occurrences<Real>& at, std::size_t stride,
                         const Real* table) {
  for (std::size_t t = 0; t < at.tokens; ++t, table += stride) {
    const std::uint32_t* row = at.row + at.begin[t];
    const Real* value = at.value + at.begin[t];
    const std::size_t count = at.begin[t + 1] - at.begin[t];
    const std::size_t dense = DenseCount(rows, row, count);
    ForBlocks(rows, [&]<int N>(std::size_t first, std::size_t tail) HWY_ATTR {
      ScatterBlock<N>(rows, kLazy ? rows.width : 0, row, value, dense, first, tail, table);
    });
    for (std::size_t k = dense; k < count; ++k) {
      const std::size_t r = row[k] - rows.dense_rows;
      const std::uint64_t begin = rows.sparse_begin[r];
      const std::uint64_t slots = rows.sparse_begin[r + 1] - begin;
      Real* to = kLazy ? LazySparseRow(rows, r) + slots : rows.sparse + begin;
      for (std::uint64_t j = 0; j < slots; ++j) to[j] += value[k] * table[rows.slot[begin + j]];
    }
  }
}

template <class Real>
HWY_INLINE void ClearT(const Rows<Real>& rows, const Occurrences<Real>& at) {
  for (std::uint64_t k = at.begin[0]; k < at.begin[at.tokens]; ++k) {
    if (at.row[k] < rows.dense_rows) {
      Real* v = rows.dense + at.row[k] * rows.dense_stride;
      std::fill(v, v + rows.width, Real{0});
    } else {
      const std::size_t r = at.row[k] - rows.dense_rows;
      std::fill(rows.sparse + rows.sparse_begin[r], rows.sparse + rows.sparse_begin[r + 1], Real{0});
    }
  }
}

// Dispatch works on plain functions, so each precision gets its own.
#define SAGITTA_ROW_KERNELS(Real)                                                               \
  void Gather_##Real(const Rows<Real>& rows, const Occurrences<Real>& at, Real scale,           \
                     std::size_t stride, Real* out) {                                           \
    GatherT(rows, at, scale, stride, out);                                                      \
  }                                                                                             \
  void GatherLazy_##Real(const Rows<Real>& rows, const Occurrences<Real>& at, double clock,     \
                         Real scale, const Occurrences<Real>& next, std::size_t stride,         \
                         Real* out) {                                                           \
    GatherLazyT(rows, at, clock, scale, next, stride, out);                                     \
  }                                                                                             \
  void Scatter_##Real(const Rows<Real>& rows, const Occurrences<Real>& at, std::size_t stride,  \
                      const Real* table) {                                                      \
    ScatterT<false>(rows, at, stride, table);                                                   \
  }                                                                                             \
  void ScatterLazy_##Real(const Rows<Real>& rows, const Occurrences<Real>& at,                  \
                          std::size_t stride, const Real* table) {                              \
    ScatterT<true>(rows, at, stride, table);                                                    \
  }                                                                                             \
  void Clear_##Real(const Rows<Real>& rows, const Occurrences<Real>& at) { ClearT(rows, at); }

SAGITTA_ROW_KERNELS(float)
SAGITTA_ROW_KERNELS(double)
#undef SAGITTA_ROW_KERNELS

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

#define SAGITTA_ROW_DISPATCH(Real)                                                              \
  HWY_EXPORT(Gather_##Real);                                                                    \
  HWY_EXPORT(GatherLazy_##Real);                                                                \
  HWY_EXPORT(Scatter_##Real);                                                                   \
  HWY_EXPORT(ScatterLazy_##Real);                                                               \
  HWY_EXPORT(Clear_##Real);                                                                     \
  template <>                                                                                   \
  void Gather(const Rows<Real>& rows, const Occurrences<Real>& at, Real scale,                  \
              std::size_t stride, Real* out) {                                                  \
    HWY_DYNAMIC_DISPATCH(Gather_##Real)(rows, at, scale, stride, out);                          \
  }                                                                                             \
  template <>                                                                                   \
  void GatherLazy(const Rows<Real>& rows, const Occurrences<Real>& at, double clock,            \
                  Real scale, const Occurrences<Real>& next, std::size_t stride, Real* out) {   \
    HWY_DYNAMIC_DISPATCH(GatherLazy_##Real)(rows, at, clock, scale, next, stride, out);         \
  }                                                                                             \
  template <>                                                                                   \
  void Scatter(const Rows<Real>& rows, const Occurrences<Real>& at, std::size_t stride,         \
               const Real* table) {                                                             \
    HWY_DYNAMIC_DISPATCH(Scatter_##Real)(rows, at, stride, table);                              \
  }                                                                                             \
  template <>                                                                                   \
  void ScatterLazy(const Rows<Real>& rows, const Occurrences<Real>& at, std::size_t stride,     \
                   const Real* table) {                                                         \
    HWY_DYNAMIC_DISPATCH(ScatterLazy_##Real)(rows, at, stride, table);                          \
  }                                                                                             \
  template <>                                                                                   \
  void Clear(const Rows<Real>& rows, const Occurrences<Real>& at) {                             \
    HWY_DYNAMIC_DISPATCH(Clear_##Real)(rows, at);                                               \
  }

SAGITTA_ROW_DISPATCH(float)
SAGITTA_ROW_DISPATCH(double)
#undef SAGITTA_ROW_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
