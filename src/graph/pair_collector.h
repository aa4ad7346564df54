// PairCollector: the pair marginals of a forest, put where a graph wants them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned_buffer.h"
#include "graph/forest_pass.h"
#include "graph/graph_scores.h"
#include "graph/reduced_scores.h"

namespace sagitta {

/// Owns scratch that only grows; one per thread.
template <class Real>
class PairCollector {
 public:
  void Reserve(const ReducedGraph& graph, const LinkScales& scales);

  /// Adds the pair marginals of all links of the forest to what is asked for, those of links with
  /// scale s times weight s. Links that share a matrix and are not wanted apart are summed by one
  /// matrix product. REQUIRES: pass.Downward().
  void Add(const GraphShape& shape, const ReducedGraph& graph, const LinkScales& scales,
           const LinkMatrices<Real>& links, const ReducedScores<Real>& scores, const Forest& forest,
           double weight, ForestPass<Real>& pass, const GraphMarginalsOf<Real>& marginals);

 private:
  std::vector<std::vector<std::uint32_t>> shared_;  // [classes][2]: nodes by class and direction
  AlignedBuffer<Real> pairs_;                       // [K][K]
};

}  // namespace sagitta
