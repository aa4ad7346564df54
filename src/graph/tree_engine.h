// The engine `tree`: exact sum-product on forests.
#pragma once

#include <memory>

#include "graph/engine.h"
#include "graph/forest.h"
#include "graph/forest_pass.h"
#include "graph/forest_tangent.h"
#include "graph/link_matrices.h"
#include "graph/pair_collector.h"
#include "graph/reduced_graph.h"
#include "graph/reduced_scores.h"
#include "graph/widened.h"

namespace sagitta {

class TreePlan final : public GraphPlan {
 public:
  /// REQUIRES: the reduced graph is a forest.
  TreePlan(const GraphShape& shape, ReducedGraph reduced);

  const ReducedGraph& graph() const { return graph_; }
  const LinkScales& scales() const { return scales_; }
  const Forest& forest() const { return forest_; }
  std::size_t memory() const override;

 private:
  ReducedGraph graph_;
  LinkScales scales_;
  Forest forest_;
};

template <class Real>
class TreeEngine final : public GraphEngine<Real> {
 public:
  void Reserve(const GraphPlan& plan) override;
  GraphValue Value(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                   const LabelId* observed) override;
  GraphValue Infer(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                   const LabelId* observed, const GraphMarginalsOf<Real>& marginals) override;
  GraphValue InferTangent(const GraphPlan& plan, const GraphScoresOf<Real>& scores,
                          const GraphScoresOf<Real>& along, const GraphMarginalsOf<Real>& marginals,
                          const GraphMarginalsOf<Real>& tangent) override;

 private:
  bool Upward(const TreePlan& plan, const GraphScoresOf<Real>& scores, double& log_z);
  /// Floats that are too wide.
  WidenedEngine& InDouble();

  ReducedScores<Real> scores_;
  LinkMatrices<Real> links_;
  ForestPass<Real> pass_;
  PairCollector<Real> pairs_;
  std::unique_ptr<ForestTangent> tangent_;  // double only, made when first needed
  std::unique_ptr<WidenedEngine> widened_;  // float only, made when first needed
};

}  // namespace sagitta
