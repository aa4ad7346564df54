// AveragedWeights: weights that take sparse steps and shrink, with the exact average of all their
// values so far, at the price of the rows visited (the idea of Xu 2010).
//
// Let S be the sum of the iterates w_1 ... w_T. It is kept as
//
//   S = R w + d
//
// A step w' = s w - a x with x sparse, after which S' = S + w', is R' = R/s + 1 and
// d' = d + (R/s) a x: indeed R/s w' + d' = R w + d. So d changes only where x does, and the pairs
// (w, d) are just the rows of LazyWeights with C = 0. R grows as 1/s^T while S grows
// as T: before the difference could cost digits, S is gathered in d and R starts from zero again.
#pragma once

#include <cstdint>

#include "objective/example_sum.h"
#include "objective/lazy_weights.h"

namespace sagitta {

template <class Real>
class AveragedWeights {
 public:
  /// w = 0, nothing to average. The space must outlive the weights.
  explicit AveragedWeights(const WeightSpace& space) : pairs_(space), spare_(space) {}

  /// The last iterate.
  const LazyWeights<Real>& last() const { return pairs_; }

  /// w <- shrink * w - step * A_i table, for any shrink; `counts`: the new w enters the average.
  /// REQUIRES: once one has counted, all do, until Forget.
  void Step(const InferredExample<Real>& here, double shrink, double step, bool counts,
            ExampleId next);

  /// The average of what counted, or the last iterate while nothing did.
  void Write(PlainWeights<Real>& out) const;

  /// REQUIRES: nothing has counted yet.
  void Start(const PlainWeights<Real>& w) { pairs_.Assign(w); }
  /// Forgets the average: nothing has counted, the last iterate is as it was. One sweep over
  /// everything.
  void Forget();
  void Transfer(State& state);

 private:
  /// d <- S, R <- 0: one sweep over everything.
  void Fold();

  LazyWeights<Real> pairs_;
  PlainWeights<Real> spare_;
  double on_w_ = 0;          // R
  std::uint64_t count_ = 0;  // T
};

}  // namespace sagitta
