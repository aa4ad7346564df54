// Rooting forests.
#include "graph/forest.h"

#include <algorithm>
#include <numeric>

namespace sagitta {

// Breadth first from the lowest node of every tree. Neighbours are found in lists by node.
Forest::Forest(const ReducedGraph& graph, std::span<const std::uint32_t> links)
    : parent(graph.nodes(), kernels::kNoParent), link(graph.nodes()) {
  const std::size_t nodes = graph.nodes();
  std::vector<std::uint32_t> begin(nodes + 1), near(2 * links.size());
  for (const std::uint32_t l : links) {
    ++begin[graph.links()[l].a + 1];
    ++begin[graph.links()[l].b + 1];
  }
  for (std::size_t v = 0; v < nodes; ++v) {
    most_neighbors = std::max<std::size_t>(most_neighbors, begin[v + 1]);
    begin[v + 1] += begin[v];
  }
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (const std::uint32_t l : links) {
    near[next[graph.links()[l].a]++] = l;
    near[next[graph.links()[l].b]++] = l;
  }
  std::vector<bool> seen(nodes);
  order.reserve(nodes);
  for (std::uint32_t root = 0; root < nodes; ++root) {
    if (seen[root]) continue;
    seen[root] = true;
    order.push_back(root);
    for (std::size_t at = order.size() - 1; at < order.size(); ++at) {
      const std::uint32_t v = order[at];
      for (std::uint32_t k = begin[v]; k < begin[v + 1]; ++k) {
        const auto [a, b] = graph.links()[near[k]];
        const std::uint32_t other = a == v ? b : a;
        if (seen[other]) continue;
        seen[other] = true;
        parent[other] = v;
        link[other] = near[k];
        order.push_back(other);
      }
    }
  }
}

NodeSets::NodeSets(std::size_t nodes) : above_(nodes) {
  std::iota(above_.begin(), above_.end(), 0u);
}

std::uint32_t NodeSets::Find(std::uint32_t v) {
  while (above_[v] != v) v = above_[v] = above_[above_[v]];
  return v;
}

bool NodeSets::Join(std::uint32_t a, std::uint32_t b) {
  a = Find(a), b = Find(b);
  if (a == b) return false;
  above_[std::max(a, b)] = std::min(a, b);
  return true;
}

bool IsForest(const ReducedGraph& graph) {
  if (!graph.links().empty() && graph.links().size() >= graph.nodes()) return false;
  NodeSets sets(graph.nodes());
  for (const auto& [a, b] : graph.links()) {
    if (!sets.Join(a, b)) return false;
  }
  return true;
}

}  // namespace sagitta
