// Highway bodies of kernels/rows.h. Compiled once per instruction set; see kernels/targets.h.
#include "kernels/rows.h"

#include <algorithm>
#include <cmath>
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

// Dense parts are walked in whole vectors and, where a vector has 64 bytes, half a one at the end. A block is
// what is kept in registers at once: up to kMaxVectors of them, the last one possibly half.
constexpr int kMaxVectors = 8;

// N vectors of a block in registers; with kHalf the last one is half as long.
template <class Real, int N, bool kHalf>
struct Block {
  using D = hn::ScalableTag<Real>;
  using H = hn::Half<D>;
  static constexpr int kWhole = kHalf ? N - 1 : N;

  hn::Vec<D> whole[kWhole > 0 ? kWhole : 1];
  hn::Vec<H> half;

  // Calls body(tag, register, offset) for each vector.
  template <class Body>
  HWY_INLINE void ForEach(const Body& body) {
    const std::size_t lanes = hn::Lanes(D());
    for (int n = 0; n < kWhole; ++n) body(D(), whole[n], n * lanes);
    if constexpr (kHalf) body(H(), half, kWhole * lanes);
  }
};

// Calls body.template operator()<N, kHalf>(first) for the blocks of a dense part.
template <class Real, class Body>
HWY_INLINE void ForBlocks(std::size_t part, const Body& body) {
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
  for (std::size_t first = 0; first < part; first += kMaxVectors * lanes) {
    const std::size_t left = std::min(part - first, kMaxVectors * lanes);
    const bool half = left % lanes != 0;
    const auto call = [&]<int N>() HWY_ATTR {
      if constexpr (sizeof(Real) * hn::MaxLanes(hn::ScalableTag<Real>()) == 64) {
        if (half) return body.template operator()<N, true>(first);
      }
      body.template operator()<N, false>(first);
    };
    switch ((left + lanes - 1) / lanes) {
      case 1: call.template operator()<1>(); break;
      case 2: call.template operator()<2>(); break;
      case 3: call.template operator()<3>(); break;
      case 4: call.template operator()<4>(); break;
      case 5: call.template operator()<5>(); break;
      case 6: call.template operator()<6>(); break;
      case 7: call.template operator()<7>(); break;
      default: call.template operator()<kMaxVectors>(); break;
    }
  }
}

// Lazy sparse row: where it starts in the store.
template <class Real>
HWY_INLINE Real* LazySparseRow(const Rows<Real>& rows, std::size_t sparse_row) {
  return rows.sparse + 2 * rows.sparse_begin[sparse_row] + ClockReals<Real>() * sparse_row;
}

template <class Real>
HWY_INLINE double ReadClock(const Real* clock) {
  double time;
  std::memcpy(&time, clock, sizeof time);
  return time;
}

// Number of dense occurrences among row[0 .. count): they come first.
template <class Real>
HWY_INLINE std::size_t DenseCount(const Rows<Real>& rows, const std::uint32_t* row,
                                  std::size_t count) {
  while (count > 0 && row[count - 1] >= rows.dense_rows) --count;
  return count;
}

// ---- Dense rows -----------------------------------------------------------------------------------

// out[t] = scale * sum_k value_k * v[row_k], one block of it for all tokens.
template <int N, bool kHalf, class Real>
HWY_NOINLINE void GatherBlock(const Rows<Real>& rows, std::size_t stride, const Occurrences<Real>& at,
                              std::size_t first, Real scale, std::size_t out_stride,
                              Real* HWY_RESTRICT out) {
  for (std::size_t t = 0; t < at.tokens; ++t, out += out_stride) {
    Block<Real, N, kHalf> sum;
    sum.ForEach([](auto d, auto& s, std::size_t) HWY_ATTR { s = hn::Zero(d); });
    const std::uint32_t* row = at.row + at.begin[t];
    const Real* value = at.value + at.begin[t];
    const std::uint32_t* const end = row + DenseCount(rows, row, at.begin[t + 1] - at.begin[t]);
    for (; row != end; ++row, ++value) {
      const Real* v = rows.dense + *row * stride + first;
      const Real x = *value;
      sum.ForEach([&](auto d, auto& s, std::size_t j) HWY_ATTR {
        s = hn::MulAdd(hn::Set(d, x), hn::LoadU(d, v + j), s);
      });
    }
    sum.ForEach([&](auto d, auto& s, std::size_t j) HWY_ATTR {
      hn::StoreU(hn::Mul(hn::Set(d, scale), s), d, out + first + j);
    });
  }
}

// Brings one lazy row up to date, clock included.
template <class Real>
HWY_INLINE void CatchUp(const Rows<Real>& rows, Real* HWY_RESTRICT v, double clock) {
  Real* HWY_RESTRICT own_clock = LazyClock(v, rows.dense_part);
  const double last = ReadClock(own_clock);
  if (last == clock) return;
  const Real missed = static_cast<Real>(clock - last);
  ForBlocks<Real>(rows.dense_part, [&]<int N, bool kHalf>(std::size_t first) HWY_ATTR {
    Block<Real, N, kHalf> fresh;
    fresh.ForEach([&](auto d, auto& f, std::size_t j) HWY_ATTR {
      const auto direction = hn::LoadU(d, v + rows.dense_part + first + j);
      f = hn::NegMulAdd(hn::Set(d, missed), direction, hn::LoadU(d, v + first + j));
      hn::StoreU(f, d, v + first + j);
    });
  });
  std::memcpy(own_clock, &clock, sizeof clock);
}

// Rows of the occurrences `next`, to be fetched one by one while others are worked on. The first rows of a
// store are its most frequent ones and stay in the cache by themselves. Where a sparse row lies is itself
// looked up, so the look-up is fetched first and the row some occurrences later.
template <class Real>
class RowPrefetcher {
 public:
  HWY_INLINE RowPrefetcher(const Rows<Real>& rows, const Occurrences<Real>& next)
      : rows_(rows), bytes_(2 * rows.dense_part * sizeof(Real)) {
    if (next.tokens == 0) return;
    next_ = next.row + next.begin[0];
    begin_ = next_;
    end_ = next.row + next.begin[next.tokens];
  }
  HWY_INLINE void One() {
    if (next_ == end_) return;
    const std::uint32_t row = *next_++;
    if (row < kFrequentRows) return;
    if (row < rows_.dense_rows) {
      const char* at = reinterpret_cast<const char*>(rows_.dense) + row * bytes_;
      for (std::size_t b = 0; b < bytes_; b += 64) __builtin_prefetch(at + b, 1, 2);
    } else {
      __builtin_prefetch(rows_.sparse_begin + (row - rows_.dense_rows), 0, 2);
    }
    if (rows_.sparse != nullptr && next_ - begin_ > kLag) FetchSparse(next_[-kLag]);
  }

 private:
  static constexpr std::uint32_t kFrequentRows = 4096;
  static constexpr std::ptrdiff_t kLag = 16;

  HWY_INLINE void FetchSparse(std::uint32_t row) {
    if (row < rows_.dense_rows) return;
    __builtin_prefetch(LazySparseRow(rows_, row - rows_.dense_rows), 1, 2);
    __builtin_prefetch(rows_.slot + rows_.sparse_begin[row - rows_.dense_rows], 0, 2);
  }

  const Rows<Real>& rows_;
  std::size_t bytes_;
  const std::uint32_t* begin_ = nullptr;
  const std::uint32_t* next_ = nullptr;
  const std::uint32_t* end_ = nullptr;
};

// Lazy rows that fit one block: up to date and summed in one visit, the new clock blended into the last vector.
// Rows that have missed nothing are written all the same: cheaper than a branch that is often mispredicted.
template <int N, bool kHalf, class Real>
HWY_NOINLINE void GatherLazyNarrow(const Rows<Real>& rows, const Occurrences<Real>& at, double clock,
                                   Real scale, const Occurrences<Real>& next, std::size_t out_stride,
                                   Real* HWY_RESTRICT out) {
  const std::size_t part = rows.dense_part;
  const std::size_t stride = 2 * part;
  // A vector without room for a clock (the scalar target) has it written behind its back.
  constexpr bool kShortVectors =
      hn::MaxLanes(hn::Half<hn::ScalableTag<Real>>()) < ClockReals<Real>();
  constexpr std::size_t kClockRoom = 64 / sizeof(Real);
  HWY_ALIGN Real clock_part[kClockRoom] = {};
  std::memcpy(clock_part + kClockRoom - ClockReals<Real>(), &clock, sizeof clock);
  RowPrefetcher<Real> ahead(rows, next);
  Real* const base = rows.dense;
  for (std::size_t t = 0; t < at.tokens; ++t, out += out_stride) {
    Block<Real, N, kHalf> sum;
    sum.ForEach([](auto d, auto& s, std::size_t) HWY_ATTR { s = hn::Zero(d); });
    const std::uint32_t* row = at.row + at.begin[t];
    const Real* value = at.value + at.begin[t];
    const std::uint32_t* const end = row + DenseCount(rows, row, at.begin[t + 1] - at.begin[t]);
    for (; row != end; ++row, ++value) {
      ahead.One();
      Real* HWY_RESTRICT v = base + *row * stride;
      const Real x = *value;
      const double last = ReadClock(LazyClock(v, part));
      const Real missed = static_cast<Real>(clock - last);
      sum.ForEach([&](auto d, auto& s, std::size_t j) HWY_ATTR {
        const std::size_t lanes = hn::Lanes(d);
        auto fresh =
            hn::NegMulAdd(hn::Set(d, missed), hn::LoadU(d, v + part + j), hn::LoadU(d, v + j));
        s = hn::MulAdd(hn::Set(d, x), fresh, s);
        if constexpr (!kShortVectors) {
          if (j + lanes == part) {
            const auto keep = hn::FirstN(d, lanes - ClockReals<Real>());
            fresh = hn::IfThenElse(keep, fresh, hn::LoadU(d, clock_part + kClockRoom - lanes));
          }
        }
        hn::StoreU(fresh, d, v + j);
      });
      if (kShortVectors) std::memcpy(LazyClock(v, part), &clock, sizeof clock);
    }
    sum.ForEach([&](auto d, auto& s, std::size_t j) HWY_ATTR {
      hn::StoreU(hn::Mul(hn::Set(d, scale), s), d, out + j);
    });
  }
}

// target[row_k] += value_k * table[t], one block of it for all tokens; `offset` chooses the v or the d part.
template <int N, bool kHalf, class Real>
HWY_NOINLINE void ScatterBlock(const Rows<Real>& rows, std::size_t stride, std::size_t offset,
                               const Occurrences<Real>& at, std::size_t first,
                               std::size_t table_stride, const Real* HWY_RESTRICT table) {
  const std::size_t mask_stride = PlainPart<Real>(rows.width);
  Real* const base = rows.dense + offset + first;
  for (std::size_t t = 0; t < at.tokens; ++t, table += table_stride) {
    Block<Real, N, kHalf> add;
    add.ForEach([&](auto d, auto& a, std::size_t j) HWY_ATTR {
      const std::size_t in = first + j < rows.width ? rows.width - first - j : 0;
      const auto inside = hn::FirstN(d, std::min(in, hn::Lanes(d)));
      a = hn::IfThenElseZero(inside, hn::LoadU(d, table + first + j));
    });
    const std::uint32_t* row = at.row + at.begin[t];
    const Real* value = at.value + at.begin[t];
    const std::uint32_t* const end = row + DenseCount(rows, row, at.begin[t + 1] - at.begin[t]);
    for (; row != end; ++row, ++value) {
      Real* HWY_RESTRICT to = base + *row * stride;
      const Real x = *value;
      if (rows.mask == nullptr) {
        add.ForEach([&](auto d, auto& a, std::size_t j) HWY_ATTR {
          hn::StoreU(hn::MulAdd(hn::Set(d, x), a, hn::LoadU(d, to + j)), d, to + j);
        });
      } else {
        const Real* mask = rows.mask + *row * mask_stride + first;
        add.ForEach([&](auto d, auto& a, std::size_t j) HWY_ATTR {
          const auto masked = hn::Mul(a, hn::LoadU(d, mask + j));
          hn::StoreU(hn::MulAdd(hn::Set(d, x), masked, hn::LoadU(d, to + j)), d, to + j);
        });
      }
    }
  }
}

// ---- Sparse rows ----------------------------------------------------------------------------------

// Calls body(sparse row, value, t) for the sparse occurrences of all tokens.
template <class Real, class Body>
HWY_INLINE void ForSparse(const Rows<Real>& rows, const Occurrences<Real>& at, const Body& body) {
  if (rows.sparse == nullptr) return;
  for (std::size_t t = 0; t < at.tokens; ++t) {
    for (std::uint64_t k = at.begin[t + 1]; k-- > at.begin[t] && at.row[k] >= rows.dense_rows;) {
      body(at.row[k] - rows.dense_rows, at.value[k], t);
    }
  }
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
  const Real missed = static_cast<Real>(clock - ReadClock(v + 2 * count));
  std::memcpy(v + 2 * count, &clock, sizeof clock);
  for (std::uint64_t j = 0; j < count; ++j) v[j] -= missed * v[count + j];
}

// ---- Whole examples -------------------------------------------------------------------------------

template <class Real>
HWY_INLINE void ZeroPadding(const Rows<Real>& rows, std::size_t tokens, std::size_t stride,
                            Real* out) {
  if (stride == rows.width) return;
  for (std::size_t t = 0; t < tokens; ++t, out += stride) {
    std::fill(out + rows.width, out + stride, Real{0});
  }
}

template <class Real>
HWY_INLINE void GatherT(const Rows<Real>& rows, const Occurrences<Real>& at, Real scale,
                        std::size_t stride, Real* out) {
  ForBlocks<Real>(rows.dense_part, [&]<int N, bool kHalf>(std::size_t first) HWY_ATTR {
    GatherBlock<N, kHalf>(rows, rows.dense_part, at, first, scale, stride, out);
  });
  ZeroPadding(rows, at.tokens, stride, out);
  ForSparse(rows, at, [&](std::size_t r, Real x, std::size_t t) {
    AddSparse(rows, r, rows.sparse + rows.sparse_begin[r], scale * x, out + t * stride);
  });
}

template <class Real>
HWY_INLINE void GatherLazyT(const Rows<Real>& rows, const Occurrences<Real>& at, double clock,
                            Real scale, const Occurrences<Real>& next, std::size_t stride,
                            Real* out) {
  const bool narrow = rows.dense_part <= kMaxVectors * hn::Lanes(hn::ScalableTag<Real>());
  if (!narrow) {
    for (std::uint64_t k = at.begin[0]; k < at.begin[at.tokens]; ++k) {
      if (at.row[k] < rows.dense_rows) {
        CatchUp(rows, rows.dense + at.row[k] * 2 * rows.dense_part, clock);
      }
    }
  }
  ForBlocks<Real>(rows.dense_part, [&]<int N, bool kHalf>(std::size_t first) HWY_ATTR {
    if (narrow) {
      GatherLazyNarrow<N, kHalf>(rows, at, clock, scale, next, stride, out);
    } else {
      GatherBlock<N, kHalf>(rows, 2 * rows.dense_part, at, first, scale, stride, out);
    }
  });
  ZeroPadding(rows, at.tokens, stride, out);
  ForSparse(rows, at, [&](std::size_t r, Real x, std::size_t t) {
    Real* v = LazySparseRow(rows, r);
    CatchUpSparse(rows, r, clock, v);
    AddSparse(rows, r, v, scale * x, out + t * stride);
  });
}

// Adds the table to the values (plain rows) or to the directions (lazy rows).
template <bool kLazy, class Real>
HWY_INLINE void ScatterT(const Rows<Real>& rows, const Occurrences<Real>& at, std::size_t stride,
                         const Real* table) {
  const std::size_t offset = kLazy ? rows.dense_part : 0;
  ForBlocks<Real>(rows.dense_part, [&]<int N, bool kHalf>(std::size_t first) HWY_ATTR {
    ScatterBlock<N, kHalf>(rows, offset + rows.dense_part, offset, at, first, stride, table);
  });
  ForSparse(rows, at, [&](std::size_t r, Real x, std::size_t t) {
    const std::uint64_t begin = rows.sparse_begin[r];
    const std::uint64_t count = rows.sparse_begin[r + 1] - begin;
    Real* to = kLazy ? LazySparseRow(rows, r) + count : rows.sparse + begin;
    for (std::uint64_t j = 0; j < count; ++j) {
      to[j] += x * table[t * stride + rows.slot[begin + j]];
    }
  });
}

template <class Real>
HWY_INLINE void ClearT(const Rows<Real>& rows, const Occurrences<Real>& at) {
  for (std::uint64_t k = at.begin[0]; k < at.begin[at.tokens]; ++k) {
    if (at.row[k] < rows.dense_rows) {
      Real* v = rows.dense + at.row[k] * rows.dense_part;
      std::fill(v, v + rows.width, Real{0});
    } else {
      const std::size_t r = at.row[k] - rows.dense_rows;
      std::fill(rows.sparse + rows.sparse_begin[r], rows.sparse + rows.sparse_begin[r + 1], Real{0});
    }
  }
}

// Squares are summed in Real over a few rows at a time, and those sums in double.
template <class Real>
HWY_INLINE LazySweep SweepT(const Rows<Real>& rows, std::size_t sparse_rows, double clock, double a,
                            double b) {
  constexpr std::size_t kRowsAtOnce = 64;
  const std::size_t part = rows.dense_part;
  const Real on_d = static_cast<Real>(a);
  const Real on_u = static_cast<Real>(b);
  LazySweep sweep;
  Real largest = 0;
  ForBlocks<Real>(part, [&]<int N, bool kHalf>(std::size_t first) HWY_ATTR {
    const auto inside = [&](auto d, std::size_t j) HWY_ATTR {
      const std::size_t in = first + j < rows.width ? rows.width - first - j : 0;
      return hn::FirstN(d, std::min(in, hn::Lanes(d)));
    };
    for (std::size_t begin = 0; begin < rows.dense_rows; begin += kRowsAtOnce) {
      const std::size_t end = std::min<std::size_t>(rows.dense_rows, begin + kRowsAtOnce);
      Block<Real, N, kHalf> most, squares;
      most.ForEach([](auto d, auto& m, std::size_t) HWY_ATTR { m = hn::Zero(d); });
      squares.ForEach([](auto d, auto& s, std::size_t) HWY_ATTR { s = hn::Zero(d); });
      for (std::size_t r = begin; r < end; ++r) {
        Real* v = rows.dense + r * 2 * part;
        const Real missed = static_cast<Real>(clock - ReadClock(LazyClock(v, part)));
        const auto visit = [&](auto d, auto& m, auto& s, std::size_t j) HWY_ATTR {
          const auto direction = hn::LoadU(d, v + part + first + j);
          const auto u =
              hn::NegMulAdd(hn::Set(d, missed), direction, hn::LoadU(d, v + first + j));
          const auto g = hn::MulAdd(hn::Set(d, on_d), direction, hn::Mul(hn::Set(d, on_u), u));
          m = hn::Max(m, hn::Abs(g));
          s = hn::MulAdd(u, u, s);
        };
        const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
        for (int n = 0; n < most.kWhole; ++n) {
          visit(hn::ScalableTag<Real>(), most.whole[n], squares.whole[n], n * lanes);
        }
        if constexpr (kHalf) {
          visit(hn::Half<hn::ScalableTag<Real>>(), most.half, squares.half, most.kWhole * lanes);
        }
      }
      most.ForEach([&](auto d, auto& m, std::size_t j) HWY_ATTR {
        const auto slots = hn::IfThenElseZero(inside(d, j), m);
        largest = std::max(largest, hn::GetLane(hn::MaxOfLanes(d, slots)));
      });
      squares.ForEach([&](auto d, auto& s, std::size_t j) HWY_ATTR {
        const auto slots = hn::IfThenElseZero(inside(d, j), s);
        sweep.squares += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, slots)));
      });
    }
  });
  for (std::size_t r = 0; r < sparse_rows; ++r) {
    const std::size_t count = rows.sparse_begin[r + 1] - rows.sparse_begin[r];
    const Real* v = LazySparseRow(rows, r);
    const Real missed = static_cast<Real>(clock - ReadClock(v + 2 * count));
    for (std::size_t j = 0; j < count; ++j) {
      const Real u = v[j] - missed * v[count + j];
      largest = std::max(largest, std::abs(on_d * v[count + j] + on_u * u));
      sweep.squares += static_cast<double>(u) * static_cast<double>(u);
    }
  }
  sweep.max_abs = static_cast<double>(largest);
  return sweep;
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
  void Clear_##Real(const Rows<Real>& rows, const Occurrences<Real>& at) { ClearT(rows, at); }  \
  LazySweep Sweep_##Real(const Rows<Real>& rows, std::size_t sparse_rows, double clock,         \
                         double a, double b) {                                                  \
    return SweepT(rows, sparse_rows, clock, a, b);                                              \
  }

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
  HWY_EXPORT(Sweep_##Real);                                                                     \
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
  }                                                                                             \
  template <>                                                                                   \
  LazySweep Sweep(const Rows<Real>& rows, std::size_t sparse_rows, double clock, double a,      \
                  double b) {                                                                   \
    return HWY_DYNAMIC_DISPATCH(Sweep_##Real)(rows, sparse_rows, clock, a, b);                  \
  }

SAGITTA_ROW_DISPATCH(float)
SAGITTA_ROW_DISPATCH(double)
#undef SAGITTA_ROW_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
