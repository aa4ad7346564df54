// SampledOracle: a fixed random subset of an oracle's examples as an oracle of its own, for trials
// that the whole would be too dear for.
//
// Weights have the space of the whole; examples are numbered anew. The mean over the subset
// estimates the mean over the whole.
#pragma once

#include <vector>

#include "base/rng.h"
#include "objective/oracle.h"

namespace sagitta {

template <class Real>
class SampledOracle final : public Oracle<Real> {
 public:
  using Scratch = typename Oracle<Real>::Scratch;

  /// min(size, all) different examples in random order. The oracle must outlive this one.
  SampledOracle(const Oracle<Real>& whole, std::size_t size, Rng& rng);

  std::size_t examples() const override { return chosen_.size(); }
  std::uint64_t pass_evaluations() const override;
  const WeightSpace& space() const override { return whole_.space(); }
  std::size_t TableSize(ExampleId i) const override { return whole_.TableSize(chosen_[i]); }
  TablePart SharedPart(ExampleId i) const override { return whole_.SharedPart(chosen_[i]); }
  std::unique_ptr<Scratch> NewScratch() const override { return whole_.NewScratch(); }

  void AppendSupport(ExampleId i, std::vector<RowId>& rows) const override {
    whole_.AppendSupport(chosen_[i], rows);
  }
  void Gather(ExampleId i, const PlainWeights<Real>& w, double scale, ExampleId next,
              Scratch& scratch) const override {
    whole_.Gather(chosen_[i], w, scale, Next(next), scratch);
  }
  void Gather(ExampleId i, const LazyWeights<Real>& w, ExampleId next,
              Scratch& scratch) const override {
    whole_.Gather(chosen_[i], w, Next(next), scratch);
  }
  double Loss(ExampleId i, Scratch& scratch) const override {
    return whole_.Loss(chosen_[i], scratch);
  }
  double Infer(ExampleId i, Scratch& scratch) const override {
    return whole_.Infer(chosen_[i], scratch);
  }
  double TableScores(ExampleId i, Scratch& scratch) const override {
    return whole_.TableScores(chosen_[i], scratch);
  }
  double LossAlong(ExampleId i, double step, Scratch& scratch) const override {
    return whole_.LossAlong(chosen_[i], step, scratch);
  }
  double LossNoise(const Scratch& scratch) const override { return whole_.LossNoise(scratch); }
  void GatherAlong(ExampleId i, const PlainWeights<Real>& direction,
                   Scratch& scratch) const override {
    whole_.GatherAlong(chosen_[i], direction, scratch);
  }
  double InferTangent(ExampleId i, Scratch& scratch) const override {
    return whole_.InferTangent(chosen_[i], scratch);
  }
  double LipschitzBound(ExampleId i) const override { return whole_.LipschitzBound(chosen_[i]); }
  void Scatter(ExampleId i, Scratch& scratch, double on_w, double on_d, ExampleId next,
               LazyWeights<Real>& to) const override {
    whole_.Scatter(chosen_[i], scratch, on_w, on_d, Next(next), to);
  }
  void Scatter(ExampleId i, Scratch& scratch, double on_w, ExampleId next,
               PlainWeights<Real>& to) const override {
    whole_.Scatter(chosen_[i], scratch, on_w, Next(next), to);
  }
  std::unique_ptr<AdaptiveOracle<Real>> NewAdaptive(
      std::span<const ExampleId> chosen) const override;

 private:
  ExampleId Next(ExampleId i) const { return i == kNoExample ? i : chosen_[i]; }

  const Oracle<Real>& whole_;
  std::vector<ExampleId> chosen_;
};

}  // namespace sagitta
