// ShardEvaluator: each step is one call of the rows, one of the loss, and the example's weight.
#include "objective/shard_evaluator.h"

#include <optional>

#include "kernels/vectors.h"
#include "objective/occurrences.h"
#include "objective/shard_worker.h"

namespace sagitta {

template <ExampleLoss L>
std::unique_ptr<typename ShardEvaluator<L>::Worker> ShardEvaluator<L>::NewWorker() const {
  return std::make_unique<ShardWorker>(loss_->NewWorkspace(), loss_->largest_table());
}

// The Hessian of f_i is omega_i times the covariance of the feature vector F(y) under p(y|x_i, w).
// For a unit vector u, the variance of a number in an interval is at most a quarter of the
// interval's squared length (Popoviciu), so
//
//   u^T Hessian u = omega Var(u.F)  <=  omega/4 max_{y,y'} (u.F(y) - u.F(y'))^2
//                                   <=  omega/4 max_{y,y'} ||F(y) - F(y')||^2        for every w.
template <ExampleLoss L>
double ShardEvaluator<L>::LipschitzBound(ExampleId i) const {
  return Weight(i) / 4 * rows_.SquaredDiameter(i);
}

// ---- Scores ----

template <ExampleLoss L>
void ShardEvaluator<L>::FinishScores(ExampleId i, ShardWorker& worker) const {
  if (fixed_) fixed_->AddTo(i, worker.loss.at.factor);
  loss_->FinishScores(i, worker.loss);
}

template <ExampleLoss L>
void ShardEvaluator<L>::Gather(ExampleId i, const PlainWeights<Real>& w, double scale,
                               ExampleId next, Worker& base) const {
  ShardWorker& worker = ShardWorker::Of(base);
  rows_.Gather(i, w, scale, next, worker.loss.at.factor);
  FinishScores(i, worker);
}

template <ExampleLoss L>
void ShardEvaluator<L>::Gather(ExampleId i, const LazyWeights<Real>& w, ExampleId next,
                               Worker& base) const {
  ShardWorker& worker = ShardWorker::Of(base);
  rows_.Gather(i, w, next, worker.loss.at.factor);
  FinishScores(i, worker);
}

template <ExampleLoss L>
void ShardEvaluator<L>::GatherAlong(ExampleId i, const PlainWeights<Real>& direction,
                                    Worker& base) const {
  rows_.Gather(i, direction, 1, kNoExample, ShardWorker::Of(base).loss.along.factor);
}

template <ExampleLoss L>
double ShardEvaluator<L>::TableScores(ExampleId i, Worker& base) const {
  ShardWorker& worker = ShardWorker::Of(base);
  return rows_.GradientScores(i, loss_->Tables(i, base.table, worker.loss), worker.rows,
                              worker.loss.along.factor);
}

template <ExampleLoss L>
double ShardEvaluator<L>::ScoresDot(ExampleId i, std::span<const Real> table, Worker& base) const {
  ShardWorker& worker = ShardWorker::Of(base);
  const double dot = loss_->ScoresDot(i, table, worker.loss);
  return fixed_ ? dot - fixed_->Dot(i, loss_->Tables(i, table, worker.loss)) : dot;
}

template <ExampleLoss L>
double ShardEvaluator<L>::SquaredDistance(ExampleId i, std::span<const Real> other,
                                          Worker& base) const {
  const std::span<Real> table = base.table;
  base.table = ShardWorker::Of(base).SecondTable(loss_->largest_table()).first(table.size());
  kernels::SubtractScaled(table.size(), table.data(), Real{1}, other.data(), base.table.data());
  const double squared_norm = TableScores(i, base);
  base.table = table;
  return squared_norm;
}

// ---- Losses and tables ----

template <ExampleLoss L>
double ShardEvaluator<L>::Count(ExampleId i, double loss, ShardWorker& worker) const {
  ++worker.evaluations;
  worker.weight = Weight(i);
  return worker.weight * loss;
}

template <ExampleLoss L>
void ShardEvaluator<L>::Weigh(ExampleId i, std::span<Real> table) const {
  const double weight = Weight(i);
  if (weight == 1.0) return;
  for (Real& p : table) p = static_cast<Real>(p * weight);
}

template <ExampleLoss L>
double ShardEvaluator<L>::Loss(ExampleId i, Worker& base) const {
  ShardWorker& worker = ShardWorker::Of(base);
  return Count(i, loss_->Loss(i, worker.loss), worker);
}

template <ExampleLoss L>
double ShardEvaluator<L>::LossAlong(ExampleId i, double step, Worker& base) const {
  ShardWorker& worker = ShardWorker::Of(base);
  return Count(i, loss_->LossAlong(i, step, worker.loss), worker);
}

template <ExampleLoss L>
double ShardEvaluator<L>::LossNoise(const Worker& base) const {
  const ShardWorker& worker = ShardWorker::Of(base);
  return worker.weight * loss_->Noise(worker.loss);
}

template <ExampleLoss L>
double ShardEvaluator<L>::Infer(ExampleId i, Worker& base) const {
  ShardWorker& worker = ShardWorker::Of(base);
  base.table = {worker.table_memory.data(), TableSize(i)};
  const double loss = loss_->Infer(i, worker.loss, base.table);
  Weigh(i, base.table);
  return Count(i, loss, worker);
}

template <ExampleLoss L>
double ShardEvaluator<L>::InferTangent(ExampleId i, Worker& base) const {
  ShardWorker& worker = ShardWorker::Of(base);
  base.table = {worker.table_memory.data(), TableSize(i)};
  base.tangent = worker.SecondTable(loss_->largest_table()).first(TableSize(i));
  const double loss = loss_->InferTangent(i, worker.loss, base.table, base.tangent);
  Weigh(i, base.table);
  Weigh(i, base.tangent);
  return Count(i, loss, worker);
}

// ---- Scatter ----

template <ExampleLoss L>
void ShardEvaluator<L>::Scatter(ExampleId i, Worker& base, double on_w, double on_d, ExampleId next,
                                LazyWeights<Real>& to) const {
  rows_.Scatter(i, loss_->Tables(i, base.table, ShardWorker::Of(base).loss), on_w, on_d, next, to);
}

template <ExampleLoss L>
void ShardEvaluator<L>::Scatter(ExampleId i, Worker& base, double on_w, ExampleId next,
                                PlainWeights<Real>& to) const {
  rows_.Scatter(i, loss_->Tables(i, base.table, ShardWorker::Of(base).loss), on_w, next, to);
}

// ---- Methods on the dual ----

template <ExampleLoss L>
void ShardEvaluator<L>::WriteScores(ExampleId i, const Worker& base, std::span<Real> out) const {
  loss_->WriteScores(i, ShardWorker::Of(base).loss, out);
}

template <ExampleLoss L>
CurvePoint ShardEvaluator<L>::EntropyBetween(ExampleId i, std::span<const Real> from,
                                             std::span<const Real> to, double gamma) const {
  const double omega = Weight(i);
  return omega > 0 ? loss_->EntropyBetween(i, from, to, gamma, omega) : CurvePoint{};
}

template <ExampleLoss L>
GivenScores ShardEvaluator<L>::InferGiven(ExampleId i, std::span<const Real> scores,
                                          double on_observed, Worker& base) const {
  ShardWorker& worker = ShardWorker::Of(base);
  base.table = {worker.table_memory.data(), TableSize(i)};
  const GivenScores given = loss_->InferGiven(i, scores, on_observed, worker.loss, base.table);
  Weigh(i, base.table);
  return {Count(i, given.loss, worker), Weight(i) * given.observed_dot};
}

// ---- Methods with a step size for each weight ----

// The k-th of the chosen examples is example k here.
template <ExampleLoss L>
class ShardEvaluator<L>::Adaptive final : public AdaptiveEvaluator<Real> {
 public:
  Adaptive(const ShardEvaluator& shard, std::span<const ExampleId> chosen)
      : shard_(shard),
        rows_(shard.rows_),
        chosen_(chosen.begin(), chosen.end()),
        nodes_(shard.space()[kNodeBlock].dense_rows, Count(&FactorRows<Real>::Nodes)),
        edges_(shard.space()[kEdgeBlock].dense_rows, Count(&FactorRows<Real>::Edges)) {
    for (const ExampleId i : chosen) {
      nodes_.Append(rows_.Nodes(i));
      edges_.Append(rows_.Edges(i));
    }
    for (std::uint32_t type = 0; type < rows_.structure().edge_types; ++type) {
      types_.push_back({WeightMap::TypeRow(type), 0, 1});
    }
  }

  void Gather(ExampleId k, ExampleId next, Worker& base, AdaptiveWeights<Real>& w) const override {
    ShardWorker& worker = ShardWorker::Of(base);
    FactorScores<Real>& scores = worker.loss.at.factor;
    const ExampleId i = chosen_[k];
    const Structure& structure = rows_.structure();
    const std::size_t pairs = structure.pairs();
    const auto gather = [&w](std::size_t block, std::span<const Item> at,
                             std::span<const std::uint32_t> ahead, std::size_t factors,
                             std::size_t stride, Real* out) {
      kernels::AdaGradGather(w.rows(block), at, w.steps(), w.settings(), ahead, factors, stride,
                             out);
    };
    gather(kNodeBlock, nodes_.Of(k), Ahead(next, true), structure.length(i), scores.stride,
           scores.node.data());
    for (std::uint32_t type = 0; type < structure.edge_types; ++type) {
      if (structure.EdgeCount(i, type) == 0) continue;
      gather(kEdgeBlock, TypeItem(type), {}, 1, pairs, scores.type.data() + type * pairs);
    }
    if (const std::size_t edges = structure.Attributed(i); edges > 0) {
      gather(kEdgeBlock, edges_.Of(k), {}, edges, pairs, scores.edge.data());
      rows_.AddTypes(i, scores);
    }
    shard_.FinishScores(i, worker);
  }

  void Step(ExampleId k, ExampleId next, Worker& base, AdaptiveWeights<Real>& w) const override {
    const ExampleId i = chosen_[k];
    const Structure& structure = rows_.structure();
    const std::size_t pairs = structure.pairs();
    const FactorTables<Real> table =
        shard_.loss_->Tables(i, base.table, ShardWorker::Of(base).loss);
    const auto step = [&w](std::size_t block, std::span<const Item> at,
                           std::span<const std::uint32_t> ahead, std::size_t stride,
                           const Real* from) {
      kernels::AdaGradStep(w.rows(block), at, w.settings(), ahead, stride, from);
    };
    if (next != kNoExample) nodes_.Prefetch(next);
    step(kNodeBlock, nodes_.Of(k), Ahead(next, false), structure.labels, table.node);
    for (std::uint32_t type = 0; type < structure.edge_types; ++type) {
      if (structure.EdgeCount(i, type) == 0) continue;
      step(kEdgeBlock, TypeItem(type), {}, pairs, table.type + type * pairs);
    }
    if (structure.Attributed(i) > 0) step(kEdgeBlock, edges_.Of(k), {}, pairs, table.edge);
  }

 private:
  using Item = kernels::RowOccurrence<Real>;

  std::span<const Item> TypeItem(std::uint32_t type) const { return {types_.data() + type, 1}; }

  /// Occurrences of all examples.
  std::size_t Count(kernels::Occurrences<Real> (FactorRows<Real>::*of)(ExampleId) const) const {
    std::size_t count = 0;
    for (const ExampleId i : chosen_) {
      const kernels::Occurrences<Real> at = (rows_.*of)(i);
      count += at.begin[at.tokens] - at.begin[0];
    }
    return count;
  }

  std::span<const std::uint32_t> Ahead(ExampleId next, bool first_half) const {
    return rows_.Ahead(next == kNoExample ? next : chosen_[next], first_half);
  }

  const ShardEvaluator& shard_;
  const FactorRows<Real>& rows_;
  std::vector<ExampleId> chosen_;
  std::vector<Item> types_;  // the row of each edge type
  OccurrencesByRow<Real> nodes_, edges_;
};

template <ExampleLoss L>
std::unique_ptr<AdaptiveEvaluator<typename L::Real>> ShardEvaluator<L>::NewAdaptive(
    std::span<const ExampleId> chosen) const {
  return std::make_unique<Adaptive>(*this, chosen);
}

template class ShardEvaluator<ChainLoss<float>>;
template class ShardEvaluator<ChainLoss<double>>;

template class ShardEvaluator<GraphLoss<float>>;
template class ShardEvaluator<GraphLoss<double>>;

// ---- Chains and graphs ----

namespace {

template <class L, class MakeLoss>
std::unique_ptr<const ShardEvaluator<L>> Make(const WeightMap& map, const Dataset& shard, bool gram,
                                              std::span<const double> center,
                                              const MakeLoss& make_loss) {
  using Real = typename L::Real;
  std::optional<PlainWeights<Real>> c;
  if (!center.empty()) map.FromFlat(center, c.emplace(map.space()));
  return std::make_unique<ShardEvaluator<L>>(FactorRows<Real>(map, shard, gram), shard.weight,
                                             make_loss, c ? &*c : nullptr);
}

}  // namespace

template <class Real>
std::unique_ptr<const ChainEvaluator<Real>> MakeChainEvaluator(const WeightMap& map,
                                                               const Dataset& shard,
                                                               TableShape shape, bool gram,
                                                               std::span<const double> center) {
  return Make<ChainLoss<Real>>(map, shard, gram, center, [&](const Structure& structure) {
    return ChainLoss<Real>(structure, shard.label, map.layout().constraints, shape);
  });
}

template <class Real>
std::unique_ptr<const GraphEvaluator<Real>> MakeGraphEvaluator(
    const WeightMap& map, std::shared_ptr<const GraphPlans> plans, TableShape shape, bool gram,
    std::span<const double> center) {
  return Make<GraphLoss<Real>>(map, plans->shard(), gram, center, [&](const Structure& structure) {
    return GraphLoss<Real>(structure, plans, shape);
  });
}

template <class Real>
std::unique_ptr<const ExampleEvaluator<Real>> MakeEvaluator(const WeightMap& map,
                                                            const Dataset& shard,
                                                            std::shared_ptr<const GraphPlans> plans,
                                                            TableShape shape, bool gram,
                                                            std::span<const double> center) {
  if (plans == nullptr) return MakeChainEvaluator<Real>(map, shard, shape, gram, center);
  return MakeGraphEvaluator<Real>(map, std::move(plans), shape, gram, center);
}

#define SAGITTA_MAKE_EVALUATORS(Real)                                                        \
  template std::unique_ptr<const ChainEvaluator<Real>> MakeChainEvaluator(                   \
      const WeightMap&, const Dataset&, TableShape, bool, std::span<const double>);          \
  template std::unique_ptr<const GraphEvaluator<Real>> MakeGraphEvaluator(                   \
      const WeightMap&, std::shared_ptr<const GraphPlans>, TableShape, bool,                 \
      std::span<const double>);                                                              \
  template std::unique_ptr<const ExampleEvaluator<Real>> MakeEvaluator(                      \
      const WeightMap&, const Dataset&, std::shared_ptr<const GraphPlans>, TableShape, bool, \
      std::span<const double>);

SAGITTA_MAKE_EVALUATORS(float)
SAGITTA_MAKE_EVALUATORS(double)
#undef SAGITTA_MAKE_EVALUATORS

}  // namespace sagitta
