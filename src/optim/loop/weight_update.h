// WeightUpdate: the weights of a method that visits one example at a time, and how the fresh
// gradient of an example changes them.
//
// Derived classes are the updates: SAG's and SAGA's (on variance_reduced/lazy_update.h), their
// proximal forms (variance_reduced/proximal_update.h), and that of plain stochastic gradients
// (stochastic/stochastic_update.h). Which example to visit and how far to step is a SamplingRule's
// matter.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
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

  /// The most iterations of a batch (ahead.h) that are worth while with this update.
  virtual std::size_t LargestBatch() const { return 1; }
  /// Of a batch: how many iterations with the step size alpha, from 1 to `most`, can be
  /// taken at once.
  virtual std::size_t StepsAhead(double, std::size_t) const { return 1; }
  bool LooksAhead() const { return LargestBatch() > 1; }
  /// Called with the place of an example in its batch when it was visited, by several threads at
  /// once.
  using OnVisit = std::function<void(std::size_t place, const InferredExample<Real>& here)>;
  /// Takes the iterations of these examples, all different, at once: Visit and Apply of each, but
  /// not MarkSeen. REQUIRES: LooksAhead(), and no more than StepsAhead of them; a probability for
  /// each.
  virtual void ApplyAhead(std::span<const ExampleId>, std::span<const double> /*probabilities*/,
                          double /*alpha*/, const OnVisit&) {}

  /// Called after every pass, before Report.
  virtual void EndPass() {}

  /// Called once, when the memory was filled at given weights: from here on the objective must not
  /// rise above its value there. Updates that follow the gradient without delay need nothing for
  /// that.
  virtual void StartSoftly() {}
  /// With the gradient g_i that is remembered of the example, 0 without a memory: <g_i, w> at the
  /// current weights, and ||g - g_i||^2. Lines of the example end.
  virtual double StoredDot(const InferredExample<Real>&) const { return 0; }
  virtual double SquaredChange(const InferredExample<Real>& here) {
    return here.AlongGradient().squared_norm();
  }

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
  /// w now, as a copy.
  PlainWeights<Real> Weights() const {
    PlainWeights<Real> w(sum_.space());
    Write(w);
    return w;
  }
  virtual ScoredExample<Real> Gather(ExampleId i, ExampleId next) = 0;
  /// The loss of example i at a visit.
  void RecordLoss(ExampleId i, double loss);
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

/// For rules that keep a Lipschitz constant for each example: those seen have one above 0, or a
/// search that doubles it would never end. `constants` has Get(i).
template <class Constants, class Real>
void RequireConstants(const State& state, const Constants& constants,
                      const WeightUpdate<Real>& update) {
  for (std::size_t k = 0; state.loading() && k < update.examples(); ++k) {
    const auto i = static_cast<ExampleId>(k);
    state.Require(constants.Get(i) > 0 || !update.seen(i), "lipschitz");
  }
}

}  // namespace sagitta
