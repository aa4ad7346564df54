// The parts of ChainLoss's workspace that only some methods need. Private to chain_loss*.cc.
#pragma once

#include <vector>

#include "base/aligned_buffer.h"
#include "chain/tangent.h"
#include "objective/chain_loss.h"

namespace sagitta {

/// For products with the Hessian, with room for the longest example.
template <class Real>
struct ChainLoss<Real>::Workspace::Tangents {
  AlignedBuffer<Real> nodes;   // marginals [T][K]
  AlignedBuffer<Real> edges;   // [T][K][K]
  std::vector<Real*> edge_at;  // [T]
  MarginalTangents<Real> change;

  explicit Tangents(const Structure& structure)
      : nodes(structure.longest * structure.labels), edges(structure.longest * structure.pairs()) {
    for (std::size_t t = 0; t < structure.longest; ++t) {
      edge_at.push_back(edges.data() + t * structure.pairs());
    }
    change.Reserve(structure.longest, structure.labels);
  }
};

/// For inference on given scores, where every edge may differ.
template <class Real>
struct ChainLoss<Real>::Workspace::Given {
  ChainScoresBuffer<Real> scores;
  AlignedBuffer<Real> pair_marginals;  // of edges without attributes: [T][K][K]

  Given(ChainScoresBuffer<Real> room, const Structure& structure)
      : scores(std::move(room)), pair_marginals(structure.longest * structure.pairs()) {}
};

}  // namespace sagitta
