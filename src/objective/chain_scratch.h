// What a worker of ChainOracle keeps between calls. Private to chain_oracle*.cc.
#pragma once

#include <memory>
#include <vector>

#include "base/aligned_buffer.h"
#include "chain/forward_backward.h"
#include "chain/tangent.h"
#include "objective/chain_oracle.h"

namespace sagitta {

// Scores of one example, laid out for inference.
template <class Real>
struct ChainOracle<Real>::Scores {
  AlignedBuffer<Real> node;          // [T][stride]
  AlignedBuffer<Real> transition;    // [K][K]
  AlignedBuffer<Real> edge;          // [attributed edges][K][K], transitions included
  std::vector<const Real*> edge_at;  // [T], null: plain transition

  void Reserve(std::size_t length, std::size_t stride, std::size_t pairs, std::size_t edges) {
    node = AlignedBuffer<Real>(length * stride);
    transition = AlignedBuffer<Real>(pairs);
    edge = AlignedBuffer<Real>(edges * pairs);
    if (edges > 0) edge_at.resize(length);
  }
};

// What products with the Hessian need besides.
template <class Real>
struct ChainOracle<Real>::Tangents {
  AlignedBuffer<Real> nodes;   // marginals [T][K]
  AlignedBuffer<Real> edges;   // [T - 1][K][K]
  std::vector<Real*> edge_at;  // [T]
  AlignedBuffer<Real> table;   // the second table
  MarginalTangents<Real> change;
};

template <class Real>
struct ChainOracle<Real>::ChainScratch final : Scratch {
  Scores at;     // at w
  Scores along;  // of the table's gradient, or of a direction
  Scores trial;  // at w - step * gradient
  AlignedBuffer<Real> table;
  std::vector<Real*> edge_tables;  // [T]
  AlignedBuffer<Real> sums;        // of a table in the shape kMarginals: [K][K]
  AlignedBuffer<Real> own;         // a table's attributed edges: [attributed edges][K][K]
  ForwardBackward<Real> inference;
  double magnitude = 0;                // root of the squares of what the last loss was summed from
  Scores given;                        // of InferGiven, with room when first needed
  AlignedBuffer<Real> pair_marginals;  // of edges without attributes: [T][K][K]
  std::unique_ptr<PlainWeights<Real>> rows;  // for examples without a Gram matrix
  std::unique_ptr<Tangents> tangents;        // made when first needed
};

}  // namespace sagitta
