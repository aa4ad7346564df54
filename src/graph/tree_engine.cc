// Exact inference on forests.
#include "graph/tree_engine.h"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

namespace sagitta {
namespace {

std::vector<std::uint32_t> AllLinks(const ReducedGraph& graph) {
  std::vector<std::uint32_t> all(graph.links().size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

}  // namespace

TreePlan::TreePlan(const GraphShape& shape, ReducedGraph reduced)
    : GraphPlan(shape),
      graph_(std::move(reduced)),
      scales_(graph_, shape),
      forest_(graph_, AllLinks(graph_)) {}

std::size_t TreePlan::memory() const {
  return sizeof(*this) + graph_.memory() + scales_.memory() + forest_.memory();
}

template <class Real>
void TreeEngine<Real>::Reserve(const GraphPlan& plan) {
  const auto& tree = static_cast<const TreePlan&>(plan);
  scores_.Reserve(tree.graph());
  links_.Reserve(tree.graph(), tree.scales());
  pass_.Reserve(tree.graph().nodes(), tree.graph().labels());
  pairs_.Reserve(tree.graph(), tree.scales());
}

template <class Real>
WidenedEngine& TreeEngine<Real>::InDouble() {
  if (!widened_) {
    widened_ = std::make_unique<WidenedEngine>(std::make_unique<TreeEngine<double>>());
  }
  return *widened_;
}

template <class Real>
bool TreeEngine<Real>::Upward(const TreePlan& plan, const GraphScoresOf<Real>& scores,
                              double& log_z) {
  scores_.Prepare(plan.shape(), plan.graph(), scores);
  links_.Prepare(plan.graph(), plan.scales(), scores_);
  log_z = 0;
  if (plan.graph().nodes() > 0 &&
      !pass_.Upward(plan.forest(), scores_.node(), scores_.stride(), links_, log_z)) {
    return false;
  }
  log_z += scores_.constant();
  return true;
}

template <class Real>
GraphValue TreeEngine<Real>::Value(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                                   const LabelId* observed) {
  double log_z;
  if (Upward(static_cast<const TreePlan&>(plan), scores, log_z)) return {log_z, 0};
  if constexpr (std::is_same_v<Real, float>) return InDouble().Value(plan, scores, observed);
  return {log_z, 0};
}

template <class Real>
GraphValue TreeEngine<Real>::Infer(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                                   const LabelId* observed,
                                   const GraphMarginalsOf<Real>& marginals) {
  const auto& tree = static_cast<const TreePlan&>(plan);
  double log_z;
  if (!Upward(tree, scores, log_z)) {
    if constexpr (std::is_same_v<Real, float>) {
      return InDouble().Infer(plan, scores, observed, marginals);
    }
  }
  if (log_z == -INFINITY) {
    scores_.Clear(marginals);
    return {log_z, 0};
  }
  scores_.Start(marginals);
  const std::size_t nodes = tree.graph().nodes();
  if (nodes > 0) pass_.Downward();
  for (std::uint32_t f = 0; f < nodes; ++f) scores_.Node(marginals, f, pass_.Marginal(f));
  pairs_.Add(plan.shape(), tree.graph(), tree.scales(), links_, scores_, tree.forest(), 1, pass_,
             marginals);
  scores_.Finish(marginals, 1);
  return {log_z, 0};
}

template <class Real>
GraphValue TreeEngine<Real>::InferTangent(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                                          const GraphScoresOf<Real>& along,
                                          const GraphMarginalsOf<Real>& marginals,
                                          const GraphMarginalsOf<Real>& tangent) {
  if constexpr (std::is_same_v<Real, float>) {
    return InDouble().InferTangent(plan, scores, along, marginals, tangent);
  } else {
    const auto& tree = static_cast<const TreePlan&>(plan);
    const GraphValue value = Infer(plan, scores, nullptr, marginals);
    if (!tangent_) tangent_ = std::make_unique<ForestTangent>();
    tangent_->Compute(plan.shape(), tree.graph(), tree.forest(), along,
                      value.value == -INFINITY ? nullptr : &pass_, tangent);
    return value;
  }
}

template class TreeEngine<float>;
template class TreeEngine<double>;

}  // namespace sagitta
