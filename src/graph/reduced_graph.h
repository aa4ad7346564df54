// ReducedGraph: what inference has to do with a graph once the nodes with a single possible label
// are fixed.
//
//   nodes with several labels           "free" nodes, numbered from 0 in the same order
//   edges between two of them           links: all edges between the same two are one link
//   edges between one of them and a     "half" edges: a row or column of their scores is added to
//   fixed node                          the scores of the free node
//   edges between fixed nodes           a constant
//
// Depends on the graph alone. Immutable; shared by threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/graph_shape.h"

namespace sagitta {

class ReducedGraph {
 public:
  /// Joins two free nodes, a < b.
  struct Link {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
  };
  /// An edge of a link; reversed: it leads from b to a.
  struct LinkEdge {
    std::uint32_t edge = 0;
    bool reversed = false;
  };
  struct HalfEdge {
    std::uint32_t edge = 0;
    std::uint32_t node = 0;   // the free one
    LabelId label = 0;        // of the fixed one
    bool from_fixed = false;  // the edge leads from the fixed node
  };
  struct FixedNode {
    std::uint32_t node = 0;  // of the graph
    LabelId label = 0;
  };
  struct FixedEdge {
    std::uint32_t edge = 0;
    std::uint32_t pair = 0;  // label of from * K + label of to
  };

  explicit ReducedGraph(const GraphShape& shape);

  std::size_t nodes() const { return node_.size(); }
  std::size_t labels() const { return labels_; }
  /// The graph's number of a free node.
  std::uint32_t NodeAt(std::uint32_t f) const { return node_[f]; }
  /// How many labels a free node may have, and which; an empty list: all.
  std::size_t LabelCount(std::uint32_t f) const { return shape_.LabelCount(node_[f]); }
  std::span<const LabelId> LabelSet(std::uint32_t f) const { return shape_.LabelSet(node_[f]); }
  LabelId LabelAt(std::uint32_t f, std::size_t k) const {
    return shape_.HasLabelSets() ? shape_.LabelSet(node_[f])[k] : static_cast<LabelId>(k);
  }

  const std::vector<Link>& links() const { return links_; }
  std::span<const LinkEdge> EdgesOf(std::size_t link) const {
    return {link_edges_.data() + link_begin_[link], link_begin_[link + 1] - link_begin_[link]};
  }
  const std::vector<HalfEdge>& half_edges() const { return half_edges_; }
  const std::vector<FixedNode>& fixed_nodes() const { return fixed_nodes_; }
  const std::vector<FixedEdge>& fixed_edges() const { return fixed_edges_; }
  /// Whether every node is free and may have every label: scores are then used as they are.
  bool is_whole() const { return !shape_.HasLabelSets(); }

  std::size_t memory() const;

 private:
  struct Numbered;
  void FixNodes(std::vector<std::uint32_t>& free_number);
  void JoinLinks(std::vector<Numbered>& found);

  GraphShape shape_;
  std::size_t labels_ = 0;
  std::vector<std::uint32_t> node_;  // [free nodes]
  std::vector<Link> links_;
  std::vector<std::uint32_t> link_begin_{0};
  std::vector<LinkEdge> link_edges_;
  std::vector<HalfEdge> half_edges_;
  std::vector<FixedNode> fixed_nodes_;
  std::vector<FixedEdge> fixed_edges_;
};

}  // namespace sagitta
