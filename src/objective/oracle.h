// Oracle: everything a training method may know about the data.
//
// Example i is a loss of scores, and scores are linear in the weights:
//
//   f_i(w) = omega_i * l_i(A_i^T w)
//
// Scores and tables are vectors over the example's cliques. Gather computes scores theta = A_i^T w,
// Infer turns scores into a table (omega_i times marginals minus observed: the gradient of f_i in
// score space), Scatter maps a table linearly back, A_i table. So the gradient of f_i is
// Scatter(Infer(Gather(w))), what a method remembers of an example is a table, and a line search
// along a gradient g = A_i table only needs the scores of that table, A_i^T A_i table: it never
// touches weights.
//
// Thread safety: all methods are const; each worker has its own Scratch (and weights).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "data/dataset.h"
#include "objective/lazy_weights.h"
#include "objective/plain_weights.h"
#include "objective/weight_space.h"

namespace sagitta {

/// What a table holds of the pairs of neighbouring labels.
enum class TableShape {
  kMixed,      // their sum over all edges, and apart only those that features tell apart
  kMarginals,  // every edge apart: all of the marginals
};

/// Places of a table.
struct TablePart {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// No example: nothing is fetched ahead.
inline constexpr ExampleId kNoExample = 0xffffffff;

/// A row of the weight space.
struct RowId {
  std::uint32_t part;
  std::uint32_t row;
  auto operator<=>(const RowId&) const = default;
};

template <class Real>
class AdaptiveOracle;
template <class Real>
class DualOracle;

template <class Real>
class Oracle {
 public:
  /// What a worker keeps between the calls for one example. Implementations derive from it.
  class Scratch {
   public:
    virtual ~Scratch() = default;
    /// The table of the last Infer; Scatter reads it, methods may change it in between.
    std::span<Real> table;
    /// The second table of the last InferTangent.
    std::span<Real> tangent;
    /// Evaluations of a loss (with or without its gradient) made with this scratch: the unit in
    /// which work is counted. n of them are one effective pass.
    std::uint64_t evaluations = 0;
  };

  virtual ~Oracle() = default;

  virtual std::size_t examples() const = 0;
  /// Evaluations that make one effective pass.
  virtual std::uint64_t pass_evaluations() const { return examples(); }
  virtual const WeightSpace& space() const = 0;
  virtual std::size_t TableSize(ExampleId i) const = 0;
  /// The part of example i's table that Scatter maps in the same way for all examples that have
  /// such a part, which is as long for all of them: sums of it serve where only sums matter.
  virtual TablePart SharedPart(ExampleId) const { return {}; }
  virtual std::unique_ptr<Scratch> NewScratch() const = 0;

  /// Adds the rows that example i touches to `rows`, each once.
  virtual void AppendSupport(ExampleId i, std::vector<RowId>& rows) const = 0;

  /// scores = scale * A_i^T w. Half of the rows of `next`, the example expected to follow, are
  /// fetched ahead meanwhile; Scatter fetches the other half.
  virtual void Gather(ExampleId i, const PlainWeights<Real>& w, double scale, ExampleId next,
                      Scratch& scratch) const = 0;
  /// scores = A_i^T w.
  virtual void Gather(ExampleId i, const LazyWeights<Real>& w, ExampleId next,
                      Scratch& scratch) const = 0;

  /// f_i at the scores. Infer also makes the table of its gradient. REQUIRES: Gather(i).
  virtual double Loss(ExampleId i, Scratch& scratch) const = 0;
  virtual double Infer(ExampleId i, Scratch& scratch) const = 0;

  /// Computes the scores of the table's gradient and returns ||A_i table||^2. REQUIRES: Infer(i).
  virtual double TableScores(ExampleId i, Scratch& scratch) const = 0;
  /// Computes the scores of any direction in place of the gradient's: LossAlong then follows it.
  /// REQUIRES: Gather(i).
  virtual void GatherAlong(ExampleId i, const PlainWeights<Real>& direction,
                           Scratch& scratch) const = 0;
  /// Infer that also makes `tangent`: the derivative of the table along what GatherAlong was given.
  /// Scatter, with the two tables swapped, maps it to the Hessian of f_i times the direction.
  /// Counts as one evaluation. REQUIRES: GatherAlong(i).
  virtual double InferTangent(ExampleId i, Scratch& scratch) const = 0;
  /// f_i(w - step * A_i table), or along what GatherAlong was given. REQUIRES: TableScores(i); the
  /// table may have changed since.
  virtual double LossAlong(ExampleId i, double step, Scratch& scratch) const = 0;
  /// An upper bound of the Lipschitz constant of the gradient of f_i: of the largest eigenvalue of
  /// its Hessian at any w. Walks over the example and allocates: for the start, not for every step.
  virtual double LipschitzBound(ExampleId i) const = 0;
  /// How far rounding may have moved the last loss of this scratch.
  virtual double LossNoise(const Scratch& scratch) const = 0;

  /// w += on_w * A_i table and d += on_d * A_i table in lazy weights.
  virtual void Scatter(ExampleId i, Scratch& scratch, double on_w, double on_d, ExampleId next,
                       LazyWeights<Real>& to) const = 0;
  /// w += on_w * A_i table in plain weights.
  virtual void Scatter(ExampleId i, Scratch& scratch, double on_w, ExampleId next,
                       PlainWeights<Real>& to) const = 0;

  /// What methods with a step size for each weight need besides, for these examples, which it
  /// numbers from 0. It uses the scratches of this oracle, which must outlive it. Walks over all of
  /// them. Null: such steps are not at hand.
  virtual std::unique_ptr<AdaptiveOracle<Real>> NewAdaptive(
      std::span<const ExampleId> chosen) const;
  /// What methods on the dual need besides; null: the dual is not at hand.
  virtual const DualOracle<Real>* dual() const { return nullptr; }
};

/// (1/n) sum_i f_i(w).
template <class Real>
double MeanLoss(const Oracle<Real>& oracle, const PlainWeights<Real>& w,
                typename Oracle<Real>::Scratch& scratch);

/// The same, and gradient = (1/n) sum_i grad f_i(w).
template <class Real>
double MeanLossAndGradient(const Oracle<Real>& oracle, const PlainWeights<Real>& w,
                           PlainWeights<Real>& gradient, typename Oracle<Real>::Scratch& scratch);

}  // namespace sagitta
