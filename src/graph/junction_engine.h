// The engine `junction`: exact inference by elimination, on graphs with small cliques.
#pragma once

#include "graph/elimination.h"
#include "graph/elimination_plan.h"
#include "graph/engine.h"
#include "graph/reduced_graph.h"

namespace sagitta {

class JunctionPlan final : public GraphPlan {
 public:
  /// REQUIRES: the elimination is complete.
  JunctionPlan(const GraphShape& shape, ReducedGraph graph, EliminationPlan elimination);

  const ReducedGraph& graph() const { return graph_; }
  const EliminationPlan& elimination() const { return elimination_; }
  std::size_t memory() const override;

 private:
  ReducedGraph graph_;
  EliminationPlan elimination_;
};

class JunctionEngine final : public GraphEngine<double> {
 public:
  void Reserve(const GraphPlan& plan) override;
  GraphValue Value(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                   const LabelId* observed) override;
  GraphValue Infer(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                   const LabelId* observed, const GraphMarginalsOf<double>& marginals) override;
  GraphValue InferTangent(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                          const GraphScoresOf<double>& along,
                          const GraphMarginalsOf<double>& marginals,
                          const GraphMarginalsOf<double>& tangent) override;

 private:
  double SumUpward(const JunctionPlan& plan, const GraphScoresOf<double>& scores);

  Elimination elimination_;
};

}  // namespace sagitta
