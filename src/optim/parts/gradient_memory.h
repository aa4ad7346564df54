// GradientMemory: the gradient g_i that each example had when it was last visited (paper,
// section 4.2), in one of four forms.
//
// Exactly what is stored is what is later subtracted, so d stays the sum of the stored gradients up
// to the rounding of the additions.
#pragma once

#include <cstdint>
#include <memory>

#include "base/state.h"
#include "objective/oracle.h"

namespace sagitta {

template <class Real>
class GradientMemory {
 public:
  using Scratch = typename Oracle<Real>::Scratch;

  virtual ~GradientMemory() = default;

  /// With the change x = g - g_i, where g is the gradient of the scratch's table:
  /// w += on_w * x, d += on_d * x, and g_i <- g. The table may be overwritten.
  virtual void Replace(ExampleId i, double on_w, double on_d, ExampleId next, Scratch& scratch,
                       LazyWeights<Real>& weights) = 0;
  /// w += on_w * x only; g_i stays.
  virtual void Compare(ExampleId i, double on_w, ExampleId next, Scratch& scratch,
                       LazyWeights<Real>& weights) = 0;

  /// Starts to bring what is stored of an example that will soon be replaced nearer.
  virtual void Prefetch(ExampleId) const {}

  virtual std::uint64_t bytes() const = 0;
  virtual void Transfer(State& state) = 0;
};

}  // namespace sagitta
