// ExampleSum: everything that a training method may know about the data,
//
//   (1/n) sum_i f_i(w)
//
// one example at a time or all at once. It owns the workers with their memory, counts the
// evaluations, and knows n. Methods never see chains, files or clocks.
//
// Sums over many examples are shared by the threads of a team, and each of their numbers is added
// up in one order whatever the number of threads: losses in the order of the examples, and the
// gradient of a row as TableGroup says.
//
// The steps for one example are handles that offer what can come next:
//
//   ScoredExample   at   = sum.Gather(i, w, next);   // scores A_i^T w
//   InferredExample here = at.Infer();               // loss and table
//   ExampleLine     line = here.AlongGradient();     // ||g||^2 and losses along -g
//   here.Scatter(-alpha, next, w);                   // w -= alpha A_i table
//
// A handle is valid until its worker gathers the next example; builds without NDEBUG check that.
#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/cancel_token.h"
#include "base/state.h"
#include "base/thread_team.h"
#include "objective/example_evaluator.h"
#include "objective/table_group.h"

namespace sagitta {

template <class Real>
class ExampleSum;

/// An evaluator, one of its workers and the example that the worker holds: what handles share.
template <class Real>
class ExampleHandle {
 public:
  ExampleId example() const { return i_; }

 protected:
  struct Slot {
    std::unique_ptr<typename ExampleEvaluator<Real>::Worker> worker;
    std::uint64_t visits = 0;  // gathers made with the worker
  };

  ExampleHandle(const ExampleEvaluator<Real>& evaluator, Slot& slot, ExampleId i)
      : evaluator_(&evaluator), slot_(&slot), i_(i), visit_(slot.visits) {}

  const ExampleEvaluator<Real>& evaluator() const { return *evaluator_; }
  typename ExampleEvaluator<Real>::Worker& worker() const {
    assert(visit_ == slot_->visits && "the worker has gathered another example");
    return *slot_->worker;
  }

 private:
  friend class ExampleSum<Real>;

  const ExampleEvaluator<Real>* evaluator_;
  Slot* slot_;
  ExampleId i_;
  std::uint64_t visit_;
};

/// f_i along a line from w: the negative gradient, or minus any direction.
template <class Real>
class ExampleLine : public ExampleHandle<Real> {
 public:
  /// ||A_i table||^2 of the table that the line follows.
  double squared_norm() const { return squared_norm_; }
  /// f_i(w - step * A_i table). Counts as one evaluation. The table may have changed since.
  double Loss(double step) const {
    return this->evaluator().LossAlong(this->example(), step, this->worker());
  }

 private:
  template <class>
  friend class InferredExample;
  ExampleLine(const ExampleHandle<Real>& handle, double squared_norm)
      : ExampleHandle<Real>(handle), squared_norm_(squared_norm) {}

  double squared_norm_;
};

/// An example whose loss and table are known.
template <class Real>
class InferredExample : public ExampleHandle<Real> {
 public:
  /// f_i(w), and how far rounding may have moved it. The noise is that of the last loss of the
  /// example: ask before a line search.
  double loss() const { return loss_; }
  double LossNoise() const { return this->evaluator().LossNoise(this->worker()); }
  /// The gradient of f_i in score space. May be changed before Scatter and AlongGradient.
  std::span<Real> table() const { return this->worker().table; }

  /// The line along minus the gradient A_i table. No evaluation yet.
  ExampleLine<Real> AlongGradient() const {
    return {*this, this->evaluator().TableScores(this->example(), this->worker())};
  }

  /// <g, w> of the gradient g = A_i table of any table, at the w of Gather.
  double ScoresDot(std::span<const Real> table) const {
    return this->evaluator().ScoresDot(this->example(), table, this->worker());
  }
  /// ||A_i (table() - other)||^2. Lines made before it end.
  double SquaredDistance(std::span<const Real> other) const {
    return this->evaluator().SquaredDistance(this->example(), other, this->worker());
  }

  /// w += on_w * A_i table and d += on_d * A_i table in lazy weights. Rows of `next` are fetched
  /// ahead.
  void Scatter(double on_w, double on_d, ExampleId next, LazyWeights<Real>& to) const {
    this->evaluator().Scatter(this->example(), this->worker(), on_w, on_d, next, to);
  }
  /// w += on_w * A_i table in plain weights.
  void Scatter(double on_w, ExampleId next, PlainWeights<Real>& to) const {
    this->evaluator().Scatter(this->example(), this->worker(), on_w, next, to);
  }
  /// Keeps the table in a slot of a group that belongs to this example.
  void PutInto(std::size_t slot, TableGroup<Real>& group) const { group.Put(slot, this->worker()); }
  /// Where to write it instead, see TableGroup::Room.
  Real* RoomIn(std::size_t slot, TableGroup<Real>& group) const {
    return group.Room(slot, this->worker());
  }
  /// AdaGrad's step with the gradient A_i table.
  void Step(const AdaptiveEvaluator<Real>& rows, ExampleId next, AdaptiveWeights<Real>& w) const {
    rows.Step(this->example(), next, this->worker(), w);
  }

 protected:
  template <class>
  friend class ScoredExample;
  friend class ExampleSum<Real>;
  InferredExample(const ExampleHandle<Real>& handle, double loss)
      : ExampleHandle<Real>(handle), loss_(loss) {}

 private:
  double loss_;
};

/// An inferred example with the derivative of its table along a direction.
template <class Real>
class TangentExample : public InferredExample<Real> {
 public:
  /// to += the Hessian of f_i times the direction.
  void ScatterTangent(PlainWeights<Real>& to) const {
    auto& worker = this->worker();
    std::swap(worker.table, worker.tangent);
    this->evaluator().Scatter(this->example(), worker, 1, kNoExample, to);
    std::swap(worker.table, worker.tangent);
  }

 private:
  template <class>
  friend class ScoredExample;
  TangentExample(const ExampleHandle<Real>& handle, double loss)
      : InferredExample<Real>(handle, loss) {}
};

/// An example whose scores at w are known.
template <class Real>
class ScoredExample : public ExampleHandle<Real> {
 public:
  /// f_i(w). Counts as one evaluation, as Infer does.
  double Loss() const { return this->evaluator().Loss(this->example(), this->worker()); }
  InferredExample<Real> Infer() const {
    return {*this, this->evaluator().Infer(this->example(), this->worker())};
  }
  /// Infer, and the derivative of the table along the direction. Counts as one evaluation.
  TangentExample<Real> InferTangent(const PlainWeights<Real>& direction) const {
    this->evaluator().GatherAlong(this->example(), direction, this->worker());
    return {*this, this->evaluator().InferTangent(this->example(), this->worker())};
  }
  /// The scores as a table, see DualEvaluator. REQUIRES: the sum has a dual.
  void WriteScores(std::span<Real> out) const {
    this->evaluator().dual()->WriteScores(this->example(), this->worker(), out);
  }

 private:
  friend class ExampleSum<Real>;
  ScoredExample(const ExampleEvaluator<Real>& evaluator, typename ExampleHandle<Real>::Slot& slot,
                ExampleId i)
      : ExampleHandle<Real>(evaluator, slot, i) {}
};

/// Thrown when a training was cancelled within a pass: by ForOnePass, ForEach and what uses them.
/// Weights may stand between two iterations, but are whole.
struct Cancelled {};

/// Whether evaluations belong to the work of the method or only tell something about it.
enum class Counting { kCounted, kUncounted };

/// Not thread safe.
template <class Real>
class ExampleSum {
 public:
  /// Without `n` all examples are local.
  explicit ExampleSum(std::shared_ptr<const ExampleEvaluator<Real>> evaluator, std::uint64_t n = 0);
  ExampleSum(const ExampleSum&) = delete;
  ExampleSum& operator=(const ExampleSum&) = delete;

  /// Examples that are evaluated here, numbered from 0.
  std::size_t examples() const { return evaluator_->examples(); }
  /// Examples of the whole sum: the n of (1/n).
  double n() const { return n_; }
  const WeightSpace& space() const { return evaluator_->space(); }
  const ExampleEvaluator<Real>& evaluator() const { return *evaluator_; }
  std::size_t TableSize(ExampleId i) const { return evaluator_->TableSize(i); }
  /// Of all examples.
  std::size_t LargestTable() const;

  /// Evaluations so far. pass_evaluations() of them make one effective pass.
  std::uint64_t evaluations() const {
    std::uint64_t count = evaluations_before_;
    for (const auto& slot : workers_) count += slot->worker->evaluations;
    return count;
  }
  std::uint64_t pass_evaluations() const { return evaluator_->pass_evaluations(); }
  /// The count.
  void Transfer(State& state);

  /// Asked within passes; null: nothing cancels. It must outlive its use.
  void CancelBy(const CancelToken* token) { cancel_ = token; }

  /// The threads that share the work on many examples; null: the caller's alone. It must outlive
  /// its use.
  void ShareWith(ThreadTeam* team) { team_ = team != nullptr ? team : &alone_; }
  ThreadTeam& team() { return *team_; }
  std::size_t threads() const { return team_->size(); }

  /// A sum over other examples that are made of these, batches or a sample, with a count of its
  /// own, cancelled by the same token and shared by the same threads. This sum must outlive it.
  std::unique_ptr<ExampleSum> Over(std::shared_ptr<const ExampleEvaluator<Real>> examples) const;
  /// A sum over the same examples without the rows that are not active: the same in all else.
  /// REQUIRES: the evaluator can be restricted.
  std::unique_ptr<ExampleSum> On(const ActiveRows& active) const;

  // ---- One example ----

  /// Makes workers 0 to count - 1, which otherwise happens when they are first used.
  void AddWorkers(std::size_t count);

  /// Scores of example i. While it is worked on, rows of `next`, the example expected to follow,
  /// are fetched ahead. Handles of one worker end with its next Gather; worker 1 is there for
  /// methods that look at two examples at once.
  ScoredExample<Real> Gather(ExampleId i, const LazyWeights<Real>& w, ExampleId next,
                             std::size_t worker = 0) {
    auto& slot = Visit(worker);
    evaluator_->Gather(i, w, next, *slot.worker);
    return {*evaluator_, slot, i};
  }
  /// At scale * w.
  ScoredExample<Real> Gather(ExampleId i, const PlainWeights<Real>& w, double scale, ExampleId next,
                             std::size_t worker = 0) {
    auto& slot = Visit(worker);
    evaluator_->Gather(i, w, scale, next, *slot.worker);
    return {*evaluator_, slot, i};
  }
  /// The example i of a slot of a group, at a moment of the weights.
  ScoredExample<Real> Gather(const TableGroup<Real>& group, std::size_t slot_of_group, ExampleId i,
                             const LazyWeights<Real>& w, const LazyMoment& at, ExampleId next,
                             std::size_t worker) {
    auto& slot = Visit(worker);
    group.Gather(slot_of_group, w, at, next, *slot.worker);
    return {*evaluator_, slot, i};
  }
  ScoredExample<Real> Gather(const AdaptiveEvaluator<Real>& rows, ExampleId i,
                             AdaptiveWeights<Real>& w, ExampleId next) {
    auto& slot = Visit(0);
    rows.Gather(i, next, *slot.worker, w);
    return {*evaluator_, slot, i};
  }

  /// Inference on scores of one's own, see DualEvaluator::InferGiven.
  struct GivenExample {
    InferredExample<Real> inferred;
    double observed_dot;
  };
  GivenExample InferGiven(ExampleId i, std::span<const Real> scores, double on_observed) {
    auto& slot = Visit(0);
    const GivenScores given = dual()->InferGiven(i, scores, on_observed, *slot.worker);
    return {{ExampleHandle<Real>(*evaluator_, slot, i), given.loss}, given.observed_dot};
  }
  const DualEvaluator<Real>* dual() const { return evaluator_->dual(); }

  // ---- All examples ----

  void ThrowIfCancelled() const {
    if (cancel_ != nullptr && cancel_->Requested()) throw Cancelled{};
  }

  /// Calls iterate() until about one effective pass of evaluations was made, or it returns false.
  template <class Iterate>
  void ForOnePass(const Iterate& iterate) {
    const std::uint64_t end = evaluations() + pass_evaluations();
    while (evaluations() < end) {
      ThrowIfCancelled();
      if (!iterate()) return;
    }
  }

  /// Calls body(example, the one after it) for these examples, in their order.
  template <class Body>
  void ForEach(std::span<const ExampleId> order, const Body& body) {
    for (std::size_t k = 0; k < order.size(); ++k) {
      ThrowIfCancelled();
      body(order[k], k + 1 < order.size() ? order[k + 1] : kNoExample);
    }
  }
  /// All local examples, in order.
  std::span<const ExampleId> all() const { return all_; }

  /// Calls body(task, worker) for task = 0 .. tasks - 1, on all threads: each has a worker of its
  /// own. Tasks are begun in ascending order.
  template <class Body>
  void Share(std::size_t tasks, const Body& body) {
    AddWorkers(threads());
    team_->Run(tasks, body);
  }

  /// Called with the place of an example in the given order when it was inferred, by several
  /// threads at once. May change its table before it is scattered.
  using OnInferred = std::function<void(std::size_t place, const InferredExample<Real>& here)>;

  /// Adds the gradients of these examples at w to `gradient` and returns the sum of their losses.
  double AddLosses(std::span<const ExampleId> order, const PlainWeights<Real>& w,
                   PlainWeights<Real>& gradient, const OnInferred& inferred = {});

  /// (1/n) sum_i f_i(w).
  double MeanLoss(const PlainWeights<Real>& w, Counting counting = Counting::kCounted);
  /// The same, and gradient = (1/n) sum_i grad f_i(w).
  double MeanLossAndGradient(const PlainWeights<Real>& w, PlainWeights<Real>& gradient,
                             Counting counting = Counting::kCounted);

 private:
  using Slot = typename ExampleHandle<Real>::Slot;

  double AddLossesAlone(std::span<const ExampleId> order, const PlainWeights<Real>& w,
                        PlainWeights<Real>& gradient, const OnInferred& inferred);

  /// The worker, about to gather another example.
  Slot& Visit(std::size_t worker) {
    if (worker >= workers_.size()) AddWorkers(worker + 1);
    Slot& slot = *workers_[worker];
    ++slot.visits;
    return slot;
  }
  /// Makes the count what it was, when evaluations were not to be counted.
  class CountGuard;

  std::shared_ptr<const ExampleEvaluator<Real>> evaluator_;
  double n_;
  std::vector<ExampleId> all_;
  std::vector<std::unique_ptr<Slot>> workers_;
  std::uint64_t evaluations_before_ = 0;  // to be added to those of the workers, modulo 2^64
  ThreadTeam alone_{1};
  ThreadTeam* team_ = &alone_;
  std::unique_ptr<TableGroup<Real>> group_;  // made when first needed
  std::vector<double> losses_;               // of the examples at hand
  const CancelToken* cancel_ = nullptr;
};

}  // namespace sagitta
