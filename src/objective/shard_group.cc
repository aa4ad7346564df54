// The TableGroup of a shard: tables factor by factor, scattered by ranges of rows.
#include <algorithm>
#include <optional>
#include <vector>

#include "objective/row_ranges.h"
#include "objective/shard_worker.h"
#include "objective/table_group.h"

namespace sagitta {
namespace {

// Bytes that the tables of a group may take.
constexpr std::size_t kMostBytes = std::size_t{64} << 20;

// One for each member. With more of them nobody would wait for long, but the tables of all factors
// are prepared for every range again, and a factor has few rows in each: with two for each member
// scatters take a third longer in all.
std::size_t RangesFor(std::size_t threads, std::size_t most) { return std::min(threads, most); }

}  // namespace

template <ExampleLoss L>
class ShardEvaluator<L>::Group final : public TableGroup<Real> {
 public:
  Group(const ShardEvaluator& shard, std::size_t threads)
      : shard_(shard),
        rows_(shard.rows_),
        ranges_(shard.rows_, RangesFor(threads, RowRanges<Real>::kMost)),
        pieces_(threads) {
    const Structure& all = structure();
    const std::size_t largest =
        all.longest * all.labels + Types() + all.most_attributed * all.pairs();
    most_ = std::max<std::size_t>(kMostBytes / sizeof(Real) / largest, 1);
  }

  std::size_t Begin(std::span<const ExampleId> examples) override {
    begin_.assign(1, 0);
    for (const ExampleId i : examples) {
      const std::size_t end = begin_.back() + Room(i);
      if (begin_.size() > 1 && end * sizeof(Real) > kMostBytes) break;
      begin_.push_back(end);
    }
    examples_ = examples.first(begin_.size() - 1);
    if (tables_.size() < begin_.back()) tables_ = AlignedBuffer<Real>(begin_.back());
    return examples_.size();
  }

  std::size_t most() const override { return most_; }

  void Gather(std::size_t slot, const LazyWeights<Real>& w, const LazyMoment& at, ExampleId next,
              Worker& base) const override {
    const ExampleId i = examples_[slot];
    ShardWorker& worker = ShardWorker::Of(base);
    // All of them: there is no Scatter in between that could fetch the other half.
    const auto ahead = next == kNoExample ? std::span<const std::uint32_t>() : rows_.Seldom(next);
    rows_.Gather(i, w, at, ahead, worker.loss.at.factor);
    shard_.FinishScores(i, worker);
  }

  void Put(std::size_t slot, Worker& base) override {
    const ExampleId i = examples_[slot];
    const FactorTables<Real> from = shard_.loss_->Tables(i, base.table, ShardWorker::Of(base).loss);
    Real* to = std::copy_n(from.node, Nodes(i), tables_.data() + begin_[slot]);
    if (from.type != nullptr) std::copy_n(from.type, Types(), to);
    if (from.edge != nullptr) std::copy_n(from.edge, Edges(i), to + Types());
  }

  // The layouts are the same unless edges were added up or had lists.
  Real* Room(std::size_t slot, Worker& base) override {
    const ExampleId i = examples_[slot];
    const FactorTables<Real> from = shard_.loss_->Tables(i, base.table, ShardWorker::Of(base).loss);
    const bool types = from.type == nullptr || from.type == from.node + Nodes(i);
    const bool same = from.node == base.table.data() && types && from.edge == nullptr;
    return same ? tables_.data() + begin_[slot] : nullptr;
  }

  void Scatter(ThreadTeam& team, PlainWeights<Real>& to) override {
    ForEachPiece(
        team, false,
        [&](std::size_t block, const kernels::Occurrences<Real>& at,
            std::span<const std::uint32_t> ahead, std::size_t stride, const Real* table,
            std::size_t) { kernels::Scatter(to.rows(block), at, 1, ahead, stride, table); });
  }

  void Scatter(ThreadTeam& team, std::span<const double> clock, LazyWeights<Real>& to) override {
    ForEachPiece(team, true,
                 [&](std::size_t block, const kernels::Occurrences<Real>& at,
                     std::span<const std::uint32_t> ahead, std::size_t stride, const Real* table,
                     std::size_t slot) {
                   kernels::ScatterLazy(to.rows(block), at, clock[slot], 1, ahead, stride, table);
                 });
  }

 private:
  const Structure& structure() const { return rows_.structure(); }
  // Values of the factors of example i, by kind.
  std::size_t Nodes(ExampleId i) const { return structure().length(i) * structure().labels; }
  std::size_t Types() const { return structure().edge_types * structure().pairs(); }
  std::size_t Edges(ExampleId i) const { return structure().Attributed(i) * structure().pairs(); }
  std::size_t Room(ExampleId i) const { return Nodes(i) + Types() + Edges(i); }

  // Calls scatter(block, occurrences, rows to fetch ahead, stride, tables, slot) for all of them.
  // The rows of edge types, which nearly every example has, are a range of their own.
  template <class Body>
  void ForEachPiece(ThreadTeam& team, bool backwards, const Body& scatter) {
    const auto slot_at = [&](std::size_t k) { return backwards ? examples_.size() - 1 - k : k; };
    team.Run(ranges_.ranges() + 1, [&](std::size_t task, std::size_t member) {
      for (std::size_t k = 0; k < examples_.size(); ++k) {
        const std::size_t slot = slot_at(k);
        const ExampleId i = examples_[slot];
        const Real* const nodes = tables_.data() + begin_[slot];
        if (task == 0) {
          ScatterTypes(i, nodes + Nodes(i), slot, scatter);
          continue;
        }
        const std::size_t range = task - 1;
        const bool last = k + 1 == examples_.size();
        const auto ahead = last ? std::span<const std::uint32_t>()
                                : ranges_.Seldom(examples_[slot_at(k + 1)], range);
        scatter(kNodeBlock, ranges_.Nodes(i, range, pieces_[member]), ahead, structure().labels,
                nodes, slot);
        if (structure().Attributed(i) == 0) continue;
        scatter(kEdgeBlock, ranges_.Edges(i, range, pieces_[member]), {}, structure().pairs(),
                nodes + Nodes(i) + Types(), slot);
      }
    });
  }

  template <class Body>
  void ScatterTypes(ExampleId i, const Real* types, std::size_t slot, const Body& scatter) const {
    for (std::uint32_t type = 0; type < structure().edge_types; ++type) {
      if (structure().EdgeCount(i, type) == 0) continue;
      scatter(kEdgeBlock, rows_.Type(type), {}, structure().pairs(),
              types + type * structure().pairs(), slot);
    }
  }

  const ShardEvaluator& shard_;
  const FactorRows<Real>& rows_;
  RowRanges<Real> ranges_;
  std::vector<typename RowRanges<Real>::Pieces> pieces_;  // by member
  std::size_t most_;
  std::span<const ExampleId> examples_;
  std::vector<std::size_t> begin_;  // [slots + 1]: where the tables of a slot begin
  AlignedBuffer<Real> tables_;
};

template <ExampleLoss L>
std::unique_ptr<TableGroup<typename L::Real>> ShardEvaluator<L>::NewGroup(
    std::size_t threads) const {
  return std::make_unique<Group>(*this, threads);
}

template std::unique_ptr<TableGroup<float>> ShardEvaluator<ChainLoss<float>>::NewGroup(
    std::size_t) const;
template std::unique_ptr<TableGroup<double>> ShardEvaluator<ChainLoss<double>>::NewGroup(
    std::size_t) const;
template std::unique_ptr<TableGroup<float>> ShardEvaluator<GraphLoss<float>>::NewGroup(
    std::size_t) const;
template std::unique_ptr<TableGroup<double>> ShardEvaluator<GraphLoss<double>>::NewGroup(
    std::size_t) const;

}  // namespace sagitta
