// L-BFGS: the limited-memory quasi-Newton method (Liu and Nocedal 1989) with a Wolfe search.
#pragma once

#include <cstdint>
#include <memory>

#include "optim/optimizer.h"
#include "optim/parts/lbfgs_memory.h"

namespace sagitta {

template <class Real>
class Lbfgs final : public Optimizer<Real> {
 public:
  /// history: how many pairs of steps and gradient changes are kept.
  Lbfgs(const Oracle<Real>& oracle, double lambda, std::size_t history);

  /// One iteration: at least one evaluation of all examples, more when the search needs them.
  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override;
  std::uint64_t MemoryBytes() const override { return 0; }
  bool Start(const PlainWeights<Real>& w) override;
  /// Begins anew, without the pairs: they belong to another function.
  void ChangeLambda(double lambda) override;
  void Transfer(State& state) override;

 private:
  /// f and its gradient (into gradient_) at w_.
  double Evaluate();
  StepReport Report(double step, bool stuck) const;

  const Oracle<Real>& oracle_;
  double lambda_;
  std::unique_ptr<typename Oracle<Real>::Scratch> scratch_;
  PlainWeights<Real> w_, gradient_;
  PlainWeights<Real> old_w_, old_gradient_;  // where the search began
  AlignedBuffer<Real> direction_;
  LbfgsMemory<Real> memory_;
  double value_ = 0;
  bool started_ = false;
};

}  // namespace sagitta
