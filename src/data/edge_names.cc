// EdgeNames: joins types and names, and finds mistakes in graphs.
#include "data/edge_names.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "data/sequence_access.h"
#include "sagitta/error.h"

namespace sagitta::internal {

std::span<const Item> EdgeNames::Of(const Sequence& graph) {
  const std::span<const Item> items = graph.edge_items();
  const std::span<const GraphEdge> edges = graph.edges();
  if (items.empty()) return {};
  const std::span<const std::uint32_t> begin = graph.edge_begin();
  items_.assign(items.begin(), items.end());
  std::size_t bytes = 0;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    for (std::size_t k = begin[e]; k < begin[e + 1]; ++k) {
      bytes += edges[e].type.size() + 1 + items[k].name.size();
    }
  }
  text_.clear();
  text_.reserve(bytes);  // so that it does not move
  for (std::size_t e = 0; e < edges.size(); ++e) {
    for (std::size_t k = begin[e]; k < begin[e + 1]; ++k) {
      const std::string_view name = items[k].name;
      if (edges[e].type.empty() && name.find('\t') == std::string_view::npos) continue;
      const std::size_t at = text_.size();
      text_.append(edges[e].type).append(1, '\t').append(name);
      items_[k].name = std::string_view(text_).substr(at);
    }
  }
  return items_;
}

std::size_t FindRepeatedEdge(std::span<const GraphEdge> edges) {
  std::vector<std::uint32_t> order(edges.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t e) {
    const auto [low, high] = std::minmax(edges[e].from, edges[e].to);
    return std::tuple(low, high, edges[e].type);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return key(a) != key(b) ? key(a) < key(b) : a < b;
  });
  std::size_t first = edges.size();
  for (std::size_t k = 1; k < order.size(); ++k) {
    if (key(order[k - 1]) == key(order[k])) first = std::min<std::size_t>(first, order[k]);
  }
  return first;
}

namespace {

[[noreturn]] void Fail(const Sequence& sequence, const std::string& file,
                       const std::string& message) {
  const std::string which =
      sequence.first_line() > 0 ? "the sequence that starts here" : "a sequence";
  throw Error(ErrorKind::kData, {file, sequence.first_line()}, which + " has " + message);
}

}  // namespace

void CheckGraph(const Sequence& sequence, const std::string& file) {
  if (SequenceAccess::Checked(sequence)) return;
  if (const std::size_t e = FindRepeatedEdge(sequence.edges()); e < sequence.edges().size()) {
    const GraphEdge& edge = sequence.edges()[e];
    Fail(sequence, file,
         "two edges of the type '" + std::string(edge.type) + "' between the nodes " +
             std::to_string(std::min(edge.from, edge.to)) + " and " +
             std::to_string(std::max(edge.from, edge.to)) + " (counted from 0), expected one");
  }
  std::vector<std::uint8_t> seen(sequence.label_sets().empty() ? 0 : sequence.size(), 0);
  for (const LabelSet& set : sequence.label_sets()) {
    const std::string node = "node " + std::to_string(set.node) + " (counted from 0)";
    if (seen[set.node]++ != 0) {
      Fail(sequence, file, "two sets of labels for " + node + ", expected one");
    }
    const auto labels = sequence.set_labels().subspan(set.first, set.last - set.first);
    const std::string_view own = sequence.labels()[set.node];
    if (!own.empty() && std::find(labels.begin(), labels.end(), own) == labels.end()) {
      Fail(sequence, file,
           "the label '" + std::string(own) + "' at " + node +
               ", expected one of the node's set of labels");
    }
  }
}

}  // namespace sagitta::internal
