// AdaptiveOracle: an oracle's part in methods with a step size for each weight.
//
// Such a method needs the whole gradient of an example in each weight, all occurrences of its row
// summed. So here Gather and Scatter go through the example row by row instead of token by token,
// and the scatter is the step.
#pragma once

#include "objective/adaptive_weights.h"
#include "objective/oracle.h"

namespace sagitta {

/// Thread safety: as an Oracle's, for each weights.
template <class Real>
class AdaptiveOracle {
 public:
  using Scratch = typename Oracle<Real>::Scratch;

  virtual ~AdaptiveOracle() = default;

  /// Brings the rows of example i up to date; then scores = A_i^T w, for Oracle::Infer. Half of the
  /// rows of `next` are fetched ahead meanwhile, by Step the others.
  virtual void Gather(ExampleId i, ExampleId next, Scratch& scratch,
                      AdaptiveWeights<Real>& w) const = 0;
  /// The step with the gradient A_i table. REQUIRES: Gather(i), Infer(i); comes before CountStep.
  virtual void Step(ExampleId i, ExampleId next, Scratch& scratch,
                    AdaptiveWeights<Real>& w) const = 0;
};

}  // namespace sagitta
