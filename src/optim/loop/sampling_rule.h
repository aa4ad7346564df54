// SamplingRule: which example to visit and how far to step. SAG, SAG-NUS and SAG-NUS* are three of
// them; each goes with the updates of SAG and of SAGA.
#pragma once

#include "optim/loop/weight_update.h"
#include "optim/parts/sampler.h"

namespace sagitta {

template <class Real>
class SamplingRule {
 public:
  virtual ~SamplingRule() = default;

  /// True: the memory starts with the gradients at the first weights, which costs a pass.
  virtual bool FillsMemoryFirst() const { return false; }
  /// The example that a draw stands for, given what is known now.
  virtual ExampleId Resolve(const Draw& draw) const = 0;
  /// The probability with which Resolve now gives i.
  virtual double Probability(ExampleId i) const = 0;
  /// Learns from a visit: keeps the example's Lipschitz constant up to date. The table is still
  /// that of the gradient; the example is not marked as seen yet.
  virtual void Learn(const InferredExample<Real>& here) = 0;
  /// The step of this iteration. Called once in each, after Learn.
  virtual double StepSize() = 0;
  /// The update has another lambda from now on. What was learned of the examples stays true; steps
  /// that depend on the number of iterations count from 1 again.
  virtual void LambdaChanged() {}
  virtual void Transfer(State& state) = 0;

  /// Whether every example has a constant L_i of its own, and the one of i; 0 before i was visited.
  virtual bool HasLipschitz() const { return false; }
  virtual double Lipschitz(ExampleId) const { return 0; }
};

}  // namespace sagitta
