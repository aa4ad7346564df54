// What a worker of GraphLoss makes when it is first needed. Private to graph_loss*.cc.
#pragma once

#include <vector>

#include "objective/graph_loss.h"

namespace sagitta {

/// For a second set of marginals, and for inference on given scores, where every edge may differ.
template <class Real>
struct GraphLoss<Real>::Workspace::Given {
  GraphScoresBuffer<Real> scores;
  std::vector<Real*> edge_tables;
  AlignedBuffer<Real> own;
  AlignedBuffer<Real> pair_marginals;  // [edges][K][K]
};

}  // namespace sagitta
