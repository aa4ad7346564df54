// Highway versions of Clear and Sweep in kernels/rows.h. Compiled once per instruction set; see
// kernels/targets.h.
#include <algorithm>
#include <cmath>

#include "kernels/dispatch.h"
#include "kernels/rows.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rows_sweep.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Real>
HWY_INLINE void ClearT(const Rows<Real>& rows, const Occurrences<Real>& at) {
  for (std::uint64_t k = at.begin[0]; k < at.begin[at.tokens]; ++k) {
    if (at.row[k] < rows.dense_rows) {
      Real* v = rows.dense + at.row[k] * rows.dense_stride;
      std::fill(v, v + rows.width, Real{0});
    } else {
      const std::size_t place = at.row[k] - rows.dense_rows;
      std::fill_n(rows.sparse + place + 1, rows.slots[place], Real{0});
    }
  }
}

// Squares are summed in Real over a few rows at a time; these sums are added in double.
template <class Real>
HWY_INLINE LazySweep SweepT(const Rows<Real>& rows, double clock, double on_d, double on_v) {
  constexpr std::size_t kRowsAtOnce = 64;
  const std::size_t part = rows.dense_stride;
  const Real now = static_cast<Real>(clock);
  const Real factor_d = static_cast<Real>(on_d);
  const Real factor_v = static_cast<Real>(on_v);
  LazySweep sweep;
  Real largest = 0;
  ForBlocks<Real>(part, [&]<int N, bool kHalf>(std::size_t first) HWY_ATTR {
    for (std::size_t begin = 0; begin < rows.dense_rows; begin += kRowsAtOnce) {
      const std::size_t end = std::min<std::size_t>(rows.dense_rows, begin + kRowsAtOnce);
      Block<Real, N, kHalf> most, squares;
      most.ForEach([](auto d, auto& m, std::size_t) HWY_ATTR { m = hn::Zero(d); });
      squares.ForEach([](auto d, auto& s, std::size_t) HWY_ATTR { s = hn::Zero(d); });
      for (std::size_t r = begin; r < end; ++r) {
        const Real* row = rows.dense + r * 2 * part + first;
        Combine(most, squares, [&](auto d, auto& m, auto& s, std::size_t j) HWY_ATTR {
          const auto direction = hn::LoadU(d, row + part + j);
          const auto v = hn::NegMulAdd(hn::Set(d, now), direction, hn::LoadU(d, row + j));
          const auto g =
              hn::MulAdd(hn::Set(d, factor_d), direction, hn::Mul(hn::Set(d, factor_v), v));
          m = hn::Max(m, hn::Abs(g));
          s = hn::MulAdd(v, v, s);
        });
      }
      Combine(most, squares, [&](auto d, auto& m, auto& s, std::size_t) HWY_ATTR {
        largest = std::max(largest, hn::GetLane(hn::MaxOfLanes(d, m)));
        sweep.squares += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, s)));
      });
    }
  });
  // The values at the places of the counts are zero, so they need not be skipped.
  for (std::size_t k = 0; k < rows.words; ++k) {
    const Real d = rows.sparse[2 * k + 1];
    const Real v = rows.sparse[2 * k] - now * d;
    largest = std::max(largest, std::abs(factor_d * d + factor_v * v));
    sweep.squares += static_cast<double>(v) * static_cast<double>(v);
  }
  sweep.max_abs = static_cast<double>(largest);
  return sweep;
}

// Dispatch works on plain functions, so each precision gets its own.
#define SAGITTA_SWEEP_KERNELS(Real)                                                            \
  void Clear_##Real(const Rows<Real>& rows, const Occurrences<Real>& at) { ClearT(rows, at); } \
  LazySweep Sweep_##Real(const Rows<Real>& rows, double clock, double on_d, double on_v) {     \
    return SweepT(rows, clock, on_d, on_v);                                                    \
  }

SAGITTA_SWEEP_KERNELS(float)
SAGITTA_SWEEP_KERNELS(double)
#undef SAGITTA_SWEEP_KERNELS

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

#define SAGITTA_SWEEP_DISPATCH(Real)                                                \
  SAGITTA_KERNEL(Clear_##Real);                                                     \
  SAGITTA_KERNEL(Sweep_##Real);                                                     \
  template <>                                                                       \
  void Clear(const Rows<Real>& rows, const Occurrences<Real>& at) {                 \
    SAGITTA_DISPATCH(Clear_##Real)(rows, at);                                       \
  }                                                                                 \
  template <>                                                                       \
  LazySweep Sweep(const Rows<Real>& rows, double clock, double on_d, double on_v) { \
    return SAGITTA_DISPATCH(Sweep_##Real)(rows, clock, on_d, on_v);                 \
  }

SAGITTA_SWEEP_DISPATCH(float)
SAGITTA_SWEEP_DISPATCH(double)
#undef SAGITTA_SWEEP_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
