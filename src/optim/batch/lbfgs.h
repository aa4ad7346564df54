// L-BFGS: the limited-memory quasi-Newton method (Liu and Nocedal 1989) with a Wolfe search.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "optim/optimizer.h"

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
  /// s = w_{k+1} - w_k and y = grad_{k+1} - grad_k.
  struct Pair {
    AlignedBuffer<Real> step;
    AlignedBuffer<Real> change;
    double inner = 0;  // <s, y>
    double alpha = 0;  // of the recursion at hand
  };

  /// f and its gradient (into gradient_) at w_.
  double Evaluate();
  /// direction_ = -H gradient_ by the two-loop recursion.
  void Direction();
  void Remember();
  StepReport Report(double step, bool stuck) const;

  const Oracle<Real>& oracle_;
  double lambda_;
  std::size_t history_;
  std::unique_ptr<typename Oracle<Real>::Scratch> scratch_;
  PlainWeights<Real> w_, gradient_;
  AlignedBuffer<Real> old_w_, old_gradient_, direction_;
  std::vector<Pair>
      pairs_;  // oldest first; the first used_ of them count, the others are only memory
  std::size_t used_ = 0;
  double value_ = 0;
  bool started_ = false;
};

}  // namespace sagitta
