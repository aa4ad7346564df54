// ShardEvaluator: the examples of one shard, with a loss of any kind on top of their FactorRows.
//
//   weights --FactorRows::Gather--> scores --Loss::Infer--> table --FactorRows::Scatter--> weights
//
// A loss is a class like ChainLoss: an ExampleLoss below. It sees scores and tables only, never
// weights. It is a template parameter, so that no virtual call is spent on it. A new structure is
// such a class and an instantiation of this one with it.
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <vector>

#include "objective/chain_loss.h"
#include "objective/example_evaluator.h"
#include "objective/factor_rows.h"
#include "objective/fixed_scores.h"
#include "objective/graph_loss.h"

namespace sagitta {

/// What a loss of scores has to offer; see ChainLoss for the contracts.
template <class Loss>
concept ExampleLoss = requires(const Loss& loss, typename Loss::Workspace& work, ExampleId i,
                               std::span<typename Loss::Real> table) {
  { loss.NewWorkspace() } -> std::same_as<typename Loss::Workspace>;
  { loss.TableSize(i) } -> std::same_as<std::size_t>;
  { loss.largest_table() } -> std::same_as<std::size_t>;
  { loss.SharedRange(i) } -> std::same_as<TableRange>;
  { loss.MapsPiece(i, 0) } -> std::same_as<bool>;
  {loss.FinishScores(i, work)};
  { loss.Loss(i, work) } -> std::same_as<double>;
  { loss.Infer(i, work, table) } -> std::same_as<double>;
  { loss.InferTangent(i, work, table, table) } -> std::same_as<double>;
  { loss.LossAlong(i, 1.0, work) } -> std::same_as<double>;
  { loss.Noise(work) } -> std::same_as<double>;
  { loss.ScoresDot(i, table, work) } -> std::same_as<double>;
  { loss.Tables(i, table, work) } -> std::same_as<FactorTables<typename Loss::Real>>;
  { work.at.factor } -> std::same_as<FactorScores<typename Loss::Real>&>;
  { work.along.factor } -> std::same_as<FactorScores<typename Loss::Real>&>;
};

template <ExampleLoss L>
class ShardEvaluator final : public ExampleEvaluator<typename L::Real>,
                             public DualEvaluator<typename L::Real> {
 public:
  using Real = typename L::Real;
  using Worker = typename ExampleEvaluator<Real>::Worker;

  /// make_loss(structure) makes the loss. `weight` has an omega_i for each example, or is empty:
  /// all are 1. `center`, unless null, is the c of FixedScores.
  template <class MakeLoss>
  ShardEvaluator(FactorRows<Real> rows, DataColumn<double> weight, const MakeLoss& make_loss,
                 const PlainWeights<Real>* center = nullptr)
      : rows_(std::move(rows)),
        loss_(new L(make_loss(rows_.structure()))),
        weight_(std::move(weight)) {
    if (center != nullptr) fixed_ = std::make_shared<const FixedScores<Real>>(rows_, *center);
  }
  /// The same losses on the active rows alone. Both must outlive it.
  ShardEvaluator(const ShardEvaluator& whole, const ActiveRows& active)
      : rows_(whole.rows_, active),
        loss_(whole.loss_),
        fixed_(whole.fixed_),
        weight_(whole.weight_) {}
  ShardEvaluator(const ShardEvaluator&) = delete;
  ShardEvaluator& operator=(const ShardEvaluator&) = delete;

  const FactorRows<Real>& rows() const { return rows_; }
  const L& loss() const { return *loss_; }

  std::size_t examples() const override { return rows_.examples(); }
  const WeightSpace& space() const override { return rows_.space(); }
  double Weight(ExampleId i) const override { return weight_.empty() ? 1.0 : weight_[i]; }
  std::size_t TableSize(ExampleId i) const override { return loss_->TableSize(i); }
  TableRange SharedRange(ExampleId i) const override { return loss_->SharedRange(i); }
  bool MapsPiece(ExampleId i, std::size_t piece) const override {
    return loss_->MapsPiece(i, piece);
  }
  std::unique_ptr<Worker> NewWorker() const override;
  void AppendSupport(ExampleId i, std::vector<RowId>& rows) const override {
    rows_.AppendSupport(i, rows);
  }
  double LipschitzBound(ExampleId i) const override;

  void Gather(ExampleId i, const PlainWeights<Real>& w, double scale, ExampleId next,
              Worker& worker) const override;
  void Gather(ExampleId i, const LazyWeights<Real>& w, ExampleId next,
              Worker& worker) const override;
  double Loss(ExampleId i, Worker& worker) const override;
  double Infer(ExampleId i, Worker& worker) const override;
  double LossNoise(const Worker& worker) const override;
  double TableScores(ExampleId i, Worker& worker) const override;
  void GatherAlong(ExampleId i, const PlainWeights<Real>& direction, Worker& worker) const override;
  double LossAlong(ExampleId i, double step, Worker& worker) const override;
  double ScoresDot(ExampleId i, std::span<const Real> table, Worker& worker) const override;
  double SquaredDistance(ExampleId i, std::span<const Real> other, Worker& worker) const override;
  double InferTangent(ExampleId i, Worker& worker) const override;
  void Scatter(ExampleId i, Worker& worker, double on_w, double on_d, ExampleId next,
               LazyWeights<Real>& to) const override;
  void Scatter(ExampleId i, Worker& worker, double on_w, ExampleId next,
               PlainWeights<Real>& to) const override;

  std::unique_ptr<TableGroup<Real>> NewGroup(std::size_t threads) const override;
  bool HasGroups() const override { return true; }
  std::unique_ptr<const ExampleEvaluator<Real>> Restrict(const ActiveRows& active) const override {
    return std::make_unique<ShardEvaluator>(*this, active);
  }

  std::unique_ptr<AdaptiveEvaluator<Real>> NewAdaptive(
      std::span<const ExampleId> chosen) const override;

  /// The dual with a fixed part of the scores is another one.
  const DualEvaluator<Real>* dual() const override { return fixed_ ? nullptr : this; }
  double LossAtZero(ExampleId i) const override { return Weight(i) * loss_->LossAtZero(i); }
  void WriteScores(ExampleId i, const Worker& worker, std::span<Real> out) const override;
  CurvePoint EntropyBetween(ExampleId i, std::span<const Real> from, std::span<const Real> to,
                            double gamma) const override;
  GivenScores InferGiven(ExampleId i, std::span<const Real> scores, double on_observed,
                         Worker& worker) const override;

 private:
  struct ShardWorker;
  class Adaptive;
  class Group;

  /// The evaluation of example i that gave `loss`: counted and weighted.
  double Count(ExampleId i, double loss, ShardWorker& worker) const;
  void Weigh(ExampleId i, std::span<Real> table) const;
  /// To be called when the scores A_i^T w have been gathered.
  void FinishScores(ExampleId i, ShardWorker& worker) const;

  FactorRows<Real> rows_;
  std::shared_ptr<const L> loss_;
  std::shared_ptr<const FixedScores<Real>> fixed_;  // null: none
  const DataColumn<double> weight_;
};

template <class Real>
using ChainEvaluator = ShardEvaluator<ChainLoss<Real>>;

/// The evaluator of a shard of chains. The map and the shard must outlive it. `center`, unless
/// empty, is a flat vector c of the map's layout: the losses are then those at c + w.
template <class Real>
std::unique_ptr<const ChainEvaluator<Real>> MakeChainEvaluator(
    const WeightMap& map, const Dataset& shard, TableShape shape = TableShape::kMixed,
    bool gram = true, std::span<const double> center = {});

template <class Real>
using GraphEvaluator = ShardEvaluator<GraphLoss<Real>>;

/// The same for the shard of the plans, which are graphs.
template <class Real>
std::unique_ptr<const GraphEvaluator<Real>> MakeGraphEvaluator(
    const WeightMap& map, std::shared_ptr<const GraphPlans> plans,
    TableShape shape = TableShape::kMixed, bool gram = true, std::span<const double> center = {});

/// One of the two: of graphs if there are plans, which are then those of the shard.
template <class Real>
std::unique_ptr<const ExampleEvaluator<Real>> MakeEvaluator(const WeightMap& map,
                                                            const Dataset& shard,
                                                            std::shared_ptr<const GraphPlans> plans,
                                                            TableShape shape, bool gram,
                                                            std::span<const double> center = {});

}  // namespace sagitta
