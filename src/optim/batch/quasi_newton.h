// QuasiNewton: what L-BFGS and OWL-QN share: the weights, the smooth objective with its gradient,
// and the pairs that the Hessian is guessed from.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "objective/example_sum.h"
#include "optim/optimizer.h"
#include "optim/parts/lbfgs_memory.h"

namespace sagitta {

template <class Real>
class QuasiNewton : public Optimizer<Real> {
 public:
  /// history: how many pairs of steps and gradient changes are kept. The sum must outlive it.
  QuasiNewton(ExampleSum<Real>& sum, double lambda, std::size_t history);

  void Write(PlainWeights<Real>& out) const final;
  std::uint64_t MemoryBytes() const final { return 0; }
  bool Start(const PlainWeights<Real>& w) final;
  /// Starts again, without the pairs: they belong to another function.
  void ChangeLambda(double lambda) final;
  void Transfer(State& state) override;

  /// In place of ExampleSum::MeanLossAndGradient; empty: that one again.
  using Losses = std::function<double(const PlainWeights<Real>& w, PlainWeights<Real>& gradient)>;
  void EvaluateBy(Losses losses) { losses_ = std::move(losses); }

 protected:
  /// f = (1/n) sum_i f_i + lambda/2 ||w||^2 at w_, and its gradient in gradient_.
  double EvaluateSmooth();
  /// The report of an iteration whose step and (sub)gradient have these sizes.
  StepReport Report(double step, double gradient_inf, bool stuck) const;
  ExampleSum<Real>& sum() const { return sum_; }
  double lambda() const { return lambda_; }

  PlainWeights<Real> w_, gradient_;
  LbfgsMemory<Real> memory_;
  double value_ = 0;      // of the whole objective at w_
  bool started_ = false;  // value_ and gradient_ are known

 private:
  ExampleSum<Real>& sum_;
  double lambda_;
  Losses losses_;
};

}  // namespace sagitta
