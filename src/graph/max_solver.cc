// Max-product on forests and by elimination.
#include "graph/max_solver.h"

#include <algorithm>
#include <cmath>

#include "graph/junction_engine.h"
#include "graph/tree_engine.h"

namespace sagitta {
namespace {

class TreeMaxSolver final : public MaxSolver {
 public:
  // best[v][i] = score of label i at v + sum_c max_k (best[c][k] + link score of k, i)
  double Solve(const GraphPlan& plan, const GraphScoresOf<double>& scores) override {
    plan_ = &static_cast<const TreePlan&>(plan);
    labels_ = plan.shape().labels;
    room_.resize(plan.shape().pairs());
    row_.resize(labels_);
    scores_.Prepare(plan.shape(), graph(), scores);
    best_.resize(nodes() * labels_);
    for (std::size_t f = 0; f < nodes(); ++f) {
      std::copy_n(scores_.node() + f * scores_.stride(), labels_, best_.data() + f * labels_);
    }
    double total = scores_.constant();
    for (std::size_t at = nodes(); at-- > 0;) {
      const std::uint32_t v = forest().order[at];
      const double* best = best_.data() + v * labels_;
      if (forest().IsRoot(v)) {
        total += *std::max_element(best, best + labels_);
        continue;
      }
      SendUp(v);
    }
    return total;
  }

  const ReducedGraph& graph() const override { return plan_->graph(); }
  std::uint32_t NodeAt(std::size_t at) const override { return forest().order[at]; }

  void Completions(std::size_t at, const std::uint32_t* place, double* values) override {
    const std::uint32_t v = NodeAt(at);
    const std::size_t count = graph().LabelCount(v);
    for (std::size_t k = 0; k < count; ++k) {
      values[k] = best_[v * labels_ + graph().LabelAt(v, k)];
    }
    if (forest().IsRoot(v)) return;
    const std::uint32_t parent = forest().parent[v];
    const LabelId above = graph().LabelAt(parent, place[parent]);
    std::size_t row, column;
    const double* table = LinkTable(v, row, column);
    for (std::size_t k = 0; k < count; ++k) {
      values[k] += table[graph().LabelAt(v, k) * row + above * column];
    }
  }

 private:
  const Forest& forest() const { return plan_->forest(); }

  // The scores of v's link: label i at v and j at the parent are i * row + j * column away.
  const double* LinkTable(std::uint32_t v, std::size_t& row, std::size_t& column) {
    bool reversed = false;
    const double* table = scores_.Table(forest().link[v], room_.data(), reversed);
    const bool own = forest().RowsAreOwn(v, reversed);
    row = own ? labels_ : 1;
    column = own ? 1 : labels_;
    return table;
  }

  void SendUp(std::uint32_t v) {
    std::size_t row, column;
    const double* table = LinkTable(v, row, column);
    const double* best = best_.data() + v * labels_;
    std::fill(row_.begin(), row_.end(), -INFINITY);
    for (std::size_t i = 0; i < labels_; ++i) {
      if (best[i] == -INFINITY) continue;
      for (std::size_t j = 0; j < labels_; ++j) {
        row_[j] = std::max(row_[j], best[i] + table[i * row + j * column]);
      }
    }
    double* above = best_.data() + forest().parent[v] * labels_;
    for (std::size_t j = 0; j < labels_; ++j) above[j] += row_[j];
  }

  const TreePlan* plan_ = nullptr;
  std::size_t labels_ = 0;
  ReducedScores<double> scores_;
  std::vector<double> best_, room_, row_;
};

class JunctionMaxSolver final : public MaxSolver {
 public:
  double Solve(const GraphPlan& plan, const GraphScoresOf<double>& scores) override {
    plan_ = &static_cast<const JunctionPlan&>(plan);
    elimination_.Prepare(plan.shape(), plan_->graph(), plan_->elimination(), scores);
    return elimination_.MaxUpward();
  }

  const ReducedGraph& graph() const override { return plan_->graph(); }
  std::uint32_t NodeAt(std::size_t at) const override { return CliqueAt(at).node; }

  void Completions(std::size_t at, const std::uint32_t* place, double* values) override {
    std::size_t stride;
    const double* from = elimination_.Completions(CliqueAt(at), place, stride);
    for (std::size_t k = 0; k < CliqueAt(at).rows; ++k) values[k] = from[k * stride];
  }

 private:
  // What is eliminated last is decided first.
  const EliminationPlan::Clique& CliqueAt(std::size_t at) const {
    const auto& cliques = plan_->elimination().cliques();
    return cliques[cliques.size() - 1 - at];
  }

  const JunctionPlan* plan_ = nullptr;
  Elimination elimination_;
};

}  // namespace

std::unique_ptr<MaxSolver> MakeTreeMaxSolver() { return std::make_unique<TreeMaxSolver>(); }
std::unique_ptr<MaxSolver> MakeJunctionMaxSolver() { return std::make_unique<JunctionMaxSolver>(); }

}  // namespace sagitta
