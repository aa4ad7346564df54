// The engine `loopy`: damped loopy belief propagation, in log space.
//
// Messages go along all links in turn, forth and back, until none changes by more than 1e-9 or the
// iterations are over. With cavity_l = node scores + messages of all other links,
//
//   m_{a->b}(j) = damping * old + (1 - damping) * log sum_i exp(cavity_{a,l}(i) + e_l(i, j))
//
// Exact on forests. On other graphs it need not converge, and nothing is bounded. The value is
// Bethe's approximation of log Z at the beliefs, theta.b + sum_i (1 - d_i) H(b_i) + sum_l H(b_l),
// of which the marginals are the gradient only where messages have converged.
#pragma once

#include <cstddef>
#include <vector>

#include "base/aligned_buffer.h"
#include "graph/engine.h"
#include "graph/reduced_graph.h"
#include "graph/reduced_scores.h"

namespace sagitta {

class LoopyPlan final : public GraphPlan {
 public:
  LoopyPlan(const GraphShape& shape, ReducedGraph graph);
  const ReducedGraph& graph() const { return graph_; }
  /// The number of links of a node.
  std::uint32_t Degree(std::uint32_t f) const { return degree_[f]; }
  std::size_t memory() const override;

 private:
  ReducedGraph graph_;
  std::vector<std::uint32_t> degree_;
};

class LoopyEngine final : public GraphEngine<double> {
 public:
  explicit LoopyEngine(const InferenceSettings& settings) : settings_(settings) {}

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
  double* Message(std::size_t link, bool to_b) {
    return messages_.data() + (2 * link + to_b) * labels_;
  }
  const double* Table(std::size_t link) const { return tables_.data() + link * labels_ * labels_; }

  /// Runs until convergence, and computes beliefs; returns the value. `marginals` may be null.
  double Run(const LoopyPlan& plan, const GraphScoresOf<double>& scores,
             const GraphMarginalsOf<double>* marginals);
  /// Sends the message of a link in one direction; returns how far it moved.
  double Send(const LoopyPlan& plan, std::size_t link, bool to_b);
  void FindCavity(const double* from, const double* back);
  double NodeValue(const LoopyPlan& plan, std::uint32_t f, const GraphMarginalsOf<double>* out);
  double LinkValue(const LoopyPlan& plan, std::size_t link, const GraphMarginalsOf<double>* out);

  InferenceSettings settings_;
  std::size_t labels_ = 0;
  ReducedScores<double> scores_;
  AlignedBuffer<double> tables_;    // [links][K][K], rows are labels of a
  AlignedBuffer<double> messages_;  // [links][to a, to b][K]
  AlignedBuffer<double> totals_;    // [nodes][K]: node scores and all messages
  AlignedBuffer<double> pair_;      // [K][K]
  std::vector<double> cavity_, row_, other_;
};

}  // namespace sagitta
