// SAG's update on lazy weights: one iteration, or a batch of them at once.
#pragma once

#include <memory>
#include <vector>

#include "objective/table_group.h"
#include "optim/variance_reduced/lazy_update.h"
#include "optim/variance_reduced/soft_start.h"

namespace sagitta {

/// SAG (paper, eq. 4, lines 10 to 16 of Algorithm 1):
///
///   d <- d - g_i + g,   g_i <- g,   w <- (1 - alpha lambda) w - (alpha/m) d
template <class Real>
class SagUpdate final : public LazyUpdate<Real> {
 public:
  using OnVisit = typename WeightUpdate<Real>::OnVisit;

  SagUpdate(ExampleSum<Real>& sum, double lambda, std::unique_ptr<GradientMemory<Real>> memory);

  void Apply(const InferredExample<Real>& here, double alpha, double, ExampleId next) override {
    this->memory_->Replace(here, 0, 1, next, this->weights_);
    Step(alpha, this->seen());
  }
  bool LooksAhead() const override { return tables_ != nullptr; }
  std::size_t StepsAhead(double alpha, std::size_t most) const override;
  void ApplyAhead(std::span<const ExampleId> batch, double alpha, const OnVisit& visited) override;

  void StartSoftly() override { start_.Begin(this->Weights(), Terms(), this->weights_); }
  StepReport Report(double alpha) const override;
  void Transfer(State& state) override;

 private:
  typename SoftStart<Real>::Terms Terms() const { return {this->sum().n(), this->lambda(), 0}; }
  /// The step with a d that is up to date, when m examples were seen.
  void Step(double alpha, std::size_t m);
  /// The moments of the weights at which the iterations of a batch take place. Returns m after it.
  std::size_t Foresee(std::span<const ExampleId> batch, double alpha);
  /// In which order the examples of a batch are begun: when threads share them, the largest first.
  void OrderBySize(std::span<const ExampleId> batch);

  SoftStart<Real> start_;
  TableMemory<Real>* tables_ = nullptr;  // the memory, if batches can be used
  // Of the batch at hand.
  mutable std::unique_ptr<TableGroup<Real>> group_;  // made when first needed
  std::vector<LazyMoment> moments_;
  std::vector<double> clocks_;
  std::vector<double> losses_;
  std::vector<std::uint32_t> order_;
};

}  // namespace sagitta
