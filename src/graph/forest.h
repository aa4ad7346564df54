// Forest: some links of a reduced graph that form no cycle, rooted, in the order of inference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/reduced_graph.h"
#include "kernels/tree.h"

namespace sagitta {

/// Immutable once built.
struct Forest {
  std::vector<std::uint32_t> order;   // [nodes]: parents before their children
  std::vector<std::uint32_t> parent;  // [nodes] or kernels::kNoParent
  std::vector<std::uint32_t> link;    // [nodes]: to the parent
  std::size_t most_neighbors = 0;     // of a node

  /// Every tree is rooted at its lowest node. REQUIRES: the links form no cycle.
  Forest(const ReducedGraph& graph, std::span<const std::uint32_t> links);

  std::size_t nodes() const { return order.size(); }
  bool IsRoot(std::uint32_t v) const { return parent[v] == kernels::kNoParent; }
  /// Whether the rows of a table of v's link, which are labels of a or, if reversed, of b, are
  /// labels of v.
  bool RowsAreOwn(std::uint32_t v, bool reversed) const { return (parent[v] < v) == reversed; }
  std::size_t memory() const {
    return (order.capacity() + parent.capacity() + link.capacity()) * sizeof(std::uint32_t);
  }
};

/// Whether all links of the graph form a forest.
bool IsForest(const ReducedGraph& graph);

/// Disjoint sets of nodes (union-find).
class NodeSets {
 public:
  explicit NodeSets(std::size_t nodes);
  /// Joins the sets of two nodes; false if they are the same already.
  bool Join(std::uint32_t a, std::uint32_t b);

 private:
  std::uint32_t Find(std::uint32_t v);
  std::vector<std::uint32_t> above_;
};

}  // namespace sagitta
