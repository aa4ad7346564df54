// Kernels for weights with an L1 penalty; see objective/proximal_history.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/rows.h"

namespace sagitta::kernels {

/// Several proximal steps combined, for a weight that stays on one side of zero:
///   w <- keep w - on_d d - sign(w) pull.
template <class Real>
struct ProximalSpan {
  Real keep;
  Real on_d;
  Real pull;
  Real bound;  // a weight at zero stays there if |d| <= bound
};

/// The state of a history of steps before one of its steps.
struct ProximalMoment {
  double beta;
  double clock;      // C
  double pull;       // P
  double bound = 0;  // of the next step
};

/// The steps between two moments.
template <class Real>
inline ProximalSpan<Real> SpanBetween(const ProximalMoment& then, const ProximalMoment& now) {
  return {static_cast<Real>(now.beta / then.beta),
          static_cast<Real>(now.beta * (now.clock - then.clock)),
          static_cast<Real>(now.beta * (now.pull - then.pull)), static_cast<Real>(then.bound)};
}

/// Computes the new value of a weight w with direction d if it stays on its side of zero, or
/// reaches zero and stays there. Returns false if it may cross zero; `out` is then meaningless.
template <class Real>
inline bool FollowOne(Real w, Real d, const ProximalSpan<Real>& span, Real& out) {
  // The side of zero that the weight is on, or would move to.
  const bool above = w > 0 || (w == 0 && d < 0);
  const Real straight = span.keep * w - span.on_d * d;
  const Real moved = above ? straight - span.pull : straight + span.pull;
  const bool same_side = above ? moved > 0 : moved < 0;
  const bool rests = (d < 0 ? -d : d) <= span.bound;
  out = same_side && !(rests && w == 0) ? moved : Real{0};
  return same_side || rests;
}

/// FollowOne for `count` weights. Returns a bit set of those that may cross zero; these keep the
/// value w. `out` may be w itself. REQUIRES: count <= 64, and is a multiple of PaddedWidth.
template <class Real>
std::uint64_t Follow(std::size_t count, const Real* w, const Real* d,
                     const ProximalSpan<Real>& span, Real* out);

/// How far FollowRows came: `done` rows are complete. In the next row, if there is one, the slots
/// in the bit set `crossing` are unchanged, and so is its `last`.
struct FollowedRows {
  std::size_t done = 0;
  std::uint64_t crossing = 0;
};

/// Follow in place for dense lazy rows (with w stored as a), each from the moment last[row] to
/// `now`, which becomes its last[row]. Stops at the first row in which a weight may cross zero.
/// REQUIRES: rows.dense_stride <= 64, all of `row` are dense.
template <class Real>
FollowedRows FollowRows(const Rows<Real>& rows, std::span<const std::uint32_t> row,
                        const ProximalMoment* moments, std::uint32_t now, std::uint32_t* last);

/// The same for sparse lazy rows. REQUIRES: all of `row` are sparse and have at most 64 slots;
/// bounds of moments never fall.
template <class Real>
FollowedRows FollowSparseRows(const Rows<Real>& rows, std::span<const std::uint32_t> row,
                              const ProximalMoment* moments, std::uint32_t now,
                              std::uint32_t* last);

/// w = S(shrink * w - on_d * d, threshold), S(z, t) = sign(z) max(|z| - t, 0).
template <class Real>
struct ProximalStep {
  Real shrink;
  Real on_d;
  Real threshold;
};
template <class Real>
inline Real StepOne(Real w, Real d, const ProximalStep<Real>& step) {
  const Real z = step.shrink * w - step.on_d * d;
  return z > step.threshold    ? z - step.threshold
         : z < -step.threshold ? z + step.threshold
                               : Real{0};
}

/// Applies one step to dense lazy rows (with w stored as a). REQUIRES: all of `row` are dense.
template <class Real>
void StepRows(const Rows<Real>& rows, std::span<const std::uint32_t> row,
              const ProximalStep<Real>& step);

/// With g = on_d d + lambda w, the smallest absolute value of a subgradient g + lambda1 [sign(w)]:
/// |g + lambda1 sign(w)|, or max(|g| - lambda1, 0) if w = 0.
struct SubgradientSweep {
  double max_abs = 0;  // the maximum over all weights
  double squares = 0;  // sum w^2
  double sizes = 0;    // sum |w|
};
template <class Real>
SubgradientSweep LeastSubgradient(std::size_t count, const Real* w, const Real* d, Real on_d,
                                  Real lambda, Real lambda1);

}  // namespace sagitta::kernels
