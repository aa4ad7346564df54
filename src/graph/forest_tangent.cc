// Tangents of marginals on forests.
#include "graph/forest_tangent.h"

#include <algorithm>

#include "graph/grow.h"

namespace sagitta {

void ForestTangent::Compute(const GraphShape& shape, const ReducedGraph& graph,
                            const Forest& forest, const GraphScoresOf<double>& along,
                            ForestPass<double>* pass, const GraphMarginalsOf<double>& tangent) {
  forest_ = &forest;
  pass_ = pass;
  labels_ = graph.labels();
  along_.Prepare(shape, graph, along);
  if (pass == nullptr) return along_.Clear(tangent);
  for (auto* rows : {&below_, &upward_, &above_}) rows->assign(forest.nodes() * labels_, 0);
  mean_.resize(forest.nodes());
  Grow(pairs_, shape.pairs());
  for (auto* pairs : {&scores_, &room_}) pairs->resize(shape.pairs());
  row_.resize(labels_);
  RunUpward();
  along_.Start(tangent);
  RunDownward(tangent);
  along_.Finish(tangent, 0);
}

void ForestTangent::LoadLink(std::uint32_t v) {
  pass_->PairSums({&v, 1}, true, pairs_.data());
  bool reversed = false;
  const double* table = along_.Table(forest_->link[v], room_.data(), reversed);
  const bool own = forest_->RowsAreOwn(v, reversed);
  for (std::size_t i = 0; i < labels_; ++i) {
    for (std::size_t j = 0; j < labels_; ++j) {
      scores_[i * labels_ + j] = own ? table[i * labels_ + j] : table[j * labels_ + i];
    }
  }
}

// Labels without probability weigh nothing, whatever their scores are.
void ForestTangent::RunUpward() {
  for (std::size_t k = forest_->nodes(); k-- > 0;) {
    const std::uint32_t v = forest_->order[k];
    double* f = below_.data() + v * labels_;
    const double* p = pass_->Marginal(v);
    const double* n = along_.node() + v * along_.stride();
    for (std::size_t i = 0; i < labels_; ++i) f[i] = p[i] > 0 ? f[i] + n[i] : 0;
    if (forest_->IsRoot(v)) {
      mean_[v] = 0;
      for (std::size_t i = 0; i < labels_; ++i) mean_[v] += p[i] * f[i];
      continue;
    }
    LoadLink(v);
    const double* q = pass_->Marginal(forest_->parent[v]);
    double* u = upward_.data() + v * labels_;
    double* to = below_.data() + forest_->parent[v] * labels_;
    for (std::size_t j = 0; j < labels_; ++j) {
      if (q[j] <= 0) continue;
      for (std::size_t i = 0; i < labels_; ++i) {
        const double pair = pairs_[i * labels_ + j];
        if (pair > 0) u[j] += pair / q[j] * (f[i] + scores_[i * labels_ + j]);
      }
      to[j] += u[j];
    }
  }
}

void ForestTangent::RunDownward(const GraphMarginalsOf<double>& tangent) {
  for (const std::uint32_t v : forest_->order) {
    if (!forest_->IsRoot(v)) LinkTangent(v, tangent);
    const double* p = pass_->Marginal(v);
    for (std::size_t i = 0; i < labels_; ++i) {
      row_[i] = p[i] * (below_[v * labels_ + i] + above_[v * labels_ + i] - mean_[v]);
    }
    along_.Node(tangent, v, row_.data());
  }
}

void ForestTangent::LinkTangent(std::uint32_t v, const GraphMarginalsOf<double>& tangent) {
  const std::uint32_t parent = forest_->parent[v];
  mean_[v] = mean_[parent];
  LoadLink(v);
  const double* p = pass_->Marginal(v);
  const double* f = below_.data() + v * labels_;
  double* g = above_.data() + v * labels_;
  for (std::size_t j = 0; j < labels_; ++j) {
    const std::size_t at = parent * labels_ + j;
    row_[j] = above_[at] + below_[at] - upward_[v * labels_ + j];
  }
  for (std::size_t i = 0; i < labels_; ++i) {
    for (std::size_t j = 0; j < labels_; ++j) {
      double& pair = pairs_[i * labels_ + j];
      if (pair <= 0 || p[i] <= 0) {
        pair = 0;
        continue;
      }
      const double outside = row_[j] + scores_[i * labels_ + j];
      g[i] += pair / p[i] * outside;
      pair *= f[i] + outside - mean_[v];
    }
  }
  if (tangent.type_sums == nullptr && tangent.edge == nullptr) return;
  along_.Pair(tangent, forest_->link[v], pairs_.data(), !forest_->RowsAreOwn(v, false), 1);
}

}  // namespace sagitta
