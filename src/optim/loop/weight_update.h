// WeightUpdate: the weights of a method that visits one example at a time, and how the fresh
// gradient of an example changes them.
//
// Derived classes are the updates: SAG's and SAGA's (variance_reduced/lazy_update.h), their
// proximal forms (variance_reduced/proximal_update.h), and that of plain stochastic gradients
// (stochastic/stochastic_update.h). Which example to visit and how far to step is a SamplingRule's
// matter.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "objective/example_sum.h"
#include "optim/optimizer.h"

namespace sagitta {

template <class Real>
class WeightUpdate {
 public:
  /// The sum must outlive the update.
  WeightUpdate(ExampleSum<Real>& sum, double lambda);
  virtual ~WeightUpdate() = default;

  ExampleSum<Real>& sum() const { return sum_; }
  std::size_t examples() const { return losses_.size(); }
  double lambda() const { return lambda_; }
  /// m: how many examples were visited at least once.
  std::size_t seen() const { return seen_count_; }
  bool seen(ExampleId i) const { return visits_[i] != 0; }
  /// How often each example was visited.
  const std::vector<std::uint32_t>& visits() const { return visits_; }

  /// f <- -log p(y_i|x_i, w), g <- its gradient (lines 5 and 6 of Algorithm 1). Meanwhile what the
  /// example `next` will need is fetched from memory.
  InferredExample<Real> Visit(ExampleId i, ExampleId next);
  /// Counts a visit of i, and i among the seen (lines 7 to 9).
  void MarkSeen(ExampleId i);
  /// Visits every example once, in order, and takes its gradient into the memory; the weights stay.
  /// `learn` is called with each example before it is marked as seen.
  void FillMemory(const std::function<void(const InferredExample<Real>&)>& learn);
  /// Changes the weights by a step of size alpha with the gradient of an example that was just
  /// visited, and takes it into the memory if there is one. `probability` is the one with which the
  /// example was chosen.
  virtual void Apply(const InferredExample<Real>& here, double alpha, double probability,
                     ExampleId next) = 0;

  virtual void Write(PlainWeights<Real>& out) const = 0;
  virtual void Start(const PlainWeights<Real>& w) = 0;
  virtual std::uint64_t memory_bytes() const = 0;
  /// The report of a call of Advance whose last step was `alpha`.
  virtual StepReport Report(double alpha) const = 0;
  virtual void Transfer(State& state);
  /// Continues with another lambda, from the current weights and memory. Averages over iterates
  /// start again.
  virtual void ChangeLambda(double lambda) { lambda_ = lambda; }

 protected:
  virtual ScoredExample<Real> Gather(ExampleId i, ExampleId next) = 0;
  /// Report, given ||w||^2 and the estimate of the gradient.
  StepReport ReportOf(double alpha, const WeightSummary& summary) const;

  /// 1 - alpha lambda. With a lambda far above every Lipschitz constant only rounding would be left
  /// of it; the scale of the weights must stay positive.
  double Shrink(double alpha) const { return std::max(1 - alpha * lambda_, kSmallestShrink); }

 private:
  static constexpr double kSmallestShrink = 1e-12;

  ExampleSum<Real>& sum_;
  double lambda_;
  std::vector<double> losses_;         // f_i when i was last visited, like its gradient
  double loss_sum_ = 0;                // of losses_
  std::vector<std::uint32_t> visits_;  // of each example; stays at its largest value
  std::size_t seen_count_ = 0;         // how many are not zero
};

}  // namespace sagitta
