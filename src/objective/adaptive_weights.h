// AdaptiveWeights: weights with a step size of their own each, AdaGrad's, that all shrink at every
// step, at the price of the rows visited.
//
// Where an example has no gradient a weight only shrinks, by H / (H + eta lambda) with H as it was:
// k such steps are that factor to the power k. So each row knows the step up to which it has
// shrunk, and catches up when it is visited. See kernels/adagrad.h for the formulas and
// AdaptiveEvaluator for the visits.
#pragma once

#include <cstdint>
#include <vector>

#include "base/state.h"
#include "kernels/adagrad.h"
#include "objective/lazy_weights.h"

namespace sagitta {

template <class Real>
class AdaptiveWeights {
 public:
  /// w = 0, no gradient seen. The space must outlive the weights.
  AdaptiveWeights(const WeightSpace& space, const kernels::AdaGradSettings& settings);
  AdaptiveWeights(const AdaptiveWeights&) = delete;
  AdaptiveWeights& operator=(const AdaptiveWeights&) = delete;

  const kernels::AdaGradSettings& settings() const { return settings_; }
  /// REQUIRES: settled.
  void ChangeLambda(double lambda) { settings_.lambda = lambda; }

  /// Steps since all rows were last up to date.
  std::uint32_t steps() const { return steps_; }
  /// A step was taken in the rows that had a gradient. All others are a step behind from now on.
  void CountStep() { ++steps_; }
  /// Brings all rows up to date and counts the steps from 0 again: `settled`. Returns ||w||^2.
  double Settle();

  /// The rows of a block for the kernels.
  const kernels::AdaGradRows<Real>& rows(std::size_t block) const { return blocks_[block]; }

  /// out = w. REQUIRES: settled, out has the same space.
  void Write(PlainWeights<Real>& out) const { rows_.Write(out); }
  /// w = from. REQUIRES: settled.
  void Assign(const PlainWeights<Real>& from) { rows_.Assign(from); }
  /// REQUIRES: settled.
  void Transfer(State& state);

 private:
  kernels::AdaGradSettings settings_;
  LazyWeights<Real> rows_;                           // never steps by itself: a = w, d = the roots
  std::vector<std::vector<std::uint32_t>> step_of_;  // by block; zero when settled
  std::vector<kernels::AdaGradRows<Real>> blocks_;   // the two above
  std::uint32_t steps_ = 0;
};

}  // namespace sagitta
