// OEG: online exponentiated gradient (Collins, Globerson, Koo, Carreras and Bartlett: Exponentiated
// Gradient Algorithms for Conditional Random Fields and Max-Margin Markov Networks, JMLR 2008),
// with the heuristics of the authors' code that the paper reports in a footnote of section 6.
//
// In the terms of DualEvaluator, mu_i are the marginals of a chain with scores theta_i of
// its own. The gradient of n D by the probability of labelling y of example i is
//
//   omega_i (-log mu_i(y) - 1 + <A_i^T w, y>)
//
// as n lambda/2 ||w(mu)||^2 has the derivative -omega_i <A_i^T w, y>; so a step of size
// eta/omega_i, mu_i(y) <- mu_i(y) exp(eta/omega_i gradient) and normalised, is for the scores
//
//   theta_i <- (1 - eta) theta_i + eta A_i^T w
//
// where neither lambda nor n nor omega_i is left. It changes n D by
//
//   omega_i (H(mu') - H(mu)) + <A_i^T w, tau' - tau> - ||A_i (tau' - tau)||^2 / (2 lambda n)
//
// and is tried with eta_i; while this is not a rise eta_i is halved, at most twice on the first
// pass and five times later. Afterwards eta_i grows by 1.05. It starts at 0.5.
//
// theta_i starts at X for the observed labels and pairs of labels and 0 for the others (X = 3; 10
// is the paper's OEG-10). All scores undergo the same linear map, so always
//
//   theta_i = X rho_i observed_i + (combination of scores A_i^T w at former w),
//   rho_i <- (1 - eta) rho_i
//
// and a table in the shape kMixed and the number rho_i say it exactly, though all edges differ.
// tau_i is kept too: that saves an inference a visit.
//
// The first pass goes through a random permutation, later ones draw uniformly; without permutation
// (OEG-noRP) all do. Deviations: when the last halving brings no rise either, theta_i stays; a
// change within rounding is taken and leaves eta_i as it is: otherwise steps would shrink to
// nothing, or grow without end, at the optimum; rho_i becomes 0 when X rho_i is lost in the
// rounding of scores.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "optim/dual/dual_weights.h"
#include "optim/optimizer.h"
#include "optim/parts/gradient_memory.h"
#include "optim/parts/sampler.h"

namespace sagitta {

template <class Real>
class Oeg final : public Optimizer<Real> {
 public:
  /// start: X. The tables must have the shape kMixed.
  Oeg(ExampleSum<Real>& sum, double lambda, double start, bool permutation);

  /// The first call only finds mu_i and w at the start; that is a pass of inference too. f is not
  /// met on the way: the report's objective is the dual, which ends where f does; the gradient and
  /// the gap come from a Measure at every tenth call, and in between the gradient is the one
  /// before.
  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  std::uint64_t MemoryBytes() const override;
  /// Only weights of the form w(mu) have dual variables, and finding those is training.
  bool Start(const PlainWeights<Real>&) override { return false; }
  void ChangeLambda(double lambda) override;
  void Transfer(State& state) override;

 private:
  /// What is kept of an example besides two tables.
  struct Example {
    double rho = 1;
    double eta = 0.5;
    double entropy = 0;  // omega_i H(mu_i)
    std::uint64_t visits = 0;
  };

  ExampleId Resolve(const Draw& draw) const;
  void Begin();
  void Visit(ExampleId i, ExampleId next);
  /// What a trial does to the dual.
  enum class Outcome {
    kRose,        // taken
    kUnresolved,  // the change is below rounding: taken too
    kFell,
  };
  /// One trial of example i's eta.
  Outcome Try(ExampleId i, ExampleId next);
  /// The marginals of scores + raise * observed, and omega_i H of them.
  struct Marginals {
    InferredExample<Real> here;
    double entropy;
  };
  Marginals Infer(ExampleId i, std::span<const Real> scores, double raise);
  StepReport Report();

  DualWeights<Real> weights_;
  double start_;
  bool permutation_;
  TableMemory<Real> theta_;  // without the share of the start
  TableMemory<Real> tau_;
  std::vector<Example> examples_;
  SeenPartition seen_;
  Lookahead ahead_;
  std::uint64_t visits_ = 0;
  std::uint64_t calls_ = 0;  // of Advance
  double last_eta_ = 0;
  double gradient_inf_ = std::numeric_limits<double>::infinity();  // when last measured
  AlignedBuffer<Real> scores_, trial_, fresh_;                     // tables
};

}  // namespace sagitta
