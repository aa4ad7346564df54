// Optimizer: one training method at work. Knows the oracle and vectors; never files, clocks or
// strings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/rng.h"
#include "base/state.h"
#include "objective/oracle.h"

namespace sagitta {

struct SamplingReport;  // see sagitta/methods.h

/// What Advance did and where it stands.
struct StepReport {
  std::uint64_t evaluations = 0;      // since the start
  double objective_estimate = 0;      // f from the losses that each example had when last visited
  double gradient_inf = 0;            // the method's estimate of ||grad f||_inf
  double step = 0;                    // last step size
  bool seen_all = false;              // gradient_inf speaks of all examples
  bool stuck = false;                 // no further progress is possible
  bool knows_end = false;             // says `stuck` itself when the precision is exhausted
  std::optional<double> duality_gap;  // an upper bound of f - f*, from methods that have a dual
};

template <class Real>
class Optimizer {
 public:
  virtual ~Optimizer() = default;

  /// About one effective pass.
  virtual StepReport Advance(Rng& rng) = 0;

  /// out = w now.
  virtual void Write(PlainWeights<Real>& out) const = 0;

  /// Bytes of what the method remembers of the examples.
  virtual std::uint64_t MemoryBytes() const = 0;

  /// Begins at w instead of zero. False: this method cannot. REQUIRES: nothing was advanced yet.
  virtual bool Start(const PlainWeights<Real>& w) = 0;

  /// Goes on with another lambda, from the weights and with the memory there is.
  virtual void ChangeLambda(double lambda) = 0;

  /// Everything that Advance depends on, besides the oracle, the options and the generator: an
  /// optimizer made alike that loads the state goes on bit for bit.
  virtual void Transfer(State& state) = 0;

  /// Tells how the examples were sampled so far. Most methods have nothing to tell and leave the
  /// report empty.
  virtual void Inspect(SamplingReport&) const {}
};

}  // namespace sagitta
