// DualWeights: the weights that belong to dual variables, kept up to date as those change.
//
//   w(mu) = -(1/(lambda n)) sum_i A_i tau_i       (see objective/dual_oracle.h)
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "base/state.h"
#include "objective/dual_oracle.h"

namespace sagitta {

/// f and its gradient at w, exactly.
struct PrimalMeasure {
  double objective = 0;
  double gradient_inf = 0;
};

template <class Real>
class DualWeights {
 public:
  using Scratch = typename Oracle<Real>::Scratch;

  /// tau = 0, w = 0. Throws Error(kUsage) when the oracle has no dual. It must outlive the weights.
  DualWeights(const Oracle<Real>& oracle, double lambda);

  const Oracle<Real>& oracle() const { return oracle_; }
  const DualOracle<Real>& dual() const { return *oracle_.dual(); }
  const PlainWeights<Real>& w() const { return w_; }
  double lambda() const { return lambda_; }
  /// 1 / (lambda n).
  double on_table() const { return on_table_; }

  /// The scores of example i at w, as a table.
  void Scores(ExampleId i, ExampleId next, Scratch& scratch, std::span<Real> scores) const;
  /// tau_i += the scratch's table, as far as the weights go.
  void Change(ExampleId i, ExampleId next, Scratch& scratch);
  /// The same distributions under another lambda.
  void ChangeLambda(double lambda);

  /// f - D, which is never below zero; where it drowns in the rounding of the two, that rounding.
  static double Gap(double primal, double dual) {
    const double rounding = static_cast<double>(std::numeric_limits<Real>::epsilon()) * primal;
    return std::max(primal - dual, rounding);
  }

  double SquaredNorm() const;
  /// D, from all omega_i H(mu_i).
  double Objective(std::span<const double> entropies) const;

  /// Looks at all examples once. That is not counted as work: like the objective values in reports
  /// it tells something and changes nothing.
  PrimalMeasure Measure(Scratch& scratch);

  void Write(PlainWeights<Real>& out) const;
  void Transfer(State& state);

 private:
  const Oracle<Real>& oracle_;
  double lambda_;
  double on_table_;
  PlainWeights<Real> w_, gradient_;
};

}  // namespace sagitta
