// DualOracle: what methods that work on the dual may know besides an Oracle.
//
// The dual of f(w) = lambda/2 ||w||^2 + (1/n) sum_i f_i(w) has for each example a distribution over
// its labellings, of which only the marginals mu_i matter (Lebanon and Lafferty 2001):
//
//   D(mu) = -lambda/2 ||w(mu)||^2 + (1/n) sum_i omega_i H(mu_i)
//   w(mu) = -(1/(lambda n)) sum_i A_i tau_i,      tau_i = omega_i (mu_i - observed_i)
//
// tau_i is a table like the one that Infer makes, which is the tau_i of the model's own marginals.
// The entropy of a chain is the sum of the entropies of its edges minus that of its inner nodes:
// every node but the first and the last lies on two edges.
#pragma once

#include <span>

#include "objective/oracle.h"

namespace sagitta {

/// A function of one variable at one point.
struct CurvePoint {
  double value = 0;
  double slope = 0;
  double curvature = 0;
};

/// What inference on given scores theta leaves besides the table tau of its marginals.
struct GivenScores {
  double loss = 0;          // omega_i (log Z(theta) - <theta, observed>)
  double observed_dot = 0;  // <observed, tau>
};

template <class Real>
class DualOracle {
 public:
  using Scratch = typename Oracle<Real>::Scratch;

  virtual ~DualOracle() = default;

  /// f_i(0), without inference: omega_i times the logarithm of the number of labellings.
  virtual double LossAtZero(ExampleId i) const = 0;

  /// The scores of the last Gather(i) as a table s with <s, tau> = <A_i^T w, tau> for all tables
  /// tau. `out` has TableSize(i) places.
  virtual void ScoreTable(ExampleId i, const Scratch& scratch, std::span<Real> out) const = 0;

  /// omega_i H(mu_i) at tau_i = (1 - gamma) from + gamma to, and its derivatives by gamma.
  /// Marginals that rounding has pushed below zero count as zero; logarithms stay finite. REQUIRES:
  /// the shape of tables is kMarginals, 0 <= gamma <= 1.
  virtual CurvePoint EntropyBetween(ExampleId i, std::span<const Real> from,
                                    std::span<const Real> to, double gamma) const = 0;

  /// Inference on the scores theta = scores + on_observed * observed_i; the scratch's table becomes
  /// that of their marginals. Counts as one evaluation and leaves the scores of Gather as they are.
  /// REQUIRES: the shape of tables is kMixed.
  virtual GivenScores InferGiven(ExampleId i, std::span<const Real> scores, double on_observed,
                                 Scratch& scratch) const = 0;
};

}  // namespace sagitta
