// ProximalCore: a core for objectives with an L1 term,
//
//   (1/n) sum_i f_i(w) + lambda/2 ||w||^2 + lambda1 ||w||_1.
//
// The moves are those of sag_update.h and saga_update.h, each followed by the proximal operator of
// alpha lambda1 ||.||_1, which sets weights to exactly zero (Defazio, Bach, Lacoste-Julien 2014,
// Algorithm 1, for SAGA; SAG's form is the same with its own direction). The rows of the example at
// hand are brought up to date before it is visited, all others when somebody visits them.
//
// Deviation: lambda/2 ||w||^2 stays with the smooth part, as 1 - alpha lambda, and does not go into
// the proximal operator; so without an L1 term the smooth methods come out.
#pragma once

#include "objective/proximal_weights.h"
#include "optim/parts/example_rows.h"
#include "optim/variance_reduced/average_core.h"

namespace sagitta {

template <class Real>
class ProximalCore : public AverageCore<Real> {
 public:
  /// REQUIRES: lambda1 > 0.
  ProximalCore(const Oracle<Real>& oracle, double lambda, double lambda1,
               std::unique_ptr<GradientMemory<Real>> memory);

  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  void Start(const PlainWeights<Real>& w) override { weights_.Assign(w); }
  std::uint64_t memory_bytes() const override { return memory_->bytes(); }
  StepReport Report(double alpha) const override;
  void Transfer(State& state) override;

 protected:
  void Gather(ExampleId i, ExampleId next) override;

  double lambda1_;
  ProximalWeights<Real> weights_;
  std::unique_ptr<GradientMemory<Real>> memory_;
  ExampleRows touched_;
};

/// d <- d - g_i + g,   g_i <- g,   w <- S((1 - alpha lambda) w - (alpha/m) d, alpha lambda1)
template <class Real>
class ProximalSag final : public ProximalCore<Real> {
 public:
  using ProximalCore<Real>::ProximalCore;
  void Apply(ExampleId i, double alpha, double probability, ExampleId next) override;
};

/// w <- S((1 - alpha lambda) w - alpha ((g - g_i) / (n p_i) + d/n), alpha lambda1),
/// d <- d - g_i + g,   g_i <- g
template <class Real>
class ProximalSaga final : public ProximalCore<Real> {
 public:
  using ProximalCore<Real>::ProximalCore;
  void Apply(ExampleId i, double alpha, double probability, ExampleId next) override;
};

}  // namespace sagitta
