// BatchedOracle: groups of examples as if each were one example (mini-batches).
//
// Batch b is the consecutive examples [b B, (b + 1) B) of another oracle, and its loss is
//
//   f_b(w) = (batches / n) sum of f_i(w) over its examples
//
// so that the mean over the batches is the mean over the examples, also when the last batch is
// short. Batches are fixed: a method that remembers a gradient a batch has a finite sum in front of
// it, and no grouping can bias it. Neighbours are grouped because a text repeats itself: they share
// attributes, which makes the union of their rows small and keeps it in the caches.
//
// The table of a batch is the tables of its examples behind each other, times batches / n, but what
// Oracle::SharedPart says is summed and stands once, at the end.
#pragma once

#include <memory>
#include <vector>

#include "objective/oracle.h"

namespace sagitta {

/// Examples of a batch that anybody may ask for: each needs a scratch of its own.
inline constexpr std::uint64_t kMostBatch = 10000;

template <class Real>
class BatchedOracle final : public Oracle<Real> {
 public:
  using Scratch = typename Oracle<Real>::Scratch;

  /// Finds the rows of every batch, and keeps 8 bytes for each of them.
  /// `batch` >= 1; more than there are examples is one batch of all. The oracle must outlive this.
  BatchedOracle(const Oracle<Real>& oracle, std::size_t batch);

  std::size_t examples() const override { return batches_; }
  /// An evaluation of a batch counts as so many as it has examples.
  std::uint64_t pass_evaluations() const override { return oracle_.pass_evaluations(); }
  const WeightSpace& space() const override { return oracle_.space(); }
  std::size_t TableSize(ExampleId b) const override;
  /// Holds a scratch for every example of a batch.
  std::unique_ptr<Scratch> NewScratch() const override;
  void AppendSupport(ExampleId b, std::vector<RowId>& rows) const override;

  void Gather(ExampleId b, const PlainWeights<Real>& w, double scale, ExampleId next,
              Scratch& scratch) const override;
  void Gather(ExampleId b, const LazyWeights<Real>& w, ExampleId next,
              Scratch& scratch) const override;
  double Loss(ExampleId b, Scratch& scratch) const override;
  double Infer(ExampleId b, Scratch& scratch) const override;
  double TableScores(ExampleId b, Scratch& scratch) const override;
  void GatherAlong(ExampleId b, const PlainWeights<Real>& direction,
                   Scratch& scratch) const override;
  double InferTangent(ExampleId b, Scratch& scratch) const override;
  double LossAlong(ExampleId b, double step, Scratch& scratch) const override;
  double LipschitzBound(ExampleId b) const override;
  double LossNoise(const Scratch& scratch) const override;
  void Scatter(ExampleId b, Scratch& scratch, double on_w, double on_d, ExampleId next,
               LazyWeights<Real>& to) const override;
  void Scatter(ExampleId b, Scratch& scratch, double on_w, ExampleId next,
               PlainWeights<Real>& to) const override;

 private:
  struct BatchScratch;

  std::span<const RowId> Support(ExampleId b) const {
    return {support_.data() + support_begin_[b], support_.data() + support_begin_[b + 1]};
  }
  ExampleId First(ExampleId b) const { return static_cast<ExampleId>(b * batch_); }
  std::size_t Members(ExampleId b) const;
  /// What follows member k of batch b, when the batch `next` comes then.
  ExampleId After(ExampleId b, std::size_t k, ExampleId next) const;
  /// The sum of loss(example, its scratch) over the batch, weighed and counted.
  template <class Body>
  double SumLosses(ExampleId b, BatchScratch& scratch, const Body& loss) const;
  /// Values of the shared part of batch b's table.
  std::size_t SharedCount(ExampleId b) const;
  /// Collects the tables of the examples of a batch, one after the other, in `to`.
  class Joiner;
  /// scatter(example, its scratch, what follows), with a table of the example in place. The first
  /// that has a shared part gets that of the whole batch, the others zeroes.
  template <class Body>
  void ForEachTable(ExampleId b, Scratch& scratch, ExampleId next, const Body& scatter) const;

  const Oracle<Real>& oracle_;
  std::size_t batch_;
  std::size_t batches_;
  double factor_;                   // batches / n
  std::size_t largest_table_ = 0;   // of a batch
  std::size_t largest_member_ = 0;  // of an example
  // The rows of each batch, each once: finding them takes longer than going through them.
  std::vector<std::uint64_t> support_begin_;  // [batches + 1]
  std::vector<RowId> support_;
};

}  // namespace sagitta
