// Highway versions of kernels/decoding.h. Compiled once per instruction set; see kernels/targets.h.
#include "kernels/decoding.h"

#include <limits>

#include "kernels/dispatch.h"
#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/decoding.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = HWY_CAPPED(double, kDecodingLanes);
using Vector = hn::Vec<Tag>;

// ---- The step of Viterbi ----
//
// Lanes are successors j, the loop runs over predecessors i. The best predecessor is kept as a
// double in a second register, so that the same comparison mask selects it. A strict comparison in
// ascending i keeps the lowest id among equals.

HWY_INLINE void Offer(Vector from, const double* edge, Vector index, Vector& best, Vector& winner) {
  const Vector candidate = hn::Add(from, hn::LoadU(Tag(), edge));
  winner = hn::IfThenElse(hn::Gt(candidate, best), index, winner);
  best = hn::Max(candidate, best);
}

HWY_INLINE void Keep(Vector best, Vector winner, double* best_out, std::uint16_t* back) {
  const hn::Rebind<std::int32_t, Tag> d32;
  const hn::Rebind<std::uint16_t, Tag> d16;
  hn::StoreU(best, Tag(), best_out);
  hn::StoreU(hn::DemoteTo(d16, hn::DemoteTo(d32, winner)), d16, back);
}

/// One to four vectors of successors at once: the maxima of one vector form a chain of dependent
/// instructions, and four chains use the processor well. (Plain variables, because vectors of
/// unknown length cannot be array elements; the compiler removes those that a smaller kVectors does
/// not use.)
template <int kVectors>
HWY_INLINE void StepColumns(std::size_t labels, std::size_t stride, const double* previous,
                            const double* edge, double* best, std::uint16_t* back) {
  const Tag d;
  const std::size_t n = hn::Lanes(d);
  const Vector none = hn::Set(d, -std::numeric_limits<double>::infinity());
  Vector best0 = none, best1 = none, best2 = none, best3 = none;
  Vector winner0 = hn::Zero(d), winner1 = winner0, winner2 = winner0, winner3 = winner0;
  for (std::size_t i = 0; i < labels; ++i, edge += stride) {
    const Vector from = hn::Set(d, previous[i]);
    const Vector index = hn::Set(d, static_cast<double>(i));
    Offer(from, edge, index, best0, winner0);
    if constexpr (kVectors > 1) Offer(from, edge + n, index, best1, winner1);
    if constexpr (kVectors > 2) Offer(from, edge + 2 * n, index, best2, winner2);
    if constexpr (kVectors > 3) Offer(from, edge + 3 * n, index, best3, winner3);
  }
  Keep(best0, winner0, best, back);
  if constexpr (kVectors > 1) Keep(best1, winner1, best + n, back + n);
  if constexpr (kVectors > 2) Keep(best2, winner2, best + 2 * n, back + 2 * n);
  if constexpr (kVectors > 3) Keep(best3, winner3, best + 3 * n, back + 3 * n);
}

void Step(std::size_t labels, const double* previous, const double* edge, double* best,
          std::uint16_t* back) {
  const std::size_t n = hn::Lanes(Tag());
  const std::size_t stride = DecodingStride(labels);
  std::size_t j = 0;
  for (; j + 4 * n <= stride; j += 4 * n) {
    StepColumns<4>(labels, stride, previous, edge + j, best + j, back + j);
  }
  switch ((stride - j) / n) {
    case 3:
      return StepColumns<3>(labels, stride, previous, edge + j, best + j, back + j);
    case 2:
      return StepColumns<2>(labels, stride, previous, edge + j, best + j, back + j);
    case 1:
      return StepColumns<1>(labels, stride, previous, edge + j, best + j, back + j);
    default:
      return;
  }
}

// ---- Searches of N-best decoding ----

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
    HWY_ALIGN double winners[kDecodingLanes];
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

SAGITTA_KERNEL(Step);

void ViterbiStep(std::size_t labels, const double* previous, const double* edge, double* best,
                 std::uint16_t* back) {
  SAGITTA_DISPATCH(Step)(labels, previous, edge, best, back);
}

SAGITTA_KERNEL(Next);
SAGITTA_KERNEL(Find);

Way NextWay(const double* previous, const double* column, std::size_t count, Way than) {
  return SAGITTA_DISPATCH(Next)(previous, column, count, than);
}

Maximum FindMaximum(const double* values, std::size_t count) {
  return SAGITTA_DISPATCH(Find)(values, count);
}

}  // namespace sagitta::kernels
#endif  // HWY_ONCE
