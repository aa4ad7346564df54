// DualWeights: the weights that belong to dual variables, kept up to date as those change.
//
//   w(mu) = -(1/(lambda n)) sum_i A_i tau_i       (see DualEvaluator)
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "base/state.h"
#include "objective/example_sum.h"

namespace sagitta {

/// f and its gradient at w, exactly.
struct PrimalMeasure {
  double objective = 0;
  double gradient_inf = 0;
};

template <class Real>
class DualWeights {
 public:
  /// tau = 0, w = 0. Throws Error(kUsage) when the sum has no dual. It must outlive the weights.
  DualWeights(ExampleSum<Real>& sum, double lambda);

  ExampleSum<Real>& sum() const { return sum_; }
  const DualEvaluator<Real>& dual() const { return *sum_.dual(); }
  const PlainWeights<Real>& w() const { return w_; }
  double lambda() const { return lambda_; }
  /// 1 / (lambda n).
  double on_table() const { return on_table_; }

  /// Example i at w, and its scores as a table.
  ScoredExample<Real> Gather(ExampleId i, ExampleId next, std::span<Real> scores);
  /// The change of w that follows from tau_i += the example's table.
  void Change(const InferredExample<Real>& here, ExampleId next);
  /// The same distributions under another lambda.
  void ChangeLambda(double lambda);

  /// f - D, which is never below zero; where it is below the rounding of the two, that rounding.
  static double Gap(double primal, double dual) {
    const double rounding = static_cast<double>(std::numeric_limits<Real>::epsilon()) * primal;
    return std::max(primal - dual, rounding);
  }

  double SquaredNorm() const;
  /// D, from all omega_i H(mu_i).
  double Objective(std::span<const double> entropies) const;

  /// Looks at all examples once. This is not counted as work: like the objective values in reports
  /// it tells something and changes nothing.
  PrimalMeasure Measure();

  void Write(PlainWeights<Real>& out) const;
  void Transfer(State& state);

 private:
  ExampleSum<Real>& sum_;
  double lambda_;
  double on_table_;
  PlainWeights<Real> w_, gradient_;
};

}  // namespace sagitta
