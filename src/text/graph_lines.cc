// GraphLines: numbers of nodes are stored as they come and checked at the end of the sequence.
#include "text/graph_lines.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>

#include "data/edge_names.h"

namespace sagitta::internal {
namespace {

std::string Quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

bool GraphLines::Begin(std::string_view name, std::string_view type, const Location& at,
                       SequenceParts& sequence) {
  if (name == "@edge") {
    next_ = Next::kFrom;
    sequence.graph = true;
    sequence.edges.push_back({0, 0, type});
  } else if (name == "@labels") {
    next_ = Next::kSetNode;
    const auto first = static_cast<std::uint32_t>(sequence.set_labels.size());
    sequence.label_sets.push_back({0, first, first});
  } else if (name == "@given") {
    next_ = Next::kGivenNode;
  } else if (name == "@graph") {
    next_ = Next::kNothing;
    sequence.graph = true;
  } else {
    return false;
  }
  if (!used_) file_ = at.file;
  used_ = true;
  return true;
}

std::uint32_t GraphLines::Node(std::string_view text, const Location& at) {
  std::uint32_t node = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), node);
  if (error == std::errc() && end == text.data() + text.size() && node > 0) return node - 1;
  throw Error(ErrorKind::kData, at,
              "found " + Quoted(text) + ", expected the number of a node, counted from 1");
}

bool GraphLines::Take(std::string_view text, const Location& at, SequenceParts& sequence) {
  if (next_ == Next::kItem) return false;
  if (text.empty()) return true;  // several TABs in a row
  const SourcePlace place{at.line, at.column};
  switch (next_) {
    case Next::kFrom:
      sequence.edges.back().from = Node(text, at);
      from_.push_back(place);
      next_ = Next::kTo;
      break;
    case Next::kTo:
      sequence.edges.back().to = Node(text, at);
      to_.push_back(place);
      next_ = Next::kItem;
      break;
    case Next::kSetNode:
      sequence.label_sets.back().node = Node(text, at);
      set_nodes_.push_back(place);
      next_ = Next::kSetLabel;
      break;
    case Next::kSetLabel:
      sequence.set_labels.push_back(text);
      sequence.set_places.push_back(place);
      ++sequence.label_sets.back().last;
      break;
    case Next::kGivenNode:
      sequence.given.push_back(Node(text, at));
      given_.push_back(place);
      next_ = Next::kNothing;
      break;
    default:
      throw Error(ErrorKind::kData, at,
                  "found a field after a declaration, expected the declaration alone on its line");
  }
  return true;
}

void GraphLines::EndLine(const Location& at, SequenceParts& sequence) {
  const auto fail = [&at](const char* message) { throw Error(ErrorKind::kData, at, message); };
  if (next_ == Next::kFrom || next_ == Next::kTo) {
    fail("found the end of the line, expected the numbers of two nodes: @edge U V");
  }
  if (next_ == Next::kSetNode) {
    fail("found the end of the line, expected a node and its labels: @labels NODE LABEL...");
  }
  if (next_ == Next::kSetLabel && sequence.label_sets.back().first == sequence.set_labels.size()) {
    fail("found the end of the line, expected at least one label that the node may have");
  }
  if (next_ == Next::kGivenNode) {
    fail("found the end of the line, expected the number of a node: @given NODE");
  }
  if (next_ == Next::kItem) {
    if (sequence.edge_begin.empty()) sequence.edge_begin.push_back(0);
    if (sequence.edge_items.size() > std::numeric_limits<std::uint32_t>::max()) {
      fail("found more than 2^32 - 1 attributes on the edges of one sequence");
    }
    sequence.edge_begin.push_back(static_cast<std::uint32_t>(sequence.edge_items.size()));
  }
  next_ = Next::kNothing;
}

void GraphLines::EndSequence(SequenceParts& sequence) {
  if (!used_) return;
  CheckNodes(sequence);
  CheckSets(sequence);
  if (const std::size_t e = FindRepeatedEdge(sequence.edges); e < sequence.edges.size()) {
    Fail(from_[e],
         "found a second edge" +
             (sequence.edges[e].type.empty() ? std::string()
                                             : " of the type " + Quoted(sequence.edges[e].type)) +
             " between nodes " + std::to_string(sequence.edges[e].from + 1) + " and " +
             std::to_string(sequence.edges[e].to + 1) + ", expected one");
  }
  if (sequence.edge_items.empty()) sequence.edge_begin.clear();
  sequence.checked = true;
  Clear();
}

void GraphLines::Clear() {
  used_ = false;
  next_ = Next::kNothing;
  from_.clear();
  to_.clear();
  set_nodes_.clear();
  given_.clear();
}

void GraphLines::CheckNodes(const SequenceParts& sequence) const {
  const std::size_t nodes = sequence.labels.size();
  const auto check = [&](std::uint32_t node, const SourcePlace& at) {
    if (node < nodes) return;
    Fail(at, "found node " + std::to_string(node + std::uint64_t{1}) + ", expected one of the " +
                 std::to_string(nodes) + " nodes of the sequence");
  };
  for (std::size_t e = 0; e < sequence.edges.size(); ++e) {
    check(sequence.edges[e].from, from_[e]);
    check(sequence.edges[e].to, to_[e]);
    if (sequence.edges[e].from != sequence.edges[e].to) continue;
    Fail(to_[e], "found an edge from node " + std::to_string(sequence.edges[e].to + 1) +
                     " to itself, expected another node");
  }
  for (std::size_t k = 0; k < set_nodes_.size(); ++k) {
    check(sequence.label_sets[k].node, set_nodes_[k]);
  }
  for (std::size_t k = 0; k < given_.size(); ++k) {
    check(sequence.given[k], given_[k]);
    if (!sequence.labels[sequence.given[k]].empty()) continue;
    Fail(given_[k], "found node " + std::to_string(sequence.given[k] + 1) +
                        ", which has no label, expected one whose label is known");
  }
}

void GraphLines::CheckSets(const SequenceParts& sequence) const {
  if (set_nodes_.empty()) return;
  std::vector<std::uint8_t> seen(sequence.labels.size(), 0);
  for (std::size_t k = 0; k < set_nodes_.size(); ++k) {
    const LabelSet& set = sequence.label_sets[k];
    const std::string node = "node " + std::to_string(set.node + 1);
    if (seen[set.node]++ != 0) {
      Fail(set_nodes_[k], "found a second set of labels for " + node + ", expected one");
    }
    const auto labels = std::span(sequence.set_labels).subspan(set.first, set.last - set.first);
    const std::string_view own = sequence.labels[set.node];
    if (!labelled_ || std::find(labels.begin(), labels.end(), own) != labels.end()) continue;
    Fail(set_nodes_[k], "found a set of labels without the label " + Quoted(own) + " of " + node +
                            ", expected it to be one of them");
  }
}

void GraphLines::Fail(const SourcePlace& at, const std::string& message) const {
  throw Error(ErrorKind::kData, {file_, at.line, at.column}, message);
}

}  // namespace sagitta::internal
