// The tree-reweighted bound.
#include "graph/trw_engine.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "graph/grow.h"
#include "kernels/vectors.h"
#include "sagitta/error.h"

namespace sagitta {

TrwPlan::TrwPlan(const GraphShape& shape, ReducedGraph graph)
    : GraphPlan(shape),
      graph_(std::move(graph)),
      count_(graph_.links().size()),
      scales_(graph_, shape, MakeTrees()) {}

// A spanning forest of the links that the fewest trees have so far, again and again until every
// link is in one. So trees share few links, and the shares come close to the most equal ones: 1 on
// bridges, about 1/2 on grids. The result is rho.
std::vector<double> TrwPlan::MakeTrees() {
  std::vector<std::uint32_t> by_count(count_.size());
  std::iota(by_count.begin(), by_count.end(), 0u);
  do {
    std::stable_sort(by_count.begin(), by_count.end(),
                     [this](auto x, auto y) { return count_[x] < count_[y]; });
    NodeSets sets(graph_.nodes());
    std::vector<std::uint32_t> chosen;
    for (const std::uint32_t l : by_count) {
      if (sets.Join(graph_.links()[l].a, graph_.links()[l].b)) chosen.push_back(l);
    }
    for (const std::uint32_t l : chosen) ++count_[l];
    trees_.emplace_back(graph_, chosen);
  } while (std::find(count_.begin(), count_.end(), 0u) != count_.end());
  node_count_.assign(graph_.nodes(), 1.0);
  std::vector<double> shares;
  for (std::size_t l = 0; l < count_.size(); ++l) {
    shares.push_back(Share(l));
    node_count_[graph_.links()[l].a] -= shares.back();
    node_count_[graph_.links()[l].b] -= shares.back();
  }
  return shares;
}

std::size_t TrwPlan::memory() const {
  std::size_t bytes = sizeof(*this) + graph_.memory() + scales_.memory() +
                      count_.capacity() * sizeof(count_[0]) +
                      node_count_.capacity() * sizeof(double);
  for (const Forest& tree : trees_) bytes += sizeof(tree) + tree.memory();
  return bytes;
}

void TrwEngine::Reserve(const GraphPlan& plan) {
  const auto& trw = static_cast<const TrwPlan&>(plan);
  const std::size_t nodes = trw.graph().nodes(), labels = trw.graph().labels();
  scores_.Reserve(trw.graph());
  links_.Reserve(trw.graph(), trw.scales());
  if (passes_.size() < trw.trees().size()) passes_.resize(trw.trees().size());
  for (std::size_t t = 0; t < trw.trees().size(); ++t) passes_[t].Reserve(nodes, labels);
  Grow(node_, nodes * labels);
  Grow(pairs_, trw.graph().links().size() * labels * labels);
  Grow(pair_, labels * labels);
  minimizer_.Reserve(trw.trees().size(), nodes * labels);
}

double TrwEngine::Evaluate(const TrwPlan& plan, const double* split, double* beliefs) {
  const std::size_t nodes = plan.graph().nodes(), labels = plan.graph().labels();
  double sum = 0;
  ++evaluations_;
  for (std::size_t t = 0; t < plan.trees().size(); ++t) {
    for (std::size_t f = 0; f < nodes; ++f) {
      const double* n = scores_.node() + f * scores_.stride();
      const double* more = split + f * labels;
      for (std::size_t k = 0; k < labels; ++k) node_[f * labels + k] = n[k] + more[k];
    }
    double log_z;
    passes_[t].Upward(plan.trees()[t], node_.data(), labels, links_, log_z);
    if (log_z == -INFINITY) return log_z;
    sum += log_z;
    passes_[t].Downward();
    for (std::uint32_t f = 0; f < nodes; ++f) {
      std::copy_n(passes_[t].Marginal(f), labels, beliefs + f * labels);
    }
    split += nodes * labels;
    beliefs += nodes * labels;
  }
  return sum / static_cast<double>(plan.trees().size());
}

// Of each link, over the trees that have it.
void TrwEngine::AveragePairs(const TrwPlan& plan) {
  const std::size_t pairs = plan.shape().pairs();
  std::fill_n(pairs_.data(), plan.graph().links().size() * pairs, 0.0);
  for (std::size_t t = 0; t < plan.trees().size(); ++t) {
    const Forest& tree = plan.trees()[t];
    for (std::uint32_t v = 0; v < tree.nodes(); ++v) {
      if (tree.IsRoot(v)) continue;
      passes_[t].PairSums({&v, 1}, tree.RowsAreOwn(v, false), pair_.data());
      double* to = pairs_.data() + tree.link[v] * pairs;
      kernels::SubtractScaled(pairs, to, -1.0 / plan.Count(tree.link[v]), pair_.data(), to);
    }
  }
}

GraphValue TrwEngine::Minimize(const TrwPlan& plan, const GraphScoresOf<double>& scores) {
  Reserve(plan);
  evaluations_ = 0;
  scores_.Prepare(plan.shape(), plan.graph(), scores);
  if (plan.graph().nodes() == 0) return {scores_.constant(), 0};
  links_.Prepare(plan.graph(), plan.scales(), scores_);
  const std::size_t size = plan.graph().nodes() * plan.graph().labels();
  const auto evaluate = [&](const double* split, double* beliefs) {
    return Evaluate(plan, split, beliefs);
  };
  if (!minimizer_.Start(plan.trees().size(), size, evaluate)) return {minimizer_.least(), 0};
  // How far trees may disagree for a gap is not known in advance.
  double gap = 0;
  for (double mismatch = settings_.mismatch; mismatch > 1e-12; mismatch *= 0.1) {
    const bool more = minimizer_.Continue(mismatch, settings_.iterations, evaluate);
    AveragePairs(plan);
    const double inner = gap_.PrimalValue(plan, scores_, minimizer_.mean(), pairs_.data());
    gap = std::max(0.0, minimizer_.least() - inner);
    if (!more || gap <= settings_.gap) break;
  }
  return {minimizer_.least() + scores_.constant(), gap};
}

GraphValue TrwEngine::Value(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                            const LabelId*) {
  return Minimize(static_cast<const TrwPlan&>(plan), scores);
}

GraphValue TrwEngine::Infer(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                            const LabelId*, const GraphMarginalsOf<double>& marginals) {
  const auto& trw = static_cast<const TrwPlan&>(plan);
  const GraphValue value = Minimize(trw, scores);
  if (value.value == -INFINITY) {
    scores_.Clear(marginals);
    return value;
  }
  scores_.Start(marginals);
  const std::size_t labels = plan.shape().labels;
  for (std::uint32_t f = 0; f < trw.graph().nodes(); ++f) {
    scores_.Node(marginals, f, minimizer_.mean() + f * labels);
  }
  if (marginals.type_sums != nullptr || marginals.edge != nullptr) {
    for (std::size_t l = 0; l < trw.graph().links().size(); ++l) {
      scores_.Pair(marginals, l, pairs_.data() + l * plan.shape().pairs(), false, 1);
    }
  }
  scores_.Finish(marginals, 1);
  return value;
}

GraphValue TrwEngine::InferTangent(const GraphPlan&, const GraphScoresOf<double>&,
                                   const GraphScoresOf<double>&, const GraphMarginalsOf<double>&,
                                   const GraphMarginalsOf<double>&) {
  throw Error(ErrorKind::kUsage, "the engine trw has no tangents");
}

}  // namespace sagitta
