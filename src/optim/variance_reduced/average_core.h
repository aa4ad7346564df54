// AverageCore: what the methods with a memory of gradients share. The weights, the memory, which
// examples were seen, and the move that the fresh gradient of one example brings about.
//
// Derived classes are the moves: sag_update.h (eq. 4 of the paper), saga_update.h (Proposition 1),
// and their proximal forms. Which example to visit and how far to step is a SamplingRule's matter.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "objective/lazy_weights.h"
#include "objective/oracle.h"
#include "optim/optimizer.h"
#include "optim/parts/gradient_memory.h"

namespace sagitta {

template <class Real>
class AverageCore {
 public:
  /// The oracle must outlive the core.
  AverageCore(const Oracle<Real>& oracle, double lambda);
  virtual ~AverageCore() = default;

  std::size_t examples() const { return losses_.size(); }
  double lambda() const { return lambda_; }
  /// m: how many examples were visited at least once.
  std::size_t seen() const { return seen_count_; }
  bool seen(ExampleId i) const { return visits_[i] != 0; }
  /// How often each example was visited.
  const std::vector<std::uint32_t>& visits() const { return visits_; }
  std::uint64_t evaluations() const { return scratch_->evaluations; }
  typename Oracle<Real>::Scratch& scratch() const { return *scratch_; }
  const Oracle<Real>& oracle() const { return oracle_; }

  /// f <- -log p(y_i|x_i, w), g <- its gradient (lines 5 and 6 of Algorithm 1). What the example
  /// `next` will need is fetched from memory meanwhile.
  double Visit(ExampleId i, ExampleId next);
  /// Counts a visit of i, and i among the seen (lines 7 to 9).
  void MarkSeen(ExampleId i);
  /// Visits every example once, in order, and takes its gradient into the memory; the weights stay.
  /// `learn` is called with each example and its loss before it is marked as seen.
  void FillMemory(const std::function<void(ExampleId, double)>& learn);
  /// Takes the gradient of Visit(i) into the memory and moves the weights by a step of size alpha.
  /// `probability` is the one with which i was chosen.
  virtual void Apply(ExampleId i, double alpha, double probability, ExampleId next) = 0;

  virtual void Write(PlainWeights<Real>& out) const = 0;
  virtual void Start(const PlainWeights<Real>& w) = 0;
  virtual std::uint64_t memory_bytes() const = 0;
  /// The report of a call of Advance that took the last step `alpha`.
  virtual StepReport Report(double alpha) const = 0;
  virtual void Transfer(State& state);
  /// Goes on with another lambda, from the weights and with the memory there is. What a core keeps
  /// of its iterates begins anew.
  virtual void ChangeLambda(double lambda) { lambda_ = lambda; }

 protected:
  virtual void Gather(ExampleId i, ExampleId next) = 0;
  /// Report, given ||w||^2 and the estimate of the gradient.
  StepReport ReportOf(double alpha, const WeightSummary& summary) const;

  /// 1 - alpha lambda. A lambda that dwarfs every Lipschitz constant leaves nothing but its
  /// rounding; the scale of the weights must stay positive.
  double Shrink(double alpha) const { return std::max(1 - alpha * lambda_, kSmallestShrink); }

 private:
  static constexpr double kSmallestShrink = 1e-12;

  const Oracle<Real>& oracle_;
  double lambda_;
  std::unique_ptr<typename Oracle<Real>::Scratch> scratch_;
  std::vector<double> losses_;         // f_i when i was last visited, like its gradient
  double loss_sum_ = 0;                // of losses_
  std::vector<std::uint32_t> visits_;  // of each example; stays at its largest value
  std::size_t seen_count_ = 0;         // how many are not zero
};

/// A core on lazy weights, with any form of memory.
template <class Real>
class LazyCore : public AverageCore<Real> {
 public:
  LazyCore(const Oracle<Real>& oracle, double lambda, std::unique_ptr<GradientMemory<Real>> memory)
      : AverageCore<Real>(oracle, lambda), weights_(oracle.space()), memory_(std::move(memory)) {}

  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  void Start(const PlainWeights<Real>& w) override { weights_.Assign(w); }
  std::uint64_t memory_bytes() const override { return memory_->bytes(); }
  StepReport Report(double alpha) const override;
  void Transfer(State& state) override;

 protected:
  void Gather(ExampleId i, ExampleId next) override;

  LazyWeights<Real> weights_;
  std::unique_ptr<GradientMemory<Real>> memory_;
};

}  // namespace sagitta
