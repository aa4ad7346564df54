// Highway version of kernels/ways.h.
#include "kernels/ways.h"

#include <limits>

#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/ways.cc"
#include "hwy/foreach_target.h"
// Must follow foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = HWY_CAPPED(double, kWayLanes);
using Vector = hn::Vec<Tag>;

/// Lanes are predecessors. Each lane keeps the first of its best; the lanes are compared at the
/// end.
Way Next(const double* previous, const double* column, std::size_t count, Way than) {
  const Tag d;
  const Vector than_value = hn::Set(d, than.value);
  const Vector than_from = hn::Set(d, static_cast<double>(than.from));
  const Vector forward = hn::Set(d, static_cast<double>(hn::Lanes(d)));
  Vector best = hn::Set(d, kNever), winner = hn::Zero(d), from = hn::Iota(d, 0.0);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    const Vector value = hn::Add(hn::LoadU(d, previous + i), hn::LoadU(d, column + i));
    const auto follows = hn::Or(hn::Lt(value, than_value),
                                hn::And(hn::Eq(value, than_value), hn::Gt(from, than_from)));
    const auto better = hn::And(follows, hn::Gt(value, best));
    best = hn::IfThenElse(better, value, best);
    winner = hn::IfThenElse(better, from, winner);
    from = hn::Add(from, forward);
  }
  const Vector most = hn::MaxOfLanes(d, best);
  if (hn::GetLane(most) == kNever) return {};
  const auto leads = hn::Eq(best, most);
  if (hn::CountTrue(d, leads) == 1) {
    HWY_ALIGN double winners[kWayLanes];
    hn::Store(winner, d, winners);
    const double first = winners[hn::FindKnownFirstTrue(d, leads)];
    return {hn::GetLane(most), static_cast<std::uint32_t>(first)};
  }
  const Vector far = hn::Set(d, std::numeric_limits<double>::infinity());
  const Vector first = hn::MinOfLanes(d, hn::IfThenElse(leads, winner, far));
  return {hn::GetLane(most), static_cast<std::uint32_t>(hn::GetLane(first))};
}

/// Without branches that depend on the position of the maximum.
Maximum Find(const double* values, std::size_t count) {
  const Tag d;
  const std::size_t n = hn::Lanes(d);
  Vector best = hn::LoadU(d, values);
  for (std::size_t k = n; k < count; k += n) best = hn::Max(best, hn::LoadU(d, values + k));
  best = hn::MaxOfLanes(d, best);
  std::size_t first = 0, have = 0;
  for (std::size_t k = count; k > 0; k -= n) {
    const auto here = hn::Eq(hn::LoadU(d, values + k - n), best);
    const std::intptr_t lane = hn::FindFirstTrue(d, here);
    first = lane >= 0 ? k - n + static_cast<std::size_t>(lane) : first;
    have += hn::CountTrue(d, here);
  }
  return {hn::GetLane(best), static_cast<std::uint32_t>(first), have > 1};
}

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

HWY_EXPORT(Next);
HWY_EXPORT(Find);

Way NextWay(const double* previous, const double* column, std::size_t count, Way than) {
  return HWY_DYNAMIC_DISPATCH(Next)(previous, column, count, than);
}

Maximum FindMaximum(const double* values, std::size_t count) {
  return HWY_DYNAMIC_DISPATCH(Find)(values, count);
}

}  // namespace sagitta::kernels
#endif
