// Hybrid: L-BFGS on a batch that grows from one example to all of them (Friedlander and Schmidt
// 2012). Early iterations are as cheap as stochastic ones, late ones as good as deterministic ones.
//
//   |B| <- min(ceil(1.1 |B|) + 1, n)
//   g = (1/|B|) sum_{i in B} grad f_i(w) + lambda w,    d = -H g with the pairs of L-BFGS
//   w <- w + alpha d, alpha the first of 1 and smaller ones with
//        f_B(w + alpha d) <= f_B(w) + 1e-4 alpha <g, d>
//
// Samples are drawn without replacement, and each contains the one before:
// B is the front of one random permutation. So what an accepted step has evaluated is not evaluated
// again when the batch grows, and an iteration costs about |B| evaluations. A pair takes both of
// its gradients from the batch on which the step was made, so that it is one of a convex function.
// Once B holds all examples this is L-BFGS with backtracking.
#pragma once

#include <memory>
#include <vector>

#include "objective/example_sum.h"
#include "optim/optimizer.h"
#include "optim/parts/lbfgs_memory.h"

namespace sagitta {

template <class Real>
class Hybrid final : public Optimizer<Real> {
 public:
  /// The sum must outlive it. history: how many pairs are kept.
  Hybrid(ExampleSum<Real>& sum, double lambda, std::size_t history);

  /// As many iterations as fit in about one pass, at least one. The report speaks of the batch.
  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override;
  std::uint64_t MemoryBytes() const override { return 0; }
  bool Start(const PlainWeights<Real>& w) override;
  /// Keeps the batch; forgets the pairs, which belong to another function.
  void ChangeLambda(double lambda) override;
  void Transfer(State& state) override;

 private:
  /// Weights with what the batch says there.
  struct Point {
    explicit Point(const WeightSpace& space) : w(space), sum(space), gradient(w.values().size()) {}
    GradientAt<Real> View() const { return {w.values(), gradient.span()}; }

    PlainWeights<Real> w;
    PlainWeights<Real> sum;        // of the gradients of the losses
    AlignedBuffer<Real> gradient;  // of f_B
    double loss_sum = 0;
    double value = 0;  // f_B
  };

  void Shuffle(Rng& rng);
  /// Enlarges the batch; here_ then is all there.
  void Grow();
  /// Adds the losses of the examples [first, batch_) of the order, then f_B and its gradient.
  void Include(std::size_t first, Point& at);
  /// One step on the batch. False: none was found.
  bool Step();
  /// there_ = the point at `step` along the direction.
  void Try(double step);

  ExampleSum<Real>& sum_;
  double lambda_;
  std::vector<ExampleId> order_;  // the batch is its front
  std::uint64_t batch_ = 0;
  Point here_, there_;
  AlignedBuffer<Real> direction_;
  LbfgsMemory<Real> memory_;
  double step_ = 0;
};

}  // namespace sagitta
