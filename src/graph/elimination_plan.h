// EliminationPlan: an order in which the nodes of a reduced graph are eliminated, and the cliques
// that come about.
//
// Eliminating v joins all its remaining neighbours S_v; the clique is {v} and S_v. Its table has a
// row for each label of v and a column for each labelling of S_v. When v is summed out, a function
// of S_v is left: the message to the clique of the first node of S_v to be eliminated. The order is
// greedy: the node whose elimination joins the fewest pairs (min-fill), then the smallest table,
// then the lowest number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/reduced_graph.h"

namespace sagitta {

class EliminationPlan {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  struct Clique {
    std::uint32_t node = 0;        // v
    std::uint32_t parent = kNone;  // the clique that the message goes to
    std::size_t rows = 0;          // labels of v
    std::size_t columns = 1;       // labellings of S_v
    std::size_t table = 0;         // where its table begins
    std::size_t message = 0;       // where its message begins
    std::uint32_t dims = 0;        // where S_v begins in the lists of dimensions
    std::uint32_t rank = 0;        // |S_v|
    std::uint32_t links = 0;       // where its links begin
    std::uint32_t link_count = 0;
    std::uint32_t in_parent = 0;  // where the strides of the message in the parent begin
  };
  /// A link from v to a node of S_v.
  struct CliqueLink {
    std::uint32_t link = 0;
    std::uint32_t dim = 0;  // place in S_v
  };

  /// Stops early when a clique has more states than `limit`, or all together 64 times as many:
  /// is_complete() is then false.
  EliminationPlan(const ReducedGraph& graph, double limit);

  bool is_complete() const { return complete_; }
  /// The states and nodes of the largest clique, of those found.
  double largest() const { return largest_; }
  std::size_t largest_nodes() const { return largest_nodes_; }

  /// In order of elimination.
  const std::vector<Clique>& cliques() const { return cliques_; }
  std::size_t states() const { return states_; }      // of all tables
  std::size_t messages() const { return messages_; }  // of all messages

  /// S_v, in order of elimination: the first is the slowest dimension of a table's columns. Nodes,
  /// numbers of labels and strides.
  std::span<const std::uint32_t> Nodes(const Clique& c) const { return List(nodes_, c); }
  std::span<const std::uint32_t> Sizes(const Clique& c) const { return List(sizes_, c); }
  std::span<const std::uint32_t> Strides(const Clique& c) const { return List(strides_, c); }
  std::span<const CliqueLink> Links(const Clique& c) const {
    return {links_.data() + c.links, c.link_count};
  }
  /// How far the message of c moves for one step of each dimension of its parent's columns, and (in
  /// the first element) of its rows.
  std::span<const std::uint32_t> StridesInParent(const Clique& c) const {
    return {in_parent_.data() + c.in_parent, cliques_[c.parent].rank + 1};
  }
  std::size_t memory() const;

 private:
  class Order;
  std::span<const std::uint32_t> List(const std::vector<std::uint32_t>& list,
                                      const Clique& c) const {
    return {list.data() + c.dims, c.rank};
  }
  void AddClique(const ReducedGraph& graph, std::uint32_t v, std::vector<std::uint32_t> rest,
                 const std::vector<std::uint32_t>& position);
  void AddLinks(const ReducedGraph& graph);
  void FindParents(const std::vector<std::uint32_t>& position);

  bool complete_ = true;
  double largest_ = 1;
  std::size_t largest_nodes_ = 0;
  std::size_t states_ = 0;
  std::size_t messages_ = 0;
  std::vector<Clique> cliques_;
  std::vector<std::uint32_t> nodes_, sizes_, strides_, in_parent_;
  std::vector<CliqueLink> links_;
};

}  // namespace sagitta
