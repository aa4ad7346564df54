// GraphLoss: the loss of CRFs on graphs, l_i(theta) = B(theta) - theta.observed, where B is log Z
// or what an engine computes in its place. An ExampleLoss, see shard_evaluator.h.
//
// The table of an example of V nodes, E edges and K labels is the gradient of l_i in score space,
// marginals minus observed:
//
//   [V][K]     nodes
//   [T][K][K]  for each type of edges the sum over its edges (absent when there are no edges)
//   [.]        for each edge that has attributes, the pairs of labels on which these have weights
//
// This is the paper's memory for general graphs, O(VK + EK^2), and less than that where edges share
// their weights. In the shape kMarginals every edge has its own [K][K] instead of the sums.
//
// Edges of a symmetric type. Their scores theta(a, b) = theta(b, a) are gathered from one slot,
// that of the smaller label first. So the linear map from weights to scores has the upper triangle
// only, and this class mirrors the scores before inference and folds marginals after it: the lower
// triangle of a table is 0.
//
// The engine reports how far its value may be from the function that it evaluates; Noise includes
// it, so that line searches do not take it for a decrease.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "graph/engine.h"
#include "objective/example_evaluator.h"
#include "objective/factor_scores.h"
#include "objective/graph_plans.h"
#include "objective/structure.h"

namespace sagitta {

/// Scores of one example, and where inference finds those of its edges.
template <class Real>
struct GraphScoresBuffer {
  FactorScores<Real> factor;
  std::vector<const Real*> edge_at;  // [edges] where edges have scores of their own
};

/// All calls are const; each worker has a Workspace of its own. Shared by threads.
template <class RealType>
class GraphLoss {
 public:
  using Real = RealType;

  /// What a worker keeps between the calls for one example.
  struct Workspace {
    GraphScoresBuffer<Real> at;      // at w
    GraphScoresBuffer<Real> along;   // of the table's gradient, or of a direction
    GraphScoresBuffer<Real> trial;   // at w - step * gradient
    std::vector<Real*> edge_tables;  // [edges]
    AlignedBuffer<Real> sums;        // of a table in the shape kMarginals: [T][K][K]
    AlignedBuffer<Real> own;         // a table's attributed edges: [attributed edges][K][K]
    std::unique_ptr<GraphEngine<Real>> engine;
    double magnitude = 0;  // root of the squares of the terms of the last loss
    double gap = 0;        // of inference
    struct Given;
    std::unique_ptr<Given> given;  // of InferGiven, made when first needed

    Workspace();
    ~Workspace();
    Workspace(Workspace&&) noexcept;
  };

  /// The structure and the plans must outlive the loss.
  GraphLoss(const Structure& structure, std::shared_ptr<const GraphPlans> plans, TableShape shape);

  const GraphPlans& plans() const { return *plans_; }

  Workspace NewWorkspace() const;
  std::size_t TableSize(ExampleId i) const;
  std::size_t largest_table() const { return largest_table_; }
  /// The sums of the edges, a piece for each type, and whether the example has edges of a type.
  TableRange SharedRange(ExampleId i) const;
  bool MapsPiece(ExampleId i, std::size_t type) const {
    return structure_.EdgeCount(i, static_cast<std::uint32_t>(type)) > 0;
  }

  /// To be called when work.at has been gathered at weights.
  void FinishScores(ExampleId i, Workspace& work) const { Mirror(i, work.at.factor); }

  /// l_i at work.at. Infer also makes the table.
  double Loss(ExampleId i, Workspace& work) const;
  double Infer(ExampleId i, Workspace& work, std::span<Real> table) const;
  /// Infer that also makes the derivative of the table along work.along. REQUIRES: the engine
  /// offers it.
  double InferTangent(ExampleId i, Workspace& work, std::span<Real> table,
                      std::span<Real> tangent) const;
  /// l_i at work.at - step * work.along.
  double LossAlong(ExampleId i, double step, Workspace& work) const;
  /// <theta, table> of the scores theta at work.at, for any table of the example.
  double ScoresDot(ExampleId i, std::span<const Real> table, const Workspace& work) const;
  /// How far rounding and the rest of inference may have moved the last loss.
  double Noise(const Workspace& work) const;
  /// A table factor by factor. Points into the table and the workspace; valid until the next call.
  FactorTables<Real> Tables(ExampleId i, std::span<const Real> table, Workspace& work) const;

  /// Good labels at work.at, the best if the engine is exact, and their score; -infinity: none were
  /// found.
  double Decode(ExampleId i, Workspace& work, GraphDecoder& decoder,
                LabelId* labels) const requires std::is_same_v<RealType, double>;

  // ---- For methods on the dual, see DualEvaluator. REQUIRES: the engine's entropy is a sum of
  // those of edges and nodes, and no type is symmetric. ----

  double LossAtZero(ExampleId i) const;
  void WriteScores(ExampleId i, const Workspace& work, std::span<Real> out) const;
  CurvePoint EntropyBetween(ExampleId i, std::span<const Real> from, std::span<const Real> to,
                            double gamma, double omega) const;
  GivenScores InferGiven(ExampleId i, std::span<const Real> scores, double on_observed,
                         Workspace& work, std::span<Real> table) const;

 private:
  std::size_t Nodes(ExampleId i) const { return structure_.length(i); }
  std::span<const Edge> Edges(ExampleId i) const {
    return std::span(data_.graphs.edge).subspan(data_.graphs.edge_begin[i], data_.edges(i));
  }
  std::size_t Pairs() const { return structure_.pairs(); }
  std::size_t Sums() const { return structure_.edge_types * Pairs(); }
  std::size_t Attributed(ExampleId i) const { return structure_.Attributed(i); }
  /// The places of the attributed edges among all edges.
  std::span<const std::uint32_t> OwnEdges(ExampleId i) const {
    return {own_edge_.data() + structure_.attributed_begin[i], Attributed(i)};
  }
  const LabelId* Observed(ExampleId i) const {
    return data_.label.data() + structure_.token_begin[i];
  }
  bool HasLists(ExampleId i) const { return shape_ == TableShape::kMixed && Attributed(i) > 0; }
  std::size_t NodeCells(ExampleId i) const { return Nodes(i) * structure_.labels; }
  const Real* Lists(ExampleId i, const Real* table) const { return table + NodeCells(i) + Sums(); }

  void Mirror(ExampleId i, FactorScores<Real>& scores) const;
  void Fold(ExampleId i, Real* sums, Real* const* edge) const;
  GraphScoresOf<Real> View(ExampleId i, GraphScoresBuffer<Real>& scores) const;
  GraphMarginalsOf<Real> MarginalsIn(ExampleId i, Real* table, Workspace& work) const;
  double FinishTable(ExampleId i, const GraphScoresOf<Real>& view, const GraphValue& value,
                     Workspace& work, std::span<Real> table) const;
  double LossOf(ExampleId i, const GraphScoresOf<Real>& view, const GraphValue& value,
                Workspace& work) const;
  void SubtractObserved(ExampleId i, Real* table, Real* own) const;
  void PackOwn(ExampleId i, const Workspace& work, Real* table) const;
  GraphScoresOf<Real> ViewGiven(ExampleId i, const Real* from, Real on_observed,
                                GraphScoresBuffer<Real>& given) const;

  const Structure& structure_;
  std::shared_ptr<const GraphPlans> plans_;
  const Dataset& data_;
  TableShape shape_;
  std::size_t stride_;  // of a node row of scores
  std::size_t largest_table_ = 0;
  std::size_t most_edges_ = 0;
  std::vector<std::uint32_t> own_edge_;  // of all attributed edges: its place in its example
  std::vector<std::uint32_t> degree_;    // of all nodes; only in the shape kMarginals
};

}  // namespace sagitta
