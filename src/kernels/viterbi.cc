// Highway version of kernels/viterbi.h: lanes are successors j, the loop runs over predecessors i.
//
// The best predecessor is kept as a double in a second register, so that the same comparison mask
// selects it. A strict comparison in ascending i keeps the lowest id among equals.
#include "kernels/viterbi.h"

#include <limits>

#include "kernels/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/viterbi.cc"
#include "hwy/foreach_target.h"
// Must follow foreach_target.h.
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace sagitta::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = HWY_CAPPED(double, kViterbiLanes);
using Vector = hn::Vec<Tag>;

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
  const std::size_t stride = ViterbiStride(labels);
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

}  // namespace HWY_NAMESPACE
}  // namespace sagitta::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sagitta::kernels {

HWY_EXPORT(Step);

void ViterbiStep(std::size_t labels, const double* previous, const double* edge, double* best,
                 std::uint16_t* back) {
  HWY_DYNAMIC_DISPATCH(Step)(labels, previous, edge, best, back);
}

}  // namespace sagitta::kernels
#endif
