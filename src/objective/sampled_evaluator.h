// SampledEvaluator: a fixed random subset of the examples of another evaluator, for trials on which
// all of them would be wasted.
//
// Weights have the space of the whole; examples are numbered from 0. The mean over the subset
// estimates the mean over the whole.
#pragma once

#include <vector>

#include "base/rng.h"
#include "objective/example_evaluator.h"

namespace sagitta {

template <class Real>
class SampledEvaluator final : public ExampleEvaluator<Real> {
 public:
  using Worker = typename ExampleEvaluator<Real>::Worker;

  /// min(size, all) different examples in random order. `whole` must outlive this.
  SampledEvaluator(const ExampleEvaluator<Real>& whole, std::size_t size, Rng& rng);

  std::size_t examples() const override { return chosen_.size(); }
  std::uint64_t pass_evaluations() const override;
  const WeightSpace& space() const override { return whole_.space(); }
  double Weight(ExampleId i) const override { return whole_.Weight(chosen_[i]); }
  std::size_t TableSize(ExampleId i) const override { return whole_.TableSize(chosen_[i]); }
  TableRange SharedRange(ExampleId i) const override { return whole_.SharedRange(chosen_[i]); }
  bool MapsPiece(ExampleId i, std::size_t piece) const override {
    return whole_.MapsPiece(chosen_[i], piece);
  }
  std::unique_ptr<Worker> NewWorker() const override { return whole_.NewWorker(); }

  void AppendSupport(ExampleId i, std::vector<RowId>& rows) const override {
    whole_.AppendSupport(chosen_[i], rows);
  }
  void Gather(ExampleId i, const PlainWeights<Real>& w, double scale, ExampleId next,
              Worker& worker) const override {
    whole_.Gather(chosen_[i], w, scale, Next(next), worker);
  }
  void Gather(ExampleId i, const LazyWeights<Real>& w, ExampleId next,
              Worker& worker) const override {
    whole_.Gather(chosen_[i], w, Next(next), worker);
  }
  double Loss(ExampleId i, Worker& worker) const override {
    return whole_.Loss(chosen_[i], worker);
  }
  double Infer(ExampleId i, Worker& worker) const override {
    return whole_.Infer(chosen_[i], worker);
  }
  double TableScores(ExampleId i, Worker& worker) const override {
    return whole_.TableScores(chosen_[i], worker);
  }
  double LossAlong(ExampleId i, double step, Worker& worker) const override {
    return whole_.LossAlong(chosen_[i], step, worker);
  }
  double ScoresDot(ExampleId i, std::span<const Real> table, Worker& worker) const override {
    return whole_.ScoresDot(chosen_[i], table, worker);
  }
  double SquaredDistance(ExampleId i, std::span<const Real> other, Worker& worker) const override {
    return whole_.SquaredDistance(chosen_[i], other, worker);
  }
  double LossNoise(const Worker& worker) const override { return whole_.LossNoise(worker); }
  void GatherAlong(ExampleId i, const PlainWeights<Real>& direction,
                   Worker& worker) const override {
    whole_.GatherAlong(chosen_[i], direction, worker);
  }
  double InferTangent(ExampleId i, Worker& worker) const override {
    return whole_.InferTangent(chosen_[i], worker);
  }
  double LipschitzBound(ExampleId i) const override { return whole_.LipschitzBound(chosen_[i]); }
  void Scatter(ExampleId i, Worker& worker, double on_w, double on_d, ExampleId next,
               LazyWeights<Real>& to) const override {
    whole_.Scatter(chosen_[i], worker, on_w, on_d, Next(next), to);
  }
  void Scatter(ExampleId i, Worker& worker, double on_w, ExampleId next,
               PlainWeights<Real>& to) const override {
    whole_.Scatter(chosen_[i], worker, on_w, Next(next), to);
  }
  std::unique_ptr<AdaptiveEvaluator<Real>> NewAdaptive(
      std::span<const ExampleId> chosen) const override;

 private:
  ExampleId Next(ExampleId i) const { return i == kNoExample ? i : chosen_[i]; }

  const ExampleEvaluator<Real>& whole_;
  std::vector<ExampleId> chosen_;
};

}  // namespace sagitta
