// Changeover: when a training with an L1 term leaves the stochastic method for OWL-QN.
//
// The first passes of SAG are worth many of a batch method: each of them is n small steps. Later
// SAG's rate is limited by the flat directions of the objective. In a direction in which only the
// L2 term curves, a step shrinks the error by 1 - alpha lambda, and a pass of n steps by
//
//   exp(-alpha n lambda).
//
// OWL-QN learns the curvature instead, and its passes cost less than half as much: they visit the
// examples in the order of memory, and weights move once in a pass. So the training changes over
// after the first pass that lowers the objective by less than a tenth, but only if alpha n lambda
// is small. Where it is not, SAG has few passes to go, and without an L1 term SAG is faster in any
// case.
//
// It does not wait until SAG has seen all examples, which sampling takes 20 passes and more for:
// the objective is estimated from those seen, which are nearly all after three passes.
//
// Decisions depend on counted passes and on what the method reports; never on a clock.
#pragma once

#include <cstdint>
#include <string>

#include "base/state.h"
#include "optim/optimizer.h"

namespace sagitta {

class Changeover {
 public:
  /// The stochastic method has this many passes at least.
  static constexpr std::uint32_t kFewestPasses = 3;
  /// And this many at most.
  static constexpr std::uint32_t kMostPasses = 10;
  /// A pass that lowers the objective by less than this part of it is slow.
  static constexpr double kSlow = 0.1;
  /// SAG continues when alpha n lambda is at least this.
  static constexpr double kFastRate = 0.05;

  /// n, lambda and lambda1 are those of the objective.
  Changeover(double n, double lambda, double lambda1) : n_(n), lambda_(lambda), lambda1_(lambda1) {}

  /// To be called after each pass of the stochastic method. Returns why it is time to change over;
  /// empty: it is not.
  std::string Judge(const StepReport& report);
  /// Another lambda: what was seen belongs to another objective.
  void ChangeLambda(double lambda);

  void Transfer(State& state);

 private:
  double n_;
  double lambda_;
  double lambda1_;
  std::uint32_t passes_ = 0;
  double last_objective_ = 0;
};

}  // namespace sagitta
