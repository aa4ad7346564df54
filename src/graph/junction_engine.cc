// Exact inference on graphs with small cliques.
#include "graph/junction_engine.h"

#include <cmath>
#include <utility>

namespace sagitta {

JunctionPlan::JunctionPlan(const GraphShape& shape, ReducedGraph graph, EliminationPlan elimination)
    : GraphPlan(shape), graph_(std::move(graph)), elimination_(std::move(elimination)) {}

std::size_t JunctionPlan::memory() const {
  return sizeof(*this) + graph_.memory() + elimination_.memory();
}

void JunctionEngine::Reserve(const GraphPlan& plan) {
  const auto& junction = static_cast<const JunctionPlan&>(plan);
  elimination_.Reserve(plan.shape(), junction.graph(), junction.elimination());
}

double JunctionEngine::SumUpward(const JunctionPlan& plan, const GraphScoresOf<double>& scores) {
  elimination_.Prepare(plan.shape(), plan.graph(), plan.elimination(), scores);
  return elimination_.SumUpward();
}

GraphValue JunctionEngine::Value(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                                 const LabelId*) {
  return {SumUpward(static_cast<const JunctionPlan&>(plan), scores), 0};
}

GraphValue JunctionEngine::Infer(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                                 const LabelId*, const GraphMarginalsOf<double>& marginals) {
  const double log_z = SumUpward(static_cast<const JunctionPlan&>(plan), scores);
  if (log_z == -INFINITY) {
    elimination_.scores().Clear(marginals);
  } else {
    elimination_.Downward();
    elimination_.Marginals(marginals);
  }
  return {log_z, 0};
}

GraphValue JunctionEngine::InferTangent(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                                        const GraphScoresOf<double>& along,
                                        const GraphMarginalsOf<double>& marginals,
                                        const GraphMarginalsOf<double>& tangent) {
  const double log_z = SumUpward(static_cast<const JunctionPlan&>(plan), scores);
  if (log_z == -INFINITY) {
    elimination_.scores().Clear(marginals);
    elimination_.scores().Clear(tangent);
  } else {
    elimination_.DownwardTangent(along);
    elimination_.Marginals(marginals);
    elimination_.Tangents(tangent);
  }
  return {log_z, 0};
}

}  // namespace sagitta
