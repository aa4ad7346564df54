// BatchedEvaluator: groups of examples as if each were one example (mini-batches).
//
// Batch b is the consecutive examples [b B, (b + 1) B) of another evaluator, and its loss is
//
//   f_b(w) = (batches / n) sum of f_i(w) over its examples
//
// so that the mean over the batches is the mean over the examples, also when the last batch is
// short. Batches are fixed: a method that remembers one gradient per batch works on a finite sum,
// and no grouping can bias it. Neighbors are grouped because a text repeats itself: they share
// attributes, which makes the union of their rows small and keeps it in the caches.
//
// The table of a batch is the tables of its examples one after the other, times batches / n, except
// that the SharedRange of the examples is summed and stands once, at the end.
#pragma once

#include <memory>
#include <vector>

#include "objective/example_evaluator.h"

namespace sagitta {

/// The largest batch size: each example of a batch needs a worker of its own.
inline constexpr std::uint64_t kMostBatch = 10000;

template <class Real>
class BatchedEvaluator final : public ExampleEvaluator<Real> {
 public:
  using Worker = typename ExampleEvaluator<Real>::Worker;

  /// Finds the rows of every batch, and keeps 8 bytes for each of them. `batch` >= 1; more than
  /// there are examples makes one batch of all. `examples` must outlive this.
  BatchedEvaluator(const ExampleEvaluator<Real>& examples, std::size_t batch);

  std::size_t examples() const override { return batches_; }
  /// An evaluation of a batch counts once for each of its examples.
  std::uint64_t pass_evaluations() const override { return examples_.pass_evaluations(); }
  const WeightSpace& space() const override { return examples_.space(); }
  std::size_t TableSize(ExampleId b) const override;
  /// Holds a worker for every example of a batch.
  std::unique_ptr<Worker> NewWorker() const override;
  void AppendSupport(ExampleId b, std::vector<RowId>& rows) const override;

  void Gather(ExampleId b, const PlainWeights<Real>& w, double scale, ExampleId next,
              Worker& worker) const override;
  void Gather(ExampleId b, const LazyWeights<Real>& w, ExampleId next,
              Worker& worker) const override;
  double Loss(ExampleId b, Worker& worker) const override;
  double Infer(ExampleId b, Worker& worker) const override;
  double TableScores(ExampleId b, Worker& worker) const override;
  void GatherAlong(ExampleId b, const PlainWeights<Real>& direction, Worker& worker) const override;
  double InferTangent(ExampleId b, Worker& worker) const override;
  double LossAlong(ExampleId b, double step, Worker& worker) const override;
  double ScoresDot(ExampleId b, std::span<const Real> table, Worker& worker) const override;
  double SquaredDistance(ExampleId b, std::span<const Real> other, Worker& worker) const override;
  double LipschitzBound(ExampleId b) const override;
  double LossNoise(const Worker& worker) const override;
  void Scatter(ExampleId b, Worker& worker, double on_w, double on_d, ExampleId next,
               LazyWeights<Real>& to) const override;
  void Scatter(ExampleId b, Worker& worker, double on_w, ExampleId next,
               PlainWeights<Real>& to) const override;

 private:
  struct BatchWorker;

  std::span<const RowId> Support(ExampleId b) const {
    return {support_.data() + support_begin_[b], support_.data() + support_begin_[b + 1]};
  }
  std::span<Real> SecondTable(BatchWorker& worker) const;
  ExampleId First(ExampleId b) const { return static_cast<ExampleId>(b * batch_); }
  std::size_t Members(ExampleId b) const;
  /// What follows member k of batch b, when the batch `next` comes then.
  ExampleId After(ExampleId b, std::size_t k, ExampleId next) const;
  /// The sum of loss(example, its worker) over the batch, times factor_, and counted.
  template <class Body>
  double SumLosses(ExampleId b, BatchWorker& worker, const Body& loss) const;
  /// Values of the shared part of batch b's table.
  std::size_t SharedCount(ExampleId b) const;
  /// Collects the tables of the examples of a batch, one after the other, in `to`.
  class Joiner;
  /// body(example, its worker, what follows), with the example's part of a batch's table in place.
  /// The first that maps a piece of the shared part gets that of the whole batch, the others
  /// zeroes.
  template <class Body>
  void ForEachTable(ExampleId b, std::span<const Real> table, Worker& worker, ExampleId next,
                    const Body& body) const;

  const ExampleEvaluator<Real>& examples_;
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
