// ChainOracle: linear-chain CRFs behind the Oracle interface.
//
// The table (and the scores) of an example of T tokens and K labels:
//
//   [T][K]  nodes: one row a token
//   [K][K]  transitions, summed over all edges (absent when T = 1)
//   [.]     for each edge that has attributes, the pairs of labels on which these have weights
//
// This is the paper's "mixed" memory (section 6): node marginals and the gradient of the pairwise
// features; pairwise marginals are kept only where features depend on them. In the shape kMarginals
// the sum is left out and every edge has its own [K][K].
//
// Constraints make scores of -infinity at w (never along a direction), just before inference sees
// them. Tables, which hold marginals minus observations, are exactly 0 in forbidden places, and so
// are the tables that ScoreTable makes, so that their products are finite.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/aligned_buffer.h"
#include "chain/chain_scores.h"
#include "objective/dual_oracle.h"
#include "objective/edge_slots.h"
#include "objective/oracle.h"
#include "objective/problem.h"

namespace sagitta {

template <class Real>
class ChainOracle final : public Oracle<Real>, public DualOracle<Real> {
 public:
  using Scratch = typename Oracle<Real>::Scratch;

  /// The problem must outlive the oracle.
  explicit ChainOracle(const Problem<Real>& problem, TableShape shape = TableShape::kMixed);

  std::size_t examples() const override { return problem_.examples(); }
  const WeightSpace& space() const override { return problem_.space; }
  std::size_t TableSize(ExampleId i) const override;
  TablePart SharedPart(ExampleId i) const override;
  std::unique_ptr<Scratch> NewScratch() const override;

  void AppendSupport(ExampleId i, std::vector<RowId>& rows) const override;

  void Gather(ExampleId i, const PlainWeights<Real>& w, double scale, ExampleId next,
              Scratch& scratch) const override;
  void Gather(ExampleId i, const LazyWeights<Real>& w, ExampleId next,
              Scratch& scratch) const override;
  double Loss(ExampleId i, Scratch& scratch) const override;
  double Infer(ExampleId i, Scratch& scratch) const override;
  double TableScores(ExampleId i, Scratch& scratch) const override;
  void GatherAlong(ExampleId i, const PlainWeights<Real>& direction,
                   Scratch& scratch) const override;
  double InferTangent(ExampleId i, Scratch& scratch) const override;
  double LossAlong(ExampleId i, double step, Scratch& scratch) const override;
  double LipschitzBound(ExampleId i) const override;
  double LossNoise(const Scratch& scratch) const override;
  void Scatter(ExampleId i, Scratch& scratch, double on_w, double on_d, ExampleId next,
               LazyWeights<Real>& to) const override;
  void Scatter(ExampleId i, Scratch& scratch, double on_w, ExampleId next,
               PlainWeights<Real>& to) const override;

  std::unique_ptr<AdaptiveOracle<Real>> NewAdaptive(
      std::span<const ExampleId> chosen) const override;

  const DualOracle<Real>* dual() const override { return this; }
  double LossAtZero(ExampleId i) const override;
  void ScoreTable(ExampleId i, const Scratch& scratch, std::span<Real> out) const override;
  CurvePoint EntropyBetween(ExampleId i, std::span<const Real> from, std::span<const Real> to,
                            double gamma) const override;
  GivenScores InferGiven(ExampleId i, std::span<const Real> scores, double on_observed,
                         Scratch& scratch) const override;

 private:
  struct ChainScratch;
  struct Scores;
  struct Tangents;
  class Adaptive;

  /// The parts of a table; `sums` and `own` are null when there are none.
  struct TableParts {
    const Real* nodes;  // [T][K]
    const Real* sums;   // [K][K]
    const Real* own;    // [attributed edges][K][K]
  };

  std::size_t Pairs() const { return std::size_t{problem_.labels} * problem_.labels; }
  std::span<const std::uint32_t> Ahead(ExampleId next, bool first_half) const;
  TableParts PartsOf(ExampleId i, ChainScratch& scratch) const;
  kernels::Occurrences<Real> NodesOf(ExampleId i) const;
  kernels::Occurrences<Real> EdgesOf(ExampleId i) const;
  std::size_t AttributedEdges(ExampleId i) const { return edge_begin_[i + 1] - edge_begin_[i]; }
  /// Whether a line search of i needs no rows.
  bool HasGram(ExampleId i) const {
    return !problem_.gram.present.empty() && problem_.gram.present[i] && AttributedEdges(i) == 0;
  }
  double Weight(ExampleId i) const { return problem_.weight.empty() ? 1.0 : problem_.weight[i]; }

  ChainScoresOf<Real> View(ExampleId i, const Scores& scores) const;
  void GatherScores(ExampleId i, const PlainWeights<Real>& w, double scale, ExampleId next,
                    Scores& scores) const;
  void AddTransitions(ExampleId i, Scores& scores) const;
  /// Gives forbidden places the score -infinity; `own` edges have scores of their own.
  void Forbid(ExampleId i, std::size_t own, Scores& scores) const;
  /// The same, if there are constraints, where attributed edges are the ones with their own.
  void ForbidAtWeights(ExampleId i, Scores& scores) const {
    if (!problem_.constraints.empty()) Forbid(i, AttributedEdges(i), scores);
  }
  /// 0 in all forbidden places of a table.
  void ClearForbidden(ExampleId i, Real* table) const;
  void CountLabellings();
  ChainMarginalsOf<Real> MarginalsIn(ExampleId i, Real* table, ChainScratch& scratch) const;
  double FinishTable(ExampleId i, double log_z, ChainScratch& scratch) const;
  double FinishTable(ExampleId i, const ChainScoresOf<Real>& view, double log_z,
                     ChainScratch& scratch) const;
  ChainScoresOf<Real> Given(ExampleId i, const Real* from, Real on_observed, Scores& given) const;
  double ObservedParts(ExampleId i, const ChainMarginalsOf<Real>& marginals) const;
  std::unique_ptr<Tangents> NewTangents() const;
  void CopyMarginals(ExampleId i, const ChainMarginalsOf<Real>& from,
                     const ChainMarginalsOf<Real>& to) const;
  double LossOf(ExampleId i, const ChainScoresOf<Real>& view, double log_z,
                ChainScratch& scratch) const;
  double LossOf(ExampleId i, const Scores& scores, double log_z, ChainScratch& scratch) const {
    return LossOf(i, View(i, scores), log_z, scratch);
  }
  void SubtractObserved(ExampleId i, Real* table, Real* own) const;
  /// The lists of attributed edges in a table of the shape kMixed.
  Real* OwnIn(ExampleId i, Real* table) const {
    return table + problem_.length(i) * problem_.labels + Pairs();
  }
  /// Whether the table holds such lists.
  bool HasLists(ExampleId i) const {
    return shape_ == TableShape::kMixed && AttributedEdges(i) > 0;
  }
  void PackOwn(ExampleId i, const ChainScratch& scratch, Real* table) const;
  double RowScores(ExampleId i, ChainScratch& scratch) const;

  const Problem<Real>& problem_;
  TableShape shape_;
  std::size_t stride_;  // of a node row of scores
  std::size_t longest_ = 0;
  std::size_t most_edges_ = 0;  // attributed edges of an example
  std::size_t largest_table_ = 0;
  bool searches_by_rows_ = false;  // those of some examples
  // The edges that have attributes, as a list of their own: token position and occurrences.
  std::vector<std::uint64_t> edge_begin_;  // [examples + 1]
  std::vector<std::uint32_t> edge_token_;  // [attributed edges], from the example's first token
  std::vector<std::uint64_t> edge_items_;  // [attributed edges + 1]
  EdgeSlots edge_slots_;                   // of the attributed edges; not for kMarginals
  // Only with constraints: what is added to scores, 0 or -infinity, and the logarithm of the number
  // of allowed labellings of a sequence, by its length.
  AlignedBuffer<Real> forbidden_pair_;                    // [K][K]
  AlignedBuffer<Real> forbidden_first_, forbidden_last_;  // [K]
  std::vector<double> log_labellings_;                    // [longest + 1]
};

}  // namespace sagitta
