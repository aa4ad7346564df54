// ProximalUpdate: updates for objectives with an L1 term,
//
//   (1/n) sum_i f_i(w) + lambda/2 ||w||^2 + lambda1 ||w||_1.
//
// The updates are those of lazy_update.h, each followed by the proximal operator of
// alpha lambda1 ||.||_1, which sets weights to exactly zero (Defazio, Bach, Lacoste-Julien 2014,
// Algorithm 1, for SAGA; SAG's form is the same with its own direction). The rows of an example are
// brought up to date before it is visited, all others when an example of theirs is.
//
// Deviation: lambda/2 ||w||^2 stays with the smooth part, as 1 - alpha lambda, and does not go into
// the proximal operator; so without an L1 term these are the smooth methods.
#pragma once

#include "objective/proximal_weights.h"
#include "optim/loop/weight_update.h"
#include "optim/parts/example_rows.h"
#include "optim/parts/gradient_memory.h"
#include "optim/variance_reduced/soft_start.h"

namespace sagitta {

template <class Real>
class ProximalUpdate : public WeightUpdate<Real> {
 public:
  /// REQUIRES: lambda1 > 0.
  ProximalUpdate(ExampleSum<Real>& sum, double lambda, double lambda1,
                 std::unique_ptr<GradientMemory<Real>> memory);

  double StoredDot(const InferredExample<Real>& here) const override {
    return memory_->StoredDot(here, weights_.rows());
  }
  double SquaredChange(const InferredExample<Real>& here) override {
    return memory_->SquaredChange(here);
  }
  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  void Start(const PlainWeights<Real>& w) override { weights_.Assign(w); }
  std::uint64_t memory_bytes() const override { return memory_->bytes(); }
  StepReport Report(double alpha) const override;
  void Transfer(State& state) override;

 protected:
  ScoredExample<Real> Gather(ExampleId i, ExampleId next) override;

  double lambda1_;
  ProximalWeights<Real> weights_;
  std::unique_ptr<GradientMemory<Real>> memory_;
  ExampleRows touched_;
};

/// d <- d - g_i + g,   g_i <- g,   w <- S((1 - alpha lambda) w - (alpha/m) d, alpha lambda1)
template <class Real>
class ProximalSag final : public ProximalUpdate<Real> {
 public:
  ProximalSag(ExampleSum<Real>& sum, double lambda, double lambda1,
              std::unique_ptr<GradientMemory<Real>> memory);

  void Apply(const InferredExample<Real>& here, double alpha, double probability,
             ExampleId next) override;
  void StartSoftly() override;
  StepReport Report(double alpha) const override;
  void Transfer(State& state) override;

 private:
  typename SoftStart<Real>::Terms Terms() const {
    return {this->sum().n(), this->lambda(), this->lambda1_};
  }

  SoftStart<Real> start_;
};

/// w <- S((1 - alpha lambda) w - alpha ((g - g_i) / (n p_i) + d/n), alpha lambda1),
/// d <- d - g_i + g,   g_i <- g
template <class Real>
class ProximalSaga final : public ProximalUpdate<Real> {
 public:
  using ProximalUpdate<Real>::ProximalUpdate;
  void Apply(const InferredExample<Real>& here, double alpha, double probability,
             ExampleId next) override;
};

}  // namespace sagitta
