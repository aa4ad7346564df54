// SDCA: stochastic dual coordinate ascent for CRFs (Le Priol, Piche and Lacoste-Julien: Adaptive
// Stochastic Dual Coordinate Ascent for Conditional Random Fields, UAI 2018, Algorithm 1).
//
// In the terms of DualEvaluator, from mu_i = observed_i, that is tau_i = 0 and w = 0:
//
//   choose i;  p <- the marginals of the model at w;  delta <- omega_i (p - mu_i)
//   gamma  <- argmax over [0, 1] of the dual at tau_i + gamma delta
//   tau_i  <- tau_i + gamma delta;   w <- w - gamma/(lambda n) A_i delta
//
// The line search needs no inference, and no weights: n times the dual is, up to a constant,
//
//   phi(gamma) = omega_i H(mu_i + gamma (p - mu_i)) + gamma <A_i^T w, delta>
//                - gamma^2/(2 lambda n) ||A_i delta||^2
//
// with phi'(1) = -||A_i delta||^2/(lambda n), since p maximises H + <A_i^T w, .>, and phi'(0) maybe
// infinite. Gaps: f(w) - D = (1/n) sum_i gap_i, where
//
//   gap_i = omega_i KL(mu_i || p) = f_i(w) - <A_i^T w, tau_i> - omega_i H(mu_i)
//
// Gap sampling chooses i with probability 0.8 in proportion to gap_i as it was when i was last
// visited, else uniformly.
//
// Deviations: mu_i starts at observed_i, not at a mixture of it with the uniform distribution; the
// first gaps are the exact ones, f_i(0), not a large constant; gamma is exact to a hundredth of
// itself, the rise of the dual to a ten thousandth (in the authors' code gamma to 0.001), and a
// step by which rounding lowers the dual is not taken.
#pragma once

#include <memory>
#include <vector>

#include "optim/dual/dual_weights.h"
#include "optim/dual/unit_search.h"
#include "optim/optimizer.h"
#include "optim/parts/gradient_memory.h"
#include "optim/parts/sampler.h"
#include "optim/parts/sum_tree.h"

namespace sagitta {

template <class Real>
class Sdca final : public Optimizer<Real> {
 public:
  /// The tables must have the shape kMarginals.
  Sdca(ExampleSum<Real>& sum, double lambda, bool gap_sampling);

  /// Ends with a Measure, so that the report is exact, up to rounding in float: the gaps as they
  /// were when examples were last visited bound nothing.
  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  /// The marginals of all examples, every edge apart.
  std::uint64_t MemoryBytes() const override { return memory_.bytes(); }
  /// Only weights of the form w(mu) have dual variables, and finding those is training.
  bool Start(const PlainWeights<Real>&) override { return false; }
  void ChangeLambda(double lambda) override { weights_.ChangeLambda(lambda); }
  void Transfer(State& state) override;

 private:
  ExampleId Resolve(const Draw& draw) const;
  void Visit(ExampleId i, ExampleId next);
  struct Step {
    double gamma;
    double entropy;  // omega_i H(mu_i) after it
    double rise;     // of n D
  };
  /// The best step, given that the table is delta and fresh_ the model's tau_i.
  Step LineSearch(const InferredExample<Real>& here);
  StepReport Report();

  DualWeights<Real> weights_;
  bool gap_sampling_;
  TableMemory<Real> memory_;       // tau_i
  std::vector<double> entropies_;  // omega_i H(mu_i)
  std::vector<double> steps_;      // gamma of the last visit: where the next search starts
  SumTree gaps_;                   // gap_i as last known
  Lookahead ahead_;
  double last_step_ = 0;
  AlignedBuffer<Real> scores_, fresh_;  // tables
};

}  // namespace sagitta
