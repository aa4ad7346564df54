// The engine `trw`: the tree-reweighted upper bound of log Z (Wainwright, Jaakkola and Willsky
// 2005), minimised by a method that cannot diverge.
//
// Spanning trees T_1 .. T_m that together have all links; link l is in c_l of them and has the
// probability rho_l = c_l / m. Any scores of nodes n_T with (1/m) sum_T n_T = n give a bound:
//
//   log Z <= D = (1/m) sum_T log Z_T(n_T, e_l / rho_l)
//
// since log Z is convex. The least D over all n_T is the TRW bound B, convex in the scores,
//
//   B = max over locally consistent b of  theta.b + sum_i (1 - sum_l rho_l) H(b_i) + sum_l rho_l
//   H(b_l)
//
// which depends on the trees through rho alone. At the minimum all trees agree about the marginals
// of nodes, which are then b. D is smooth and convex in the n_T, its gradient is the disagreement,
// (b_i^T - mean b_i) / m, and every tree is solved exactly; so L-BFGS with a line search converges
// to B. It is scaled by 1 / mean b_i, with which a step of length 1 is the averaging of log b_i^T
// that makes all trees agree about node i. On a forest there is one tree, and the first value is
// exact.
//
// The marginals are the gradient of D in the scores: means over the trees. The gap is D - (the
// value of B's objective at consistent marginals near them) >= D - B.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/aligned_buffer.h"
#include "graph/engine.h"
#include "graph/forest.h"
#include "graph/forest_pass.h"
#include "graph/link_matrices.h"
#include "graph/reduced_graph.h"
#include "graph/reduced_scores.h"
#include "graph/split_minimizer.h"
#include "graph/trw_gap.h"

namespace sagitta {

class TrwPlan final : public GraphPlan {
 public:
  TrwPlan(const GraphShape& shape, ReducedGraph graph);

  const ReducedGraph& graph() const { return graph_; }
  const std::vector<Forest>& trees() const { return trees_; }
  /// Of a link: the number of trees that have it, and that over the number of trees.
  std::uint32_t Count(std::size_t link) const { return count_[link]; }
  double Share(std::size_t link) const {
    return static_cast<double>(count_[link]) / static_cast<double>(trees_.size());
  }
  /// 1 - sum of the shares of the links of a node.
  double NodeCount(std::uint32_t f) const { return node_count_[f]; }
  const LinkScales& scales() const { return scales_; }
  std::size_t memory() const override;

 private:
  std::vector<double> MakeTrees();

  ReducedGraph graph_;
  std::vector<std::uint32_t> count_;  // [links]
  std::vector<Forest> trees_;
  std::vector<double> node_count_;
  LinkScales scales_;
};

class TrwEngine final : public GraphEngine<double> {
 public:
  explicit TrwEngine(const InferenceSettings& settings) : settings_(settings) {}

  void Reserve(const GraphPlan& plan) override;
  GraphValue Value(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                   const LabelId* observed) override;
  GraphValue Infer(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                   const LabelId* observed, const GraphMarginalsOf<double>& marginals) override;
  GraphValue InferTangent(const GraphPlan& plan, const GraphScoresOf<double>& scores,
                          const GraphScoresOf<double>& along,
                          const GraphMarginalsOf<double>& marginals,
                          const GraphMarginalsOf<double>& tangent) override;

  /// How often the trees were solved by the last call.
  std::size_t evaluations() const { return evaluations_; }

 private:
  /// Minimises D; leaves the means of node marginals and of pair marginals.
  GraphValue Minimize(const TrwPlan& plan, const GraphScoresOf<double>& scores);
  /// D and, in `beliefs`, the marginals of all trees at scores n + split.
  double Evaluate(const TrwPlan& plan, const double* split, double* beliefs);
  void AveragePairs(const TrwPlan& plan);

  InferenceSettings settings_;
  std::size_t evaluations_ = 0;
  ReducedScores<double> scores_;
  LinkMatrices<double> links_;
  std::vector<ForestPass<double>> passes_;  // [trees]
  AlignedBuffer<double> node_;              // [nodes][K]: of one tree
  SplitMinimizer minimizer_;
  AlignedBuffer<double> pairs_;  // [links][K][K], rows are labels of a
  AlignedBuffer<double> pair_;   // [K][K]
  TrwGap gap_;
};

}  // namespace sagitta
