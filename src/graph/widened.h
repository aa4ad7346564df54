// WidenedEngine: an engine for floats that does its work in double. For engines that iterate, which
// need the digits, and for scores that are too wide for float.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/aligned_buffer.h"
#include "graph/engine.h"

namespace sagitta {

/// Scores of floats as doubles.
class WideScores {
 public:
  void Reserve(const GraphShape& shape);
  /// Valid until the next call.
  GraphScoresOf<double> Widen(const GraphShape& shape, const GraphScoresOf<float>& scores);

 private:
  AlignedBuffer<double> node_, type_, edge_;
  std::vector<const double*> edge_at_;
};

/// Marginals in double, and the way back.
class WideMarginals {
 public:
  void Reserve(const GraphShape& shape);
  /// Room for what `wanted` asks for. Valid until the next call.
  GraphMarginalsOf<double> For(const GraphShape& shape, const GraphMarginalsOf<float>& wanted);
  void Narrow(const GraphShape& shape, const GraphMarginalsOf<float>& to) const;

 private:
  AlignedBuffer<double> node_, type_, edge_;
  std::vector<double*> edge_at_;
};

class WidenedEngine final : public GraphEngine<float> {
 public:
  explicit WidenedEngine(std::unique_ptr<GraphEngine<double>> inner) : inner_(std::move(inner)) {}

  void Reserve(const GraphPlan& plan) override;
  GraphValue Value(const GraphPlan& plan, const GraphScoresOf<float>& scores,
                   const LabelId* observed) override;
  GraphValue Infer(const GraphPlan& plan, const GraphScoresOf<float>& scores,
                   const LabelId* observed, const GraphMarginalsOf<float>& marginals) override;
  GraphValue InferTangent(const GraphPlan& plan, const GraphScoresOf<float>& scores,
                          const GraphScoresOf<float>& along,
                          const GraphMarginalsOf<float>& marginals,
                          const GraphMarginalsOf<float>& tangent) override;

 private:
  std::unique_ptr<GraphEngine<double>> inner_;
  WideScores scores_, along_;
  WideMarginals marginals_, tangent_;
};

}  // namespace sagitta
