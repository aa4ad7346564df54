// Pair marginals of a forest.
#include "graph/pair_collector.h"

#include "graph/grow.h"
#include "kernels/vectors.h"

namespace sagitta {

template <class Real>
void PairCollector<Real>::Reserve(const ReducedGraph& graph, const LinkScales& scales) {
  Grow(pairs_, graph.labels() * graph.labels());
  if (shared_.size() < 2 * scales.classes().size()) shared_.resize(2 * scales.classes().size());
  for (auto& nodes : shared_) nodes.reserve(graph.nodes());
}

template <class Real>
void PairCollector<Real>::Add(const GraphShape& shape, const ReducedGraph& graph,
                              const LinkScales& scales, const LinkMatrices<Real>& links,
                              const ReducedScores<Real>& scores, const Forest& forest,
                              double weight, ForestPass<Real>& pass,
                              const GraphMarginalsOf<Real>& marginals) {
  if (marginals.type_sums == nullptr && marginals.edge == nullptr) return;
  Reserve(graph, scales);
  for (auto& nodes : shared_) nodes.clear();
  for (std::uint32_t v = 0; v < forest.nodes(); ++v) {
    if (forest.IsRoot(v)) continue;
    const std::uint32_t link = forest.link[v];
    const auto [edge, reversed] = graph.EdgesOf(link)[0];
    if (links.IsShared(link) && marginals.Own(edge) == nullptr) {
      const bool from_is_own = forest.RowsAreOwn(v, reversed);
      shared_[2 * scales.ClassOf(link) + from_is_own].push_back(v);
      continue;
    }
    const bool rows_own = forest.RowsAreOwn(v, false);
    pass.PairSums({&v, 1}, rows_own, pairs_.data());
    const double on = weight * scales.Scale(link);
    scores.Pair(marginals, link, pairs_.data(), false, static_cast<Real>(on));
  }
  if (marginals.type_sums == nullptr) return;
  for (std::size_t k = 0; k < 2 * scales.classes().size(); ++k) {
    if (shared_[k].empty()) continue;
    const LinkScales::Class& of = scales.classes()[k / 2];
    pass.PairSums(shared_[k], k % 2 == 1, pairs_.data());
    Real* to = marginals.type_sums + of.type * shape.pairs();
    const Real minus = static_cast<Real>(-weight * of.scale);
    kernels::SubtractScaled(shape.pairs(), to, minus, pairs_.data(), to);
  }
}

template class PairCollector<float>;
template class PairCollector<double>;

}  // namespace sagitta
