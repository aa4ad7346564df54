// SVRG: stochastic variance-reduced gradient (Johnson and Zhang 2013).
//
//   repeat:
//     w~ <- w,  d <- sum_i grad f_i(w~)                                    (n evaluations)
//     repeat m times, i uniform:
//       w <- (1 - alpha lambda) w - alpha (grad f_i(w) - grad f_i(w~) + d/n)   (2 evaluations)
//
// The next snapshot is the last iterate (their option I). The regularizer's gradient lambda w is
// exact instead of being part of f_i, as in the rest of the family. m is a multiple of n; they
// recommend 2n for convex problems.
//
// Deviation: the step is not tuned but alpha = 1/(L + lambda), with the constant that the line
// searches of the snapshot's pass found (snapshot.h), like SAG's. The analysis of SVRG wants a
// fraction of 1/L; with 1/L it reaches the optimum on all of our tests.
#pragma once

#include "optim/optimizer.h"
#include "optim/parts/sampler.h"
#include "optim/variance_reduced/snapshot.h"

namespace sagitta {

/// SVRG, and the loop of methods like it: those add to what happens around an iteration.
template <class Real>
class Svrg : public Optimizer<Real> {
 public:
  /// `inner` n iterations follow a snapshot.
  Svrg(ExampleSum<Real>& sum, double lambda, std::uint64_t inner);

  /// One effective pass is a pass over the examples for a snapshot, or a part of the iterations.
  StepReport Advance(Rng& rng) override;
  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  /// The snapshot is all there is.
  std::uint64_t MemoryBytes() const override { return snapshot_.bytes(); }
  bool Start(const PlainWeights<Real>& w) override {
    weights_.Assign(w);
    return true;
  }
  /// The next iteration starts from a new snapshot.
  void ChangeLambda(double lambda) override;
  void Transfer(State& state) override;

 protected:
  /// Called when a snapshot is complete, and after each iteration: the table of `here` is still the
  /// change of the gradient, and left() iterations follow.
  virtual void StartEpoch() {}
  virtual void FinishIteration(const InferredExample<Real>&, ExampleId) {}

  ExampleSum<Real>& sum() const { return sum_; }
  double lambda() const { return lambda_; }
  double alpha() const { return alpha_; }
  double Shrink() const;
  std::uint64_t epoch_length() const { return inner_ * sum_.examples(); }
  std::uint64_t left() const { return left_; }
  Snapshot<Real>& snapshot() { return snapshot_; }
  const typename Snapshot<Real>::Summary& summary() const { return summary_; }
  double objective() const { return objective_; }

  LazyWeights<Real> weights_;  // w; d is the snapshot's sum of gradients while iterating, else zero

 private:
  void Iterate(Rng& rng);
  void Enlarge();
  double EstimateObjective() const;

  ExampleSum<Real>& sum_;
  double lambda_;
  std::uint64_t inner_;
  Snapshot<Real> snapshot_;
  typename Snapshot<Real>::Summary summary_;  // of the last complete snapshot
  double mean_loss_ = 0;                      // there
  bool summarized_ = false;
  double objective_ = 0;  // f there at the start of an epoch, later estimated
  double change_ = 0;     // sum of f_i(w) - f_i(w~) over the iterations of an Advance
  std::uint64_t changes_ = 0;
  bool taking_ = false;     // a snapshot is being put together
  std::uint64_t left_ = 0;  // iterations before the next one
  double alpha_ = 0;
  Lookahead ahead_;
};

}  // namespace sagitta
