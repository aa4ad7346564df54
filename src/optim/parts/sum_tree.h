// SumTree: non-negative numbers under indices, with their sum, their maximum and sampling in O(log
// n).
//
// A complete binary tree in an array: node k has the children 2k and 2k+1, leaf i is node size + i.
// A sum is always recomputed from its two children, so nothing drifts however many updates there
// are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/state.h"

namespace sagitta {

class SumTree {
 public:
  /// n zeroes.
  explicit SumTree(std::size_t n);

  void Set(std::size_t i, double value);
  double Get(std::size_t i) const { return nodes_[leaves_ + i].sum; }
  double Sum() const { return nodes_[1].sum; }
  double Max() const { return nodes_[1].max; }

  void Transfer(State& state) {
    state.Array("nodes", nodes_, Column{"sum", &Node::sum}, Column{"max", &Node::max});
    if (state.loading()) state.Require(IsSound(), "nodes");
  }

  /// Whether every sum and maximum is that of its children, and no number is negative or infinite.
  bool IsSound() const;

  /// The index i with probability value_i / Sum() when u is uniform in [0, 1). REQUIRES: Sum() > 0.
  std::size_t Sample(double u) const;

 private:
  struct Node {
    double sum = 0;
    double max = 0;
  };
  std::size_t size_;
  std::size_t leaves_;       // a power of two >= n
  std::vector<Node> nodes_;  // [2 * leaves]; nodes_[0] is not used
};

}  // namespace sagitta
