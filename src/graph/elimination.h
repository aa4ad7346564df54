// Elimination: sum-product and max-product by elimination of one node after the other, in log
// space. Right for any scores.
//
//   upward     x_v(k, s) = scores of v, of its links to S_v and of the messages to v
//              m_v(s) = log sum_k exp x_v(k, s),   p(y_v = k | S_v = s) = exp(x_v(k, s) - m_v(s))
//   downward   p(y_v = k, S_v = s) = p(y_v = k | S_v = s) p(S_v = s), the latter from the parent
//
// With max in place of log sum exp, x_v(k, s) is the best score of what was eliminated up to v.
// The tangent along other scores follows the same way:
//
//   dx_v(k, s) = those scores of v and its links, and dm of the messages
//   dm_v(s) = sum_k p(k | s) dx_v(k, s),   d log p(k | s) = dx_v(k, s) - dm_v(s)
//   d p(k, s) = p(k, s) (d log p(k | s) + d log p(s)),   d log p(s) = d p(s) / p(s)
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/aligned_buffer.h"
#include "graph/elimination_plan.h"
#include "graph/graph_scores.h"
#include "graph/reduced_graph.h"
#include "graph/reduced_scores.h"

namespace sagitta {

/// Owns scratch that only grows; one per thread. The arguments of Prepare must outlive the rest.
class Elimination {
 public:
  void Reserve(const GraphShape& shape, const ReducedGraph& graph, const EliminationPlan& plan);
  void Prepare(const GraphShape& shape, const ReducedGraph& graph, const EliminationPlan& plan,
               const GraphScoresOf<double>& scores);

  /// log Z.
  double SumUpward();
  /// Turns the tables into p(y_v, S_v). REQUIRES: SumUpward gave a finite value.
  void Downward();
  /// Fills the marginals that are asked for. REQUIRES: Downward.
  void Marginals(const GraphMarginalsOf<double>& marginals);
  /// Downward, and the derivatives of the marginals along other scores, for Marginals and Tangents.
  void DownwardTangent(const GraphScoresOf<double>& along);
  void Tangents(const GraphMarginalsOf<double>& tangent);
  const ReducedScores<double>& scores() const { return scores_; }

  /// The best score.
  double MaxUpward();
  /// x_v(k, S_v) for all labels k of a clique's node, given labels (as places in the label sets) of
  /// S_v: the element for k is k * stride away. REQUIRES: MaxUpward.
  const double* Completions(const EliminationPlan::Clique& clique, const std::uint32_t* place,
                            std::size_t& stride) const;

 private:
  using Clique = EliminationPlan::Clique;
  double* Table(const Clique& clique) { return tables_.data() + clique.table; }

  /// Adds the scores of nodes and links to the table of a clique.
  void AddScores(const ReducedScores<double>& scores, const Clique& clique, double* table);
  /// The scores of a link as [labels of v][labels of the other].
  void CompactLink(const ReducedScores<double>& scores, const Clique& clique,
                   const EliminationPlan::CliqueLink& link);
  void LinkMarginals(const Clique& clique, const double* table,
                     const GraphMarginalsOf<double>& marginals);
  void Collect(const double* tables, const GraphMarginalsOf<double>& marginals, double mass);
  void GatherParent(const Clique& clique, const double* tables, double* to) const;
  void TangentUpward();

  GraphShape shape_;
  const ReducedGraph* graph_ = nullptr;
  const EliminationPlan* plan_ = nullptr;
  ReducedScores<double> scores_, along_;
  AlignedBuffer<double> tables_;    // of all cliques
  AlignedBuffer<double> messages_;  // of all cliques; after Downward, p(S_v)
  AlignedBuffer<double> tangents_;  // as tables_ and messages_, made when first needed
  AlignedBuffer<double> tangent_messages_;
  AlignedBuffer<double> room_;  // [K][K]
  std::vector<double> link_;    // [labels of v][labels of the other]
  std::vector<double> row_;     // [K]
};

}  // namespace sagitta
