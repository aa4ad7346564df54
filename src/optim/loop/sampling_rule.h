// SamplingRule: which example to visit and how far to step. SAG, SAG-NUS and SAG-NUS* are three of
// them; each goes with the updates of SAG and of SAGA.
#pragma once

#include <optional>

#include "optim/loop/weight_update.h"
#include "optim/parts/line_search.h"
#include "optim/parts/sampler.h"

namespace sagitta {

/// What a rule finds out about an example at a visit. Which of it is set depends on the rule.
struct Measurement {
  std::optional<double> lipschitz;                     // the new L_i; none: it stays
  SearchOutcome outcome = SearchOutcome::kUnresolved;  // of the line search, if there was one
  bool searched = false;                               // L_i is the result of a line search
  bool rested = false;                                 // nothing was measured, on purpose
  bool rose = false;                                   // more than the L_i before was measured
  double intercept = 0;                                // b_i of SAG-NUS-secant
};

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
  void Learn(const InferredExample<Real>& here) { Record(here.example(), Measure(here)); }
  /// The two halves of Learn. Measure looks only: in a batch (ahead.h) threads measure different
  /// examples at the same time, with what was known before it. What they found is recorded
  /// afterwards, one example after the other.
  virtual Measurement Measure(const InferredExample<Real>& here) const = 0;
  virtual void Record(ExampleId i, const Measurement& found) = 0;
  /// The step of this iteration, after Learn.
  virtual double StepSize() const = 0;
  /// To be called at the end of every iteration.
  virtual void CountStep() {}
  /// The mean of the L_i of those seen, or the one constant that stands for all; 0: not known.
  virtual double MeanLipschitz() const { return 0; }
  /// Called once, when Learn has seen every example at given weights, and none of them moved.
  virtual void StartSoftly() {}
  /// The update has another lambda from now on. What was learned of the examples stays true; steps
  /// that depend on the number of iterations count from 1 again.
  virtual void LambdaChanged() {}
  virtual void Transfer(State& state) = 0;

  /// Whether every example has a constant L_i of its own, and the one of i; 0 before i was visited.
  virtual bool HasLipschitz() const { return false; }
  virtual double Lipschitz(ExampleId) const { return 0; }
};

}  // namespace sagitta
