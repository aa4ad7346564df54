// Orders of elimination.
#include "graph/elimination_plan.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace sagitta {

// The graph as it is while nodes are eliminated.
class EliminationPlan::Order {
 public:
  explicit Order(const ReducedGraph& graph)
      : graph_(graph), near_(graph.nodes()), key_(graph.nodes()) {
    for (const auto& [a, b] : graph.links()) {
      near_[a].push_back(b);
      near_[b].push_back(a);
    }
    for (auto& near : near_) std::sort(near.begin(), near.end());
    for (std::uint32_t v = 0; v < graph.nodes(); ++v) Insert(v);
  }

  /// The next node, which is eliminated, and the neighbours that it had, ascending.
  std::pair<std::uint32_t, std::vector<std::uint32_t>> Next() {
    const std::uint32_t v = std::get<2>(*left_.begin());
    left_.erase(left_.begin());
    std::vector<std::uint32_t> rest = std::move(near_[v]);
    Join(v, rest);
    return {v, std::move(rest)};
  }

 private:
  // Pairs of neighbours to be joined, states, node.
  using Key = std::tuple<std::size_t, double, std::uint32_t>;

  double States(std::uint32_t v) const {
    double states = static_cast<double>(graph_.LabelCount(v));
    for (const std::uint32_t u : near_[v]) states *= static_cast<double>(graph_.LabelCount(u));
    return states;
  }
  void Insert(std::uint32_t v) {
    key_[v] = {CountFill(v), States(v), v};
    left_.insert(key_[v]);
  }
  bool AreNear(std::uint32_t a, std::uint32_t b) const {
    return std::binary_search(near_[a].begin(), near_[a].end(), b);
  }

  // Pairs of neighbours that are not joined; of a node with many neighbours, all pairs.
  std::size_t CountFill(std::uint32_t v) const {
    constexpr std::size_t kMany = 64;
    if (near_[v].size() > kMany) return near_[v].size() * (near_[v].size() - 1) / 2;
    std::size_t count = 0;
    for (auto a = near_[v].begin(); a != near_[v].end(); ++a) {
      for (auto b = a + 1; b != near_[v].end(); ++b) count += !AreNear(*a, *b);
    }
    return count;
  }

  // What eliminating v changes: its neighbours are joined with each other, which changes the fill
  // of these and of the nodes near two of them.
  void Join(std::uint32_t v, const std::vector<std::uint32_t>& rest) {
    const bool was_clique = std::get<0>(key_[v]) == 0;
    std::vector<std::uint32_t> changed = rest;
    for (const std::uint32_t u : rest) {
      std::vector<std::uint32_t> joined;
      std::set_union(near_[u].begin(), near_[u].end(), rest.begin(), rest.end(),
                     std::back_inserter(joined));
      std::erase_if(joined, [u, v](std::uint32_t x) { return x == u || x == v; });
      near_[u] = std::move(joined);
      if (!was_clique) changed.insert(changed.end(), near_[u].begin(), near_[u].end());
    }
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    for (const std::uint32_t u : changed) {
      left_.erase(key_[u]);
      Insert(u);
    }
  }

  const ReducedGraph& graph_;
  std::vector<std::vector<std::uint32_t>> near_;
  std::vector<Key> key_;  // [nodes]
  std::set<Key> left_;
};

EliminationPlan::EliminationPlan(const ReducedGraph& graph, double limit) {
  constexpr double kTables = 64;  // of the largest size together
  Order order(graph);
  std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> found;
  std::vector<std::uint32_t> position(graph.nodes());
  double all = 0;
  for (std::uint32_t at = 0; at < graph.nodes(); ++at) {
    found.push_back(order.Next());
    const auto& [v, rest] = found.back();
    position[v] = at;
    double states = static_cast<double>(graph.LabelCount(v));
    for (const std::uint32_t u : rest) states *= static_cast<double>(graph.LabelCount(u));
    all += states;
    largest_nodes_ = states > largest_ ? rest.size() + 1 : largest_nodes_;
    largest_ = std::max(largest_, states);
    complete_ = largest_ <= limit && all <= kTables * limit;
    if (!complete_) return;
  }
  for (auto& [v, rest] : found) AddClique(graph, v, std::move(rest), position);
  FindParents(position);
  AddLinks(graph);
}

void EliminationPlan::AddClique(const ReducedGraph& graph, std::uint32_t v,
                                std::vector<std::uint32_t> rest,
                                const std::vector<std::uint32_t>& position) {
  std::sort(rest.begin(), rest.end(),
            [&position](auto x, auto y) { return position[x] < position[y]; });
  Clique clique;
  clique.node = v;
  clique.rows = graph.LabelCount(v);
  clique.dims = static_cast<std::uint32_t>(nodes_.size());
  clique.rank = static_cast<std::uint32_t>(rest.size());
  nodes_.insert(nodes_.end(), rest.begin(), rest.end());
  strides_.resize(nodes_.size());
  for (const std::uint32_t u : rest) {
    sizes_.push_back(static_cast<std::uint32_t>(graph.LabelCount(u)));
  }
  for (std::size_t d = rest.size(); d-- > 0;) {
    strides_[clique.dims + d] = static_cast<std::uint32_t>(clique.columns);
    clique.columns *= sizes_[clique.dims + d];
  }
  clique.table = states_;
  clique.message = messages_;
  states_ += clique.rows * clique.columns;
  messages_ += clique.columns;
  cliques_.push_back(clique);
}

void EliminationPlan::FindParents(const std::vector<std::uint32_t>& position) {
  for (Clique& clique : cliques_) {
    if (clique.rank == 0) continue;
    const auto nodes = Nodes(clique);
    const auto strides = Strides(clique);
    clique.parent = position[nodes[0]];
    clique.in_parent = static_cast<std::uint32_t>(in_parent_.size());
    in_parent_.push_back(strides[0]);
    // Both lists are in order of elimination.
    std::size_t d = 1;
    for (const std::uint32_t u : Nodes(cliques_[clique.parent])) {
      const bool is_in = d < nodes.size() && nodes[d] == u;
      in_parent_.push_back(is_in ? strides[d++] : 0);
    }
  }
}

// A link belongs to the clique of the end that is eliminated first.
void EliminationPlan::AddLinks(const ReducedGraph& graph) {
  std::vector<std::uint32_t> begin(graph.nodes() + 1), near(2 * graph.links().size());
  for (const auto& [a, b] : graph.links()) ++begin[a + 1], ++begin[b + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (std::uint32_t l = 0; l < graph.links().size(); ++l) {
    near[next[graph.links()[l].a]++] = l;
    near[next[graph.links()[l].b]++] = l;
  }
  for (Clique& clique : cliques_) {
    clique.links = static_cast<std::uint32_t>(links_.size());
    const auto nodes = Nodes(clique);
    for (std::uint32_t k = begin[clique.node]; k < begin[clique.node + 1]; ++k) {
      const auto [a, b] = graph.links()[near[k]];
      const auto found = std::find(nodes.begin(), nodes.end(), a == clique.node ? b : a);
      if (found == nodes.end()) continue;
      links_.push_back({near[k], static_cast<std::uint32_t>(found - nodes.begin())});
      ++clique.link_count;
    }
  }
}

std::size_t EliminationPlan::memory() const {
  const std::size_t words =
      nodes_.capacity() + sizes_.capacity() + strides_.capacity() + in_parent_.capacity();
  return cliques_.capacity() * sizeof(Clique) + links_.capacity() * sizeof(CliqueLink) +
         words * sizeof(std::uint32_t);
}

}  // namespace sagitta
