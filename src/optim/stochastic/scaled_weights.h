// ScaledWeights: w = beta v. Shrinking all weights costs one multiplication.
//
// Half the memory traffic of LazyWeights, for methods whose step has no dense part but the penalty.
#pragma once

#include "base/state.h"
#include "objective/plain_weights.h"

namespace sagitta {

template <class Real>
class ScaledWeights {
 public:
  /// w = 0. The space must outlive the weights.
  explicit ScaledWeights(const WeightSpace& space) : v_(space) {}

  /// w <- factor * w, for any factor. O(1), except when beta has left its range.
  void Shrink(double factor);

  double scale() const { return beta_; }
  PlainWeights<Real>& v() { return v_; }
  const PlainWeights<Real>& v() const { return v_; }

  void Write(PlainWeights<Real>& out) const;
  void Assign(const PlainWeights<Real>& w);
  double SquaredNorm() const;
  void Transfer(State& state);

 private:
  PlainWeights<Real> v_;
  double beta_ = 1;
};

}  // namespace sagitta
