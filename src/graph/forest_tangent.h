// The tangent of sum-product on a forest: how marginals change when the scores move along S(y), the
// score of y under other scores n (nodes) and e (links). As on chains (chain/tangent.h) a
// derivative is a covariance, and conditional expectations are what lies below a label plus what
// lies above:
//
//   U_c[j] = sum_i p(y_c = i | y_v = j) (F_c[i] + e_c[i][j])       c a child of v
//   F_v[j] = n_v[j] + sum_c U_c[j]                                 E[S below v | y_v = j]
//   O_c[j] = G_v[j] + F_v[j] - U_c[j]                              E[S outside of c | y_v = j]
//   G_c[i] = sum_j p(y_v = j | y_c = i) (O_c[j] + e_c[i][j]),   G_root = 0
//
//   d p(y_v = j)          = p(y_v = j)          (F_v[j] + G_v[j] - E[S])
//   d p(y_c = i, y_v = j) = p(y_c = i, y_v = j) (F_c[i] + e_c[i][j] + O_c[j] - E[S])
//
// with E[S] of the tree that v is in.
#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned_buffer.h"
#include "graph/forest.h"
#include "graph/forest_pass.h"
#include "graph/graph_scores.h"
#include "graph/reduced_scores.h"

namespace sagitta {

/// Owns scratch that only grows; one per thread.
class ForestTangent {
 public:
  /// Fills what is asked for in `tangent`. `pass` has done Downward; null: no labelling is allowed,
  /// all becomes 0. Cost E K^2.
  void Compute(const GraphShape& shape, const ReducedGraph& graph, const Forest& forest,
               const GraphScoresOf<double>& along, ForestPass<double>* pass,
               const GraphMarginalsOf<double>& tangent);

 private:
  /// Pair marginals and scores of v's link, rows are labels of v.
  void LoadLink(std::uint32_t v);
  void RunUpward();
  void RunDownward(const GraphMarginalsOf<double>& tangent);
  void LinkTangent(std::uint32_t v, const GraphMarginalsOf<double>& tangent);

  const Forest* forest_ = nullptr;
  ForestPass<double>* pass_ = nullptr;
  std::size_t labels_ = 0;
  ReducedScores<double> along_;
  std::vector<double> below_;    // F [nodes][K]
  std::vector<double> upward_;   // U [nodes][K]
  std::vector<double> above_;    // G [nodes][K]
  std::vector<double> mean_;     // [nodes]: E[S] of its tree
  AlignedBuffer<double> pairs_;  // a kernel writes it
  std::vector<double> scores_, room_, row_;
};

}  // namespace sagitta
