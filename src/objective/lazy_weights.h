// LazyWeights: weights that move along a dense direction at every step, at the price of the rows visited.
//
// The SAG step  w <- (1 - alpha lambda) w - (alpha/m) d  (paper, eq. 4) changes every weight, but d
// changes only in the rows of the example at hand. With w = beta v it becomes
//
//   beta <- (1 - alpha lambda) beta,      v <- v - (alpha / (m beta)) d
//
// and the second part is put off: C sums alpha/(m beta) over the steps, each row remembers the C at which
// it was last up to date (its clock), and a visit first does v <- v - (C - clock) d. Value, direction and
// clock of a row lie together. beta and the clocks are reset (Flush) before beta gets small.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "kernels/rows.h"
#include "objective/plain_weights.h"
#include "objective/weight_space.h"

namespace sagitta {

struct WeightSummary {
  double gradient_inf = 0;   // max_j |a d_j + lambda w_j|
  double squared_norm = 0;   // ||w||^2
};

template <class Real>
class LazyWeights {
 public:
  /// w = 0, d = 0. The space must outlive the weights.
  explicit LazyWeights(const WeightSpace& space);

  /// w <- shrink * w - step * d. Costs O(1), except when it has to flush.
  void Step(double shrink, double step);

  /// Brings all rows up to date and makes beta 1 again. One sweep over everything.
  void Flush();

  /// Looks at all weights, up to date or not; one reading sweep. The gradient is a d + lambda w.
  WeightSummary Summarize(double a, double lambda) const;

  /// out = w. REQUIRES: out has the same space.
  void Write(PlainWeights<Real>& out) const;

  double scale() const { return beta_; }  // beta: w = beta v
  double clock() const { return clock_; }  // C
  const kernels::Rows<Real>& rows(std::size_t part) const { return parts_[part]; }
  std::size_t bytes() const { return values_.size() * sizeof(Real); }

 private:
  AlignedBuffer<Real> values_;
  std::vector<AlignedBuffer<Real>> masks_;
  std::vector<kernels::Rows<Real>> parts_;
  std::vector<std::size_t> sparse_rows_;
  double beta_ = 1.0;
  double clock_ = 0.0;
};

}  // namespace sagitta
