// ChainLoss: the loss of linear-chain CRFs, l_i(theta) = log Z(theta) - theta.observed, and what
// follows from its scores: table, tangent, entropy, labels. An ExampleLoss, see shard_evaluator.h.
//
// A chain is the graph whose edge t joins tokens t - 1 and t, all of one type. The table of an
// example of T tokens and K labels is the gradient of l_i in score space, marginals minus observed:
//
//   [T][K]  nodes: one row per token
//   [K][K]  transitions, summed over all edges (absent when T = 1)
//   [.]     for each edge that has attributes, the pairs of labels on which these have weights
//
// This is the paper's "mixed" memory (section 6): node marginals and the gradient of the pairwise
// features; pairwise marginals are kept only where features depend on them. In the shape kMarginals
// the sum is left out and every edge has its own [K][K].
//
// Constraints make scores of -infinity at w (never along a direction), just before inference sees
// them. Tables are exactly 0 in forbidden places, and so are the tables that WriteScores makes, so
// that their products are finite.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "chain/chain_scores.h"
#include "chain/forward_backward.h"
#include "chain/inference.h"
#include "chain/label_constraints.h"
#include "chain/tangent.h"
#include "objective/chain_scores_buffer.h"
#include "objective/example_evaluator.h"
#include "objective/structure.h"

namespace sagitta {

/// All calls are const; each worker has a Workspace of its own. Shared by threads.
template <class RealType>
class ChainLoss {
 public:
  using Real = RealType;

  /// What a worker keeps between the calls for one example.
  struct Workspace {
    ChainScoresBuffer<Real> at;      // at w
    ChainScoresBuffer<Real> along;   // of the table's gradient, or of a direction
    ChainScoresBuffer<Real> trial;   // at w - step * gradient
    std::vector<Real*> edge_tables;  // [T]
    AlignedBuffer<Real> sums;        // of a table in the shape kMarginals: [K][K]
    AlignedBuffer<Real> own;         // a table's attributed edges: [attributed edges][K][K]
    ForwardBackward<Real> inference;
    double magnitude = 0;  // root of the squares of the terms of the last loss
    struct Tangents;
    std::unique_ptr<Tangents> tangents;  // made when first needed
    struct Given;
    std::unique_ptr<Given> given;  // of InferGiven, made when first needed

    Workspace();
    ~Workspace();
    Workspace(Workspace&&) noexcept;
  };

  /// `labels` are those of the shard's tokens. The structure and the labels must outlive the loss.
  ChainLoss(const Structure& structure, std::span<const LabelId> labels,
            const Constraints& constraints, TableShape shape);

  Workspace NewWorkspace() const;
  std::size_t TableSize(ExampleId i) const;
  std::size_t largest_table() const { return largest_table_; }
  /// The transitions.
  TableRange SharedRange(ExampleId i) const;
  bool MapsPiece(ExampleId, std::size_t) const { return true; }

  /// To be called when work.at has been gathered at weights: applies the constraints.
  void FinishScores(ExampleId i, Workspace& work) const;

  /// l_i at work.at. Infer also makes the table.
  double Loss(ExampleId i, Workspace& work) const;
  double Infer(ExampleId i, Workspace& work, std::span<Real> table) const;
  /// Infer that also makes the derivative of the table along work.along.
  double InferTangent(ExampleId i, Workspace& work, std::span<Real> table,
                      std::span<Real> tangent) const;
  /// l_i at work.at - step * work.along.
  double LossAlong(ExampleId i, double step, Workspace& work) const;
  /// <theta, table> of the scores theta at work.at, for any table of the example.
  double ScoresDot(ExampleId i, std::span<const Real> table, const Workspace& work) const;
  /// How far rounding may have moved the last loss.
  double Noise(const Workspace& work) const;
  /// A table factor by factor. Points into the table and the workspace; valid until the next call.
  FactorTables<Real> Tables(ExampleId i, std::span<const Real> table, Workspace& work) const;

  /// The most probable labels at work.at, and their score; -infinity: no labelling is allowed.
  double Decode(ExampleId i, Workspace& work, ChainInference& inference,
                std::uint32_t* labels) const requires std::is_same_v<RealType, double>;

  // ---- For methods on the dual, see DualEvaluator ----

  double LossAtZero(ExampleId i) const;
  void WriteScores(ExampleId i, const Workspace& work, std::span<Real> out) const;
  /// Of tables that are omega times those of the loss, omega > 0.
  CurvePoint EntropyBetween(ExampleId i, std::span<const Real> from, std::span<const Real> to,
                            double gamma, double omega) const;
  GivenScores InferGiven(ExampleId i, std::span<const Real> scores, double on_observed,
                         Workspace& work, std::span<Real> table) const;

 private:
  std::size_t Length(ExampleId i) const { return structure_.length(i); }
  std::size_t Pairs() const { return structure_.pairs(); }
  std::size_t Attributed(ExampleId i) const { return structure_.Attributed(i); }
  const LabelId* Observed(ExampleId i) const { return labels_.data() + structure_.token_begin[i]; }
  /// Whether the table holds lists of the attributed edges, and where they are.
  bool HasLists(ExampleId i) const { return shape_ == TableShape::kMixed && Attributed(i) > 0; }
  Real* Lists(ExampleId i, Real* table) const {
    return table + Length(i) * structure_.labels + Pairs();
  }

  ChainScoresBuffer<Real> NewScores(std::size_t own_edges) const {
    return {structure_.longest, structure_.labels, stride_, own_edges};
  }
  ChainScoresOf<Real> View(ExampleId i, ChainScoresBuffer<Real>& scores) const {
    return scores.View(Length(i), structure_.labels, structure_.AttributedEdges(i));
  }
  ChainScoresOf<Real> ViewGiven(ExampleId i, const Real* from, Real on_observed,
                                ChainScoresBuffer<Real>& given) const;
  void ClearForbidden(ExampleId i, Real* table) const;
  ChainMarginalsOf<Real> MarginalsIn(ExampleId i, Real* table, Workspace& work) const;
  double FinishTable(ExampleId i, const ChainScoresOf<Real>& view, double log_z, Workspace& work,
                     std::span<Real> table) const;
  double LossOf(ExampleId i, const ChainScoresOf<Real>& view, double log_z, Workspace& work) const;
  void SubtractObserved(ExampleId i, Real* table, Real* own) const;
  void PackOwn(ExampleId i, const Workspace& work, Real* table) const;
  void CopyMarginals(ExampleId i, const ChainMarginalsOf<Real>& from,
                     const ChainMarginalsOf<Real>& to) const;
  double ExpectedObserved(ExampleId i, const ChainMarginalsOf<Real>& marginals) const;

  const Structure& structure_;
  std::span<const LabelId> labels_;
  TableShape shape_;
  std::size_t stride_;  // of a node row of scores
  std::size_t largest_table_ = 0;
  LabelConstraints<Real> constraints_;
  std::vector<double> log_labellings_;  // by length; only with constraints
};

}  // namespace sagitta
