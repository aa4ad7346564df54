// ExampleEvaluator: the losses f_i of examples and their gradients, one step at a time.
//
// Example i is a loss of scores, and scores are linear in the weights:
//
//   f_i(w) = omega_i * l_i(A_i^T w)
//
// (or l_i(b_i + A_i^T w) with fixed scores b_i, see fixed_scores.h, which are part of what Gather
// computes, but not of ScoresDot).
//
// Scores and tables are vectors over the example's factors. Gather computes the scores A_i^T w,
// Infer turns scores into a table (omega_i times marginals minus observed: the gradient of f_i in
// score space), Scatter maps a table linearly back, A_i table. So the gradient of f_i is
// Scatter(Infer(Gather(w))), a method remembers an example by its table, and a line search along a
// gradient g = A_i table needs only the scores of that table, A_i^T A_i table: it never touches
// weights.
//
// This is what implementations provide: one call per step, which expects that the step before it
// was made with the same worker. Training methods use ExampleSum (example_sum.h), whose handles
// offer only the steps that can come next.
//
// Thread safety: all methods are const; each thread has its own Worker (and weights).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "data/dataset.h"
#include "objective/active_rows.h"
#include "objective/adaptive_weights.h"
#include "objective/lazy_weights.h"
#include "objective/plain_weights.h"
#include "objective/weight_space.h"

namespace sagitta {

/// What a table holds of the pairs of neighbouring labels.
enum class TableShape {
  kMixed,      // their sum over all edges of a type, and apart only those with attributes
  kMarginals,  // every edge apart: all marginals
};

/// A range of a table.
struct TableRange {
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t pieces = 1;  // of equal length
};

/// A function of one variable at one point.
struct CurvePoint {
  double value = 0;
  double slope = 0;
  double curvature = 0;
};

/// What inference on given scores theta leaves besides the table tau of its marginals.
struct GivenScores {
  double loss = 0;          // omega_i (log Z(theta) - <theta, observed>)
  double observed_dot = 0;  // <observed, tau>
};

template <class Real>
class DualEvaluator;
template <class Real>
class AdaptiveEvaluator;
template <class Real>
class TableGroup;

template <class Real>
class ExampleEvaluator {
 public:
  /// What a thread keeps between the steps for one example. Implementations derive from it.
  class Worker {
   public:
    virtual ~Worker() = default;
    /// The table of the last Infer; Scatter reads it, methods may change it in between.
    std::span<Real> table;
    /// The second table of the last InferTangent.
    std::span<Real> tangent;
    /// Evaluations of a loss (with or without its gradient) made by this worker: the unit in which
    /// work is counted.
    std::uint64_t evaluations = 0;
  };

  virtual ~ExampleEvaluator() = default;

  virtual std::size_t examples() const = 0;
  /// Evaluations that make one effective pass.
  virtual std::uint64_t pass_evaluations() const { return examples(); }
  virtual const WeightSpace& space() const = 0;
  /// omega_i, by which the loss and the table of example i are multiplied. 1 for a group of
  /// examples, which may differ.
  virtual double Weight(ExampleId) const { return 1; }
  virtual std::size_t TableSize(ExampleId i) const = 0;
  /// The range of example i's table that Scatter maps in the same way for all examples that have
  /// one, all of the same length: where only sums over examples matter, sums of it are enough.
  virtual TableRange SharedRange(ExampleId) const { return {}; }
  /// Whether Scatter maps this piece of example i's SharedRange; others are 0 and left out.
  virtual bool MapsPiece(ExampleId, std::size_t) const { return true; }
  virtual std::unique_ptr<Worker> NewWorker() const = 0;

  /// Adds the rows that example i touches to `rows`, each once.
  virtual void AppendSupport(ExampleId i, std::vector<RowId>& rows) const = 0;
  /// An upper bound of the Lipschitz constant of the gradient of f_i: of the largest eigenvalue of
  /// its Hessian at any w. Walks over the example and allocates: for the start, not for every step.
  virtual double LipschitzBound(ExampleId i) const = 0;

  /// scores = scale * A_i^T w. Half of the rows of `next`, the example expected to follow, are
  /// fetched ahead meanwhile; Scatter fetches the other half.
  virtual void Gather(ExampleId i, const PlainWeights<Real>& w, double scale, ExampleId next,
                      Worker& worker) const = 0;
  /// scores = A_i^T w.
  virtual void Gather(ExampleId i, const LazyWeights<Real>& w, ExampleId next,
                      Worker& worker) const = 0;

  /// f_i at the scores. Infer also makes the table of its gradient. REQUIRES: Gather(i).
  virtual double Loss(ExampleId i, Worker& worker) const = 0;
  virtual double Infer(ExampleId i, Worker& worker) const = 0;
  /// How far rounding may have moved the last loss of this worker.
  virtual double LossNoise(const Worker& worker) const = 0;

  /// Computes the scores of the table's gradient and returns ||A_i table||^2. REQUIRES: Infer(i).
  virtual double TableScores(ExampleId i, Worker& worker) const = 0;
  /// Computes the scores of any direction in place of the gradient's: LossAlong then follows it.
  /// REQUIRES: Gather(i).
  virtual void GatherAlong(ExampleId i, const PlainWeights<Real>& direction,
                           Worker& worker) const = 0;
  /// f_i(w - step * A_i table), or along what GatherAlong was given. REQUIRES: TableScores(i) or
  /// GatherAlong(i); the table may have changed since.
  virtual double LossAlong(ExampleId i, double step, Worker& worker) const = 0;
  /// Infer that also makes `tangent`: the derivative of the table along what GatherAlong was given.
  /// Scatter maps it, in place of the table, to the Hessian of f_i times the direction. Counts as
  /// one evaluation. REQUIRES: GatherAlong(i).
  virtual double InferTangent(ExampleId i, Worker& worker) const = 0;

  /// <A_i table, w> of any table of example i, from the scores at w. REQUIRES: Gather(i).
  virtual double ScoresDot(ExampleId i, std::span<const Real> table, Worker& worker) const = 0;
  /// ||A_i (table - other)||^2, where `table` is that of the last Infer and stays as it is. What
  /// TableScores has prepared is lost. REQUIRES: Infer(i).
  virtual double SquaredDistance(ExampleId i, std::span<const Real> other,
                                 Worker& worker) const = 0;

  /// w += on_w * A_i table and d += on_d * A_i table in lazy weights.
  virtual void Scatter(ExampleId i, Worker& worker, double on_w, double on_d, ExampleId next,
                       LazyWeights<Real>& to) const = 0;
  /// w += on_w * A_i table in plain weights.
  virtual void Scatter(ExampleId i, Worker& worker, double on_w, ExampleId next,
                       PlainWeights<Real>& to) const = 0;

  /// For threads that add tables to the same weights together. Uses the workers of this evaluator,
  /// which must outlive it. Walks over all examples if `threads` > 1. Null: not available.
  virtual std::unique_ptr<TableGroup<Real>> NewGroup(std::size_t threads) const;
  virtual bool HasGroups() const { return false; }

  /// These examples without the rows that are not active: the same losses where the other weights
  /// are zero. This evaluator and the active rows must outlive it. Null: not available.
  virtual std::unique_ptr<const ExampleEvaluator> Restrict(const ActiveRows&) const {
    return nullptr;
  }

  /// For methods with a step size for each weight: these examples, numbered from 0. Uses the
  /// workers of this evaluator, which must outlive it. Walks over all of them. Null: not available.
  virtual std::unique_ptr<AdaptiveEvaluator<Real>> NewAdaptive(
      std::span<const ExampleId> chosen) const;
  /// For methods on the dual. Null: not available.
  virtual const DualEvaluator<Real>* dual() const { return nullptr; }
};

/// An evaluator's part in methods with a step size for each weight.
///
/// Such a method needs the whole gradient of an example in each weight, all occurrences of its row
/// summed. So here Gather and Scatter go through the example row by row instead of factor by
/// factor, and the scatter is the step. Thread safety: as an ExampleEvaluator's, for each set of
/// weights.
template <class Real>
class AdaptiveEvaluator {
 public:
  using Worker = typename ExampleEvaluator<Real>::Worker;

  virtual ~AdaptiveEvaluator() = default;

  /// Brings the rows of example i up to date; then scores = A_i^T w, for Infer. Half of the rows of
  /// `next` are fetched ahead meanwhile, by Step the others.
  virtual void Gather(ExampleId i, ExampleId next, Worker& worker,
                      AdaptiveWeights<Real>& w) const = 0;
  /// The step with the gradient A_i table. REQUIRES: Gather(i), Infer(i); comes before CountStep.
  virtual void Step(ExampleId i, ExampleId next, Worker& worker,
                    AdaptiveWeights<Real>& w) const = 0;
};

/// An evaluator's part in methods that work on the dual.
///
/// The dual of f(w) = lambda/2 ||w||^2 + (1/n) sum_i f_i(w) has for each example a distribution
/// over its labellings, of which only the marginals mu_i matter (Lebanon and Lafferty 2001):
///
///   D(mu) = -lambda/2 ||w(mu)||^2 + (1/n) sum_i omega_i H(mu_i)
///   w(mu) = -(1/(lambda n)) sum_i A_i tau_i,      tau_i = omega_i (mu_i - observed_i)
///
/// tau_i is a table like the one that Infer makes, which is the tau_i of the model's own marginals.
template <class Real>
class DualEvaluator {
 public:
  using Worker = typename ExampleEvaluator<Real>::Worker;

  virtual ~DualEvaluator() = default;

  /// f_i(0), without inference: omega_i times the logarithm of the number of labellings.
  virtual double LossAtZero(ExampleId i) const = 0;

  /// The scores of the last Gather(i) as a table s with <s, tau> = <A_i^T w, tau> for all tables
  /// tau. `out` has TableSize(i) elements.
  virtual void WriteScores(ExampleId i, const Worker& worker, std::span<Real> out) const = 0;

  /// omega_i H(mu_i) at tau_i = (1 - gamma) from + gamma to, and its derivatives by gamma.
  /// Marginals that rounding has pushed below zero count as zero; logarithms stay finite. REQUIRES:
  /// the shape of tables is kMarginals, 0 <= gamma <= 1.
  virtual CurvePoint EntropyBetween(ExampleId i, std::span<const Real> from,
                                    std::span<const Real> to, double gamma) const = 0;

  /// Inference on the scores theta = scores + on_observed * observed_i; the worker's table becomes
  /// that of their marginals. Counts as one evaluation and leaves the scores of Gather as they are.
  /// REQUIRES: the shape of tables is kMixed.
  virtual GivenScores InferGiven(ExampleId i, std::span<const Real> scores, double on_observed,
                                 Worker& worker) const = 0;
};

}  // namespace sagitta
