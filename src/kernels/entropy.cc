// Highway versions of kernels/entropy.h. Compiled once per instruction set; see kernels/targets.h.
#include "kernels/entropy.h"

#include <algorithm>
#include <cmath>

#include "kernels/dispatch.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/entropy.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr double kSmallest = 1e-30;

using Wide = hn::ScalableTag<double>;

template <class Real>
HWY_INLINE hn::Vec<Wide> LoadWide(const Real* from) {
  const Wide d;
  if constexpr (sizeof(Real) == 8) {
    return hn::LoadU(d, from);
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, Wide>(), from));
  }
}

// Adds cells other than the observed one.
template <class Real>
HWY_INLINE void AddCells(std::size_t count, const Real* from, const Real* to,
                         const EntropySegment& segment, EntropySums& sums) {
  const Wide d;
  constexpr std::size_t kMost = hn::MaxLanes(d);
  const std::size_t lanes = hn::Lanes(d);
  const auto on_from = hn::Set(d, segment.on_from);
  const auto on_to = hn::Set(d, segment.on_to);
  const auto on_difference = hn::Set(d, segment.on_difference);
  const auto smallest = hn::Set(d, kSmallest);
  auto value = hn::Zero(d);
  auto slope = hn::Zero(d);
  auto curvature = hn::Zero(d);
  const auto add = [&](const Real* from_at, const Real* to_at) HWY_ATTR {
    const auto x = LoadWide(from_at);
    const auto y = LoadWide(to_at);
    const auto m = hn::Max(hn::MulAdd(on_from, x, hn::Mul(on_to, y)), hn::Zero(d));
    const auto change = hn::Mul(on_difference, hn::Sub(y, x));
    const auto divisor = hn::Max(m, smallest);
    const auto log_m = hn::Log(d, divisor);
    value = hn::NegMulAdd(m, log_m, value);
    slope = hn::NegMulAdd(change, log_m, slope);
    curvature = hn::NegMulAdd(change, hn::Div(change, divisor), curvature);
  };
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) add(from + k, to + k);
  if (k < count) {
    // Zeros past the end add nothing.
    Real from_rest[kMost] = {}, to_rest[kMost] = {};
    std::copy(from + k, from + count, from_rest);
    std::copy(to + k, to + count, to_rest);
    add(from_rest, to_rest);
  }
  sums.value += hn::GetLane(hn::SumOfLanes(d, value));
  sums.slope += hn::GetLane(hn::SumOfLanes(d, slope));
  sums.curvature += hn::GetLane(hn::SumOfLanes(d, curvature));
}

template <class Real>
HWY_INLINE EntropySums SegmentEntropyT(std::size_t count, const Real* from, const Real* to,
                                       std::size_t observed, const EntropySegment& segment) {
  const double x = static_cast<double>(from[observed]);
  const double y = static_cast<double>(to[observed]);
  const double m = std::max(1 + segment.on_from * x + segment.on_to * y, 0.0);
  const double change = segment.on_difference * (y - x);
  const double divisor = std::max(m, kSmallest);
  const double log_m = std::log(divisor);
  EntropySums sums{-m * log_m, -change * log_m, -change * (change / divisor)};
  AddCells(observed, from, to, segment, sums);
  const std::size_t next = observed + 1;
  AddCells(count - next, from + next, to + next, segment, sums);
  return sums;
}

#define SAGITTA_ENTROPY_KERNELS(Real)                                                      \
  EntropySums SegmentEntropy_##Real(std::size_t count, const Real* from, const Real* to,   \
                                    std::size_t observed, const EntropySegment& segment) { \
    return SegmentEntropyT(count, from, to, observed, segment);                            \
  }

SAGITTA_ENTROPY_KERNELS(float)
SAGITTA_ENTROPY_KERNELS(double)
#undef SAGITTA_ENTROPY_KERNELS

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

#define SAGITTA_ENTROPY_DISPATCH(Real)                                                  \
  SAGITTA_KERNEL(SegmentEntropy_##Real);                                                \
  template <>                                                                           \
  EntropySums SegmentEntropy(std::size_t count, const Real* from, const Real* to,       \
                             std::size_t observed, const EntropySegment& segment) {     \
    return SAGITTA_DISPATCH(SegmentEntropy_##Real)(count, from, to, observed, segment); \
  }

SAGITTA_ENTROPY_DISPATCH(float)
SAGITTA_ENTROPY_DISPATCH(double)
#undef SAGITTA_ENTROPY_DISPATCH

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
