// EdgeNames: the names of edge attributes in a dictionary. Every type has attributes of its own, so
// the name of an attribute on an edge of a type is
//
//   type TAB name
//
// and the name itself for the empty type, that of a chain's edges, unless it has a TAB. Types have
// none, so type and name can be told apart again.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sagitta/sequence.h"

namespace sagitta::internal {

/// The type and the name that a dictionary's name is made of.
inline std::pair<std::string_view, std::string_view> SplitEdgeName(std::string_view name) {
  const std::size_t tab = name.find('\t');
  if (tab == std::string_view::npos) return {{}, name};
  return {name.substr(0, tab), name.substr(tab + 1)};
}

/// Owns scratch that only grows.
class EdgeNames {
 public:
  /// The edge items of a graph with the names that they have in dictionaries. Valid until the next
  /// call.
  std::span<const Item> Of(const Sequence& graph);

 private:
  std::string text_;
  std::vector<Item> items_;
};

/// Throws Error(kData) when an edge of the sequence is there twice, when a node has two sets of
/// labels, or has a label that is not in its set.
/// Costs nothing if a reader has checked this already.
void CheckGraph(const Sequence& sequence, const std::string& file);

/// An edge that is there twice: the place of the second one in `edges`, or their number if there is
/// none.
std::size_t FindRepeatedEdge(std::span<const GraphEdge> edges);

}  // namespace sagitta::internal
