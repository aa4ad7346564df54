// Optimizer: one training method at work. Sees an ExampleSum and vectors; never files, clocks or
// strings.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/rng.h"
#include "base/state.h"
#include "objective/plain_weights.h"

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
  bool knows_end = false;             // sets `stuck` itself when the precision is exhausted
  std::optional<double> duality_gap;  // an upper bound of f - f*, from methods that have a dual
  std::string note;                   // what people should know of this pass; mostly empty
};

template <class Real>
class Optimizer {
 public:
  virtual ~Optimizer() = default;

  /// About one effective pass. Throws Cancelled when the training is cancelled meanwhile; Write
  /// then gives the weights as they are, and nothing else may be called.
  virtual StepReport Advance(Rng& rng) = 0;

  /// out = w now.
  virtual void Write(PlainWeights<Real>& out) const = 0;

  /// Bytes of what the method remembers of the examples.
  virtual std::uint64_t MemoryBytes() const = 0;

  /// Starts at w instead of zero. False: this method cannot. REQUIRES: nothing was advanced yet.
  virtual bool Start(const PlainWeights<Real>& w) = 0;

  /// Continues with another lambda, from the current weights and memory.
  virtual void ChangeLambda(double lambda) = 0;

  /// Everything that Advance depends on, besides the examples, the options and the generator: an
  /// optimizer with the same options that loads the state continues bit for bit.
  virtual void Transfer(State& state) = 0;

  /// Reports how the examples were sampled so far. Most methods have nothing to report and leave it
  /// empty.
  virtual void Inspect(SamplingReport&) const {}
};

}  // namespace sagitta
