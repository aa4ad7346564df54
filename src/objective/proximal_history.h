// ProximalHistory: many proximal steps of one weight at once, exactly.
//
// Step k of a method with an L1 term changes every weight w, whose direction d stays as it is until
// an example visits the weight, by
//
//   w <- S(shrink_k w - alpha_k c_k d, alpha_k lambda1),    S(z, t) = sign(z) max(|z| - t, 0).
//
// As long as w > 0 that is w <- shrink_k w - alpha_k (c_k d + lambda1), so that with
//
//   beta_k = prod shrink,    C_k = sum alpha c / beta,    P_k = lambda1 sum alpha / beta
//
// over the steps before k (each step's beta taken after it)
//
//   w_k / beta_k = w_s / beta_s - (C_k - C_s) d - (P_k - P_s),                                 (+)
//
// and with + (P_k - P_s), (-), as long as w < 0. This holds for steps whose c_k never grows (SAG:
// 1/m, SAGA: 1/n), on which rests all that follows. Let x_k be the right side of (+) with x_s > 0.
//
//   1. {k >= s: x_k > 0} is an interval. Its increments are -(alpha_k / beta_k) (c_k d + lambda1).
//      For d >= 0 none is positive. For d < 0 the bracket lambda1 - c_k |d| grows with k: x
//      first rises, then falls. So when x is positive at the end it was all along and (+) is the
//      answer, otherwise the first k with x_k <= 0 is found by bisection. The step that leads there
//      is carried out as written. All this also holds mirrored, and for w_s = 0 when the step s
//      leads away from zero (then x_{s+1} > 0; when alpha_s = 0 the step is carried out alone).
//   2. At zero the step k stays iff c_k |d| <= lambda1, that is |d| <= bound_k = lambda1 / c_k.
//      Bounds never fall: a weight that stays once always stays.
//   3. When |d| <= bound_s no step crosses zero: from w > 0, shrink_k w - alpha_k c_k d >=
//      -alpha_k lambda1. So where x_k <= 0 at the end, the answer is exactly zero.
//
// So (+) or (-) and one comparison serve every weight but those with |d| > bound that change sign:
// kernels/proximal.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/state.h"
#include "kernels/proximal.h"

namespace sagitta {

class ProximalHistory {
 public:
  /// Takes up to `most_steps` steps, and memory for them at once.
  ProximalHistory(double lambda1, std::size_t most_steps);

  double lambda1() const { return lambda1_; }
  /// How many steps were taken since Restart.
  std::uint32_t now() const { return static_cast<std::uint32_t>(steps_.size()); }

  /// Whether a step with share c can follow. If not, everybody has to be brought up to date and
  /// Restart called.
  bool CanStep(double c) const;
  /// Takes the step (shrink, alpha, c). REQUIRES: CanStep(c), shrink > 0, alpha >= 0, c > 0.
  void Step(double shrink, double alpha, double c);
  void Restart();

  /// The steps from `from` until now. REQUIRES: from < now().
  template <class Real>
  kernels::ProximalSpan<Real> Since(std::uint32_t from) const {
    return kernels::SpanBetween<Real>(moments_[from], moments_.back());
  }
  /// [now + 1]
  const kernels::ProximalMoment* moments() const { return moments_.data(); }
  /// The last step. REQUIRES: now() > 0.
  template <class Real>
  kernels::ProximalStep<Real> LastStep() const {
    const kernels::ProximalStep<double>& step = steps_.back();
    return {static_cast<Real>(step.shrink), static_cast<Real>(step.on_d),
            static_cast<Real>(step.threshold)};
  }

  /// Where the weight that was w at the moment `from` is now: correct in all cases, in O(log
  /// steps).
  double Follow(double w, double d, std::uint32_t from) const;

  void Transfer(State& state);

 private:
  double lambda1_;
  std::size_t most_steps_;
  std::vector<kernels::ProximalMoment> moments_;      // [now + 1]
  std::vector<kernels::ProximalStep<double>> steps_;  // [now]
};

}  // namespace sagitta
