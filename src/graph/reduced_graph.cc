// Fixing the nodes with a single label, and joining parallel edges.
#include "graph/reduced_graph.h"

#include <algorithm>
#include <tuple>

namespace sagitta {
namespace {

constexpr std::uint32_t kFixed = 0xffffffff;

}  // namespace

// An edge between free nodes.
struct ReducedGraph::Numbered {
  Link link;
  LinkEdge edge;
};

ReducedGraph::ReducedGraph(const GraphShape& shape) : shape_(shape), labels_(shape.labels) {
  std::vector<std::uint32_t> free_number(shape.nodes);
  FixNodes(free_number);
  std::vector<Numbered> between;
  for (std::uint32_t e = 0; e < shape.edges.size(); ++e) {
    const Edge& edge = shape.edges[e];
    const std::uint32_t from = free_number[edge.from], to = free_number[edge.to];
    if (from != kFixed && to != kFixed) {
      between.push_back({{std::min(from, to), std::max(from, to)}, {e, from > to}});
    } else if (from != kFixed) {
      half_edges_.push_back({e, from, shape.LabelSet(edge.to)[0], false});
    } else if (to != kFixed) {
      half_edges_.push_back({e, to, shape.LabelSet(edge.from)[0], true});
    } else {
      const std::uint32_t first = shape.LabelSet(edge.from)[0];
      fixed_edges_.push_back({e, first * shape.labels + shape.LabelSet(edge.to)[0]});
    }
  }
  JoinLinks(between);
}

void ReducedGraph::FixNodes(std::vector<std::uint32_t>& free_number) {
  for (std::uint32_t v = 0; v < shape_.nodes; ++v) {
    if (shape_.HasLabelSets() && shape_.LabelCount(v) == 1) {
      free_number[v] = kFixed;
      fixed_nodes_.push_back({v, shape_.LabelSet(v)[0]});
    } else {
      free_number[v] = static_cast<std::uint32_t>(node_.size());
      node_.push_back(v);
    }
  }
}

void ReducedGraph::JoinLinks(std::vector<Numbered>& found) {
  std::sort(found.begin(), found.end(), [](const Numbered& x, const Numbered& y) {
    return std::tie(x.link.a, x.link.b, x.edge.edge) < std::tie(y.link.a, y.link.b, y.edge.edge);
  });
  for (const auto& [link, edge] : found) {
    const bool same = !links_.empty() && links_.back().a == link.a && links_.back().b == link.b;
    if (!same) {
      links_.push_back(link);
      link_begin_.push_back(link_begin_.back());
    }
    link_edges_.push_back(edge);
    ++link_begin_.back();
  }
}

std::size_t ReducedGraph::memory() const {
  return node_.capacity() * sizeof(node_[0]) + links_.capacity() * sizeof(Link) +
         link_begin_.capacity() * sizeof(link_begin_[0]) +
         link_edges_.capacity() * sizeof(LinkEdge) + half_edges_.capacity() * sizeof(HalfEdge) +
         fixed_nodes_.capacity() * sizeof(FixedNode) + fixed_edges_.capacity() * sizeof(FixedEdge);
}

}  // namespace sagitta
