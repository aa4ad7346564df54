// What the updates of SAG and SAGA on lazy weights share, with any form of memory: one iteration
// after the other, or a batch of them at once (loop/ahead.h). The updates themselves are in
// sag_update.h and saga_update.h.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "objective/lazy_weights.h"
#include "objective/table_group.h"
#include "optim/loop/weight_update.h"
#include "optim/parts/gradient_memory.h"

namespace sagitta {

/// What both share: weights w with the direction d = sum_i g_i, and the memory of the g_i.
template <class Real>
class LazyUpdate : public WeightUpdate<Real> {
 public:
  using OnVisit = typename WeightUpdate<Real>::OnVisit;

  LazyUpdate(ExampleSum<Real>& sum, double lambda, std::unique_ptr<GradientMemory<Real>> memory);

  /// Batches need tables.
  std::size_t LargestBatch() const final { return tables_ != nullptr ? most_ahead() : 1; }
  std::size_t StepsAhead(double alpha, std::size_t most) const override;
  void ApplyAhead(std::span<const ExampleId> batch, std::span<const double> probabilities,
                  double alpha, const OnVisit& visited) final;

  void EndPass() override { Settle(); }

  double StoredDot(const InferredExample<Real>& here) const override {
    return memory_->StoredDot(here, weights_);
  }
  double SquaredChange(const InferredExample<Real>& here) override {
    return memory_->SquaredChange(here);
  }
  void Write(PlainWeights<Real>& out) const override { weights_.Write(out); }
  void Start(const PlainWeights<Real>& w) override { weights_.Assign(w); }
  std::uint64_t memory_bytes() const override { return memory_->bytes(); }
  StepReport Report(double alpha) const override {
    return this->ReportOf(
        alpha, weights_.Summarize(1 / this->sum().n(), this->lambda(), &this->sum().team()));
  }
  void Transfer(State& state) override {
    WeightUpdate<Real>::Transfer(state);
    state.Part("weights", weights_);
    state.Part("memory", *memory_);
  }

 protected:
  /// The iterations of a batch, foreseen: iteration b takes place at the weights of moments[b], and
  /// the change x of its gradient is then added to the rows as d += x, a += on_a[b] x.
  struct Plan {
    std::vector<LazyMoment> moments;
    std::vector<double> on_a;
  };

  ScoredExample<Real> Gather(ExampleId i, ExampleId next) override {
    memory_->Prefetch(next);
    return this->sum().Gather(i, weights_, next);
  }
  /// See LargestBatch. An update with more than 1 has to say the rest.
  virtual std::size_t most_ahead() const { return 1; }
  /// The factor of d in a step, when m examples were seen.
  virtual double OnDirection(double /*alpha*/, std::size_t /*m*/) const { return 0; }
  /// Fills in an empty plan.
  virtual void Foresee(std::span<const ExampleId>, std::span<const double> /*probabilities*/,
                       double /*alpha*/, Plan&) {}
  /// Takes the weights to the end of the batch. The changes are in the rows.
  virtual void Finish(std::span<const ExampleId>, double /*alpha*/, const Plan&) {}

  /// To be called after every iteration outside batches.
  void CountIteration() { CountIterations(1); }

  LazyWeights<Real> weights_;
  std::unique_ptr<GradientMemory<Real>> memory_;

 private:
  /// Counts iterations, and settles the weights in the middle of a pass.
  void CountIterations(std::size_t count);
  void Settle() {
    weights_.Settle(&this->sum().team());
    iterations_ = 0;
  }
  /// In which order the examples of a batch are begun: when threads share them, the largest first.
  void OrderBySize(std::span<const ExampleId> batch);

  std::size_t iterations_ = 0;                       // since the last Settle
  TableMemory<Real>* tables_ = nullptr;              // the memory, if batches can be used
  mutable std::unique_ptr<TableGroup<Real>> group_;  // made when first needed
  // Of the batch at hand.
  Plan plan_;
  std::vector<double> losses_;
  std::vector<std::size_t> sizes_;
  std::vector<std::uint32_t> order_;
};

}  // namespace sagitta
