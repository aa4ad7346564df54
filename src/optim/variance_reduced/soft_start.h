// SoftStart: lets SAG start from given weights without swinging out.
//
// SAG moves along the sum d of remembered gradients. Take time in passes of n iterations and a
// direction in weight space along which the objective has the curvature h; e is the distance from
// the optimum, and x = d/n + lambda w the direction of the steps. An iteration moves e by -alpha x,
// and replaces one of n remembered gradients, so that
//
//   e' = -alpha n x,   x' = h e - x,   hence   e'' + e' + k e = 0   with k = alpha n h.
//
// k is far above 1 in stiff directions (500 and more on CoNLL-2000): e swings, and only its energy
// E = e'^2/2 + k e^2/2 falls, E' = -e'^2. The second part of E is the objective.
//
//   - A memory that is filled at the first weights has x(0) = h e(0), a speed e'(0) = -k e(0) at
//     once. The energy is then 1 + k times that part, and the objective rises up to that much.
//   - An empty memory has x(0) near 0, but the first steps follow the gradients of a few examples,
//     which are not zero even at the optimum: they lead away from good weights.
//   - Here the memory is filled, and steps are taken along d - s G instead of d, where
//     G = d + n lambda w at the first weights and the share s falls from 1 to 0. This x starts at
//     zero, and with s = exp(-time) again x' = h e - x: the energy starts at the objective's part
//     alone, which the objective therefore never exceeds. At the optimum G = 0 and nothing moves.
//
// Another view: every example starts with the remembered gradient g_i - G/n, and loses its G/n when
// it is visited for the first time.
//
// G is dense, so s falls in kStages stages per pass, each a sweep over d. The swinging of k = 5,000
// has 11 periods per pass: the stages are too fast to excite it.
//
// With an L1 term G is n times the least subgradient: then the proximal step does not move either.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "base/state.h"
#include "objective/lazy_weights.h"
#include "objective/plain_weights.h"

namespace sagitta {

template <class Real>
class SoftStart {
 public:
  /// The objective around the sum: n, lambda and lambda1.
  struct Terms {
    double n;
    double lambda;
    double lambda1;
  };

  /// The space must outlive it. A pass has `examples` iterations.
  SoftStart(const WeightSpace& space, std::size_t examples) : space_(space), examples_(examples) {}

  /// Begins at weights w whose remembered gradients have the sum d: takes G out of d.
  void Begin(const PlainWeights<Real>& w, const Terms& terms, LazyWeights<Real>& d);
  /// Whether a part of G is still missing in d.
  bool active() const { return missing_ != nullptr; }

  /// The iteration after this many from now is due, at least 1.
  std::size_t IterationsToDue() const { return Stage() - iterations_ % Stage(); }
  /// Counts an iteration. True: call Restore before its step.
  bool Due();
  /// Puts the part of G that is due back into d. One sweep over everything.
  void Restore(LazyWeights<Real>& d);

  /// The largest entry of the least subgradient, as if nothing were missing in d.
  double GradientInf(const PlainWeights<Real>& w, const Terms& terms,
                     const LazyWeights<Real>& d) const;

  void Transfer(State& state);

 private:
  /// Iterations from one stage to the next.
  std::size_t Stage() const { return std::max<std::size_t>(examples_ / kStages, 1); }

  static constexpr std::size_t kStages = 16;
  /// When less than this share is left it is put back as a whole.
  static constexpr double kSmallestShare = 1e-4;

  const WeightSpace& space_;
  std::size_t examples_;
  std::unique_ptr<PlainWeights<Real>> missing_;  // G; null: not active
  std::uint64_t iterations_ = 0;
  double share_ = 0;  // s
};

}  // namespace sagitta
