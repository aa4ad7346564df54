// Sequence: an example as strings, all of them in one text.
#include "sagitta/sequence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/sequence_access.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

using internal::SequenceParts;

// Views of the text at `from` become views of the same bytes of parts.text.
void Rebase(const char* from, SequenceParts& parts) {
  const char* const to = parts.text.data();
  if (from == to) return;
  const auto apply = [&](std::string_view& view) {
    // An empty view may point anywhere.
    view = view.empty() ? std::string_view()
                        : std::string_view(to + (view.data() - from), view.size());
  };
  for (std::string_view& label : parts.labels) apply(label);
  for (std::string_view& line : parts.lines) apply(line);
  for (OtherLine& other : parts.other_lines) apply(other.line);
  for (Item& item : parts.node_items) apply(item.name);
  for (Item& item : parts.edge_items) apply(item.name);
  for (GraphEdge& edge : parts.edges) apply(edge.type);
  for (std::string_view& label : parts.set_labels) apply(label);
}

// Values are stored in single precision. Written so that NaN fails, too.
void CheckValue(std::string_view name, double value) {
  if (std::abs(value) <= std::numeric_limits<float>::max()) return;
  throw Error(ErrorKind::kUsage, "the value of '" + std::string(name) +
                                     "' is not a finite number in the range of a float");
}

void CheckRoom(std::size_t items, std::size_t more) {
  if (more <= std::numeric_limits<std::uint32_t>::max() - items) return;
  throw Error(ErrorKind::kUsage, "a sequence cannot have more than 2^32 - 1 items");
}

// Makes room for one more element, so that the next push_back cannot fail.
template <class T>
void MakeRoom(std::vector<T>& values) {
  if (values.size() == values.capacity()) values.reserve(2 * values.size() + 8);
}

}  // namespace

Sequence::Sequence(const Sequence& other) : parts_(other.parts_) {
  Rebase(other.parts_.text.data(), parts_);
}

Sequence& Sequence::operator=(const Sequence& other) {
  if (this == &other) return *this;
  parts_ = other.parts_;
  Rebase(other.parts_.text.data(), parts_);
  return *this;
}

Sequence::Sequence(Sequence&& other) noexcept { Swap(other); }

Sequence& Sequence::operator=(Sequence&& other) noexcept {
  if (this == &other) return *this;
  Clear();
  Swap(other);
  return *this;
}

// REQUIRES: *this is empty.
void Sequence::Swap(Sequence& other) noexcept {
  const char* const from = other.parts_.text.data();
  std::swap(parts_, other.parts_);
  Rebase(from, parts_);  // a short string moves by copying its bytes
}

void Sequence::Parts::Clear() {
  labels.clear();
  node_items.clear();
  node_begin.assign(1, 0);
  edge_items.clear();
  edge_begin.clear();
  lines.clear();
  other_lines.clear();
  weight = 1.0;
  first_line = 0;
  text.clear();
  graph = false;
  checked = false;
  edges.clear();
  label_sets.clear();
  set_labels.clear();
  set_places.clear();
  given.clear();
}

std::string_view Sequence::line(std::size_t t) const {
  if (t < parts_.lines.size()) return parts_.lines[t];
  throw Error(ErrorKind::kUsage,
              "the sequences have no lines to be printed: a packed corpus keeps attributes only");
}

void Sequence::Clear() { parts_.Clear(); }

// A copy of `name` at the end of the text, which may have to move: then all views move with it. The
// text at least doubles, so that this costs little on average.
std::string_view Sequence::Own(std::string_view name) {
  std::string& text = parts_.text;
  const std::size_t size = text.size();
  if (text.capacity() - size >= name.size()) {
    text.append(name);
  } else {
    std::string larger;
    larger.reserve(std::max(2 * text.capacity(), size + name.size()));
    larger.append(text).append(name);  // `name` may be a part of `text`
    const char* const from = text.data();
    text.swap(larger);
    Rebase(from, parts_);
  }
  return std::string_view(text).substr(size);
}

void Sequence::AddToken(std::string_view label) {
  MakeRoom(parts_.labels);
  MakeRoom(parts_.node_begin);
  const bool chain_edges = !parts_.graph && !parts_.edge_begin.empty();
  if (chain_edges) MakeRoom(parts_.edge_begin);
  parts_.labels.push_back(Own(label));
  parts_.lines.clear();  // there is no line for this one
  parts_.other_lines.clear();
  parts_.node_begin.push_back(parts_.node_begin.back());
  if (chain_edges) parts_.edge_begin.push_back(parts_.edge_begin.back());
}

void Sequence::AddOwned(std::string_view name, double value, std::vector<Item>& items,
                        std::vector<std::uint32_t>& begin) {
  MakeRoom(items);
  items.push_back({Own(name), value});
  ++begin.back();
}

void Sequence::AddItem(std::string_view name, double value) {
  if (empty()) throw Error(ErrorKind::kUsage, "AddItem: the sequence has no token yet");
  CheckValue(name, value);
  CheckRoom(parts_.node_items.size(), 1);
  AddOwned(name, value, parts_.node_items, parts_.node_begin);
}

void Sequence::AddEdgeItem(std::string_view name, double value) {
  if (parts_.graph ? parts_.edges.empty() : size() < 2) {
    throw Error(ErrorKind::kUsage, parts_.graph
                                       ? "AddEdgeItem: the graph has no edge yet"
                                       : "AddEdgeItem: there is no edge before the second token");
  }
  CheckValue(name, value);
  CheckRoom(parts_.edge_items.size(), 1);
  if (parts_.edge_begin.empty()) {
    parts_.edge_begin.resize((parts_.graph ? parts_.edges.size() : size()) + 1, 0);
  }
  AddOwned(name, value, parts_.edge_items, parts_.edge_begin);
}

void Sequence::Add(std::string_view label, std::span<const Item> items,
                   std::span<const Item> edge_items) {
  for (const Item& item : items) CheckValue(item.name, item.value);
  for (const Item& item : edge_items) CheckValue(item.name, item.value);
  CheckRoom(parts_.node_items.size(), items.size());
  CheckRoom(parts_.edge_items.size(), edge_items.size());
  if (parts_.graph && !edge_items.empty()) {
    throw Error(ErrorKind::kUsage, "Add: the sequence is a graph, whose edges come from AddEdge");
  }
  if (empty() && !edge_items.empty()) {
    throw Error(ErrorKind::kUsage, "Add: there is no edge into the first token");
  }
  AddToken(label);
  for (const Item& item : items) AddItem(item.name, item.value);
  for (const Item& item : edge_items) AddEdgeItem(item.name, item.value);
}

void Sequence::Add(std::string_view label, std::initializer_list<Item> items,
                   std::initializer_list<Item> edge_items) {
  Add(label, std::span(items.begin(), items.size()),
      std::span(edge_items.begin(), edge_items.size()));
}

// ---- Graphs ----

void Sequence::CheckNode(const char* what, std::size_t node) const {
  if (node < size()) return;
  throw Error(ErrorKind::kUsage, std::string(what) + ": there is no node " + std::to_string(node) +
                                     ", the sequence has " + std::to_string(size()));
}

void Sequence::MakeGraph() {
  if (!parts_.graph && !parts_.edge_items.empty()) {
    throw Error(ErrorKind::kUsage,
                "a sequence with attributes on the edges of a chain cannot "
                "become a graph; add these edges with AddEdge");
  }
  if (!parts_.graph) parts_.edge_begin.clear();
  parts_.graph = true;
}

void Sequence::AddEdge(std::string_view type, std::size_t from, std::size_t to,
                       std::span<const Item> items) {
  CheckNode("AddEdge", from);
  CheckNode("AddEdge", to);
  if (from == to) throw Error(ErrorKind::kUsage, "AddEdge: an edge cannot join a node to itself");
  if (type.find('\t') != std::string_view::npos) {
    throw Error(ErrorKind::kUsage, "AddEdge: the name of a type cannot have a TAB");
  }
  for (const Item& item : items) CheckValue(item.name, item.value);
  CheckRoom(parts_.edge_items.size(), items.size());
  MakeGraph();
  MakeRoom(parts_.edges);
  if (!parts_.edge_begin.empty()) MakeRoom(parts_.edge_begin);
  parts_.edges.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), {}});
  parts_.edges.back().type = Own(type);
  parts_.checked = false;
  if (!parts_.edge_begin.empty()) parts_.edge_begin.push_back(parts_.edge_begin.back());
  for (const Item& item : items) AddEdgeItem(item.name, item.value);
}

void Sequence::AddEdge(std::string_view type, std::size_t from, std::size_t to,
                       std::initializer_list<Item> items) {
  AddEdge(type, from, to, std::span(items.begin(), items.size()));
}

void Sequence::SetLabels(std::size_t node, std::span<const std::string_view> labels) {
  CheckNode("SetLabels", node);
  if (labels.empty()) throw Error(ErrorKind::kUsage, "SetLabels: no label is left for the node");
  const auto first = static_cast<std::uint32_t>(parts_.set_labels.size());
  parts_.set_labels.reserve(first + labels.size());
  for (const std::string_view label : labels) parts_.set_labels.push_back(Own(label));
  parts_.label_sets.push_back({static_cast<std::uint32_t>(node), first,
                               static_cast<std::uint32_t>(parts_.set_labels.size())});
  parts_.checked = false;
}

void Sequence::SetLabels(std::size_t node, std::initializer_list<std::string_view> labels) {
  SetLabels(node, std::span(labels.begin(), labels.size()));
}

void Sequence::SetGiven(std::size_t node) {
  CheckNode("SetGiven", node);
  if (parts_.labels[node].empty()) {
    throw Error(ErrorKind::kUsage, "SetGiven: node " + std::to_string(node) + " has no label");
  }
  parts_.given.push_back(static_cast<std::uint32_t>(node));
}

void Sequence::set_weight(double weight) {
  if (!(weight >= 0 && weight <= kMostWeight)) {
    throw Error(ErrorKind::kUsage, "the weight of a sequence must be a number from 0 to 1e9");
  }
  parts_.weight = weight;
}

void internal::CheckLabelled(const Sequence& sequence, std::uint64_t index) {
  const std::span<const std::string_view> labels = sequence.labels();
  const auto missing = std::find(labels.begin(), labels.end(), std::string_view());
  if (missing == labels.end()) return;
  const std::string token = "token " + std::to_string(missing - labels.begin() + 1);
  if (sequence.first_line() > 0) {
    throw Error(ErrorKind::kData, {{}, sequence.first_line()},
                token + " of the sequence that starts here has no label");
  }
  throw Error(ErrorKind::kData,
              "sequence " + std::to_string(index + 1) + ": " + token + " has no label");
}

}  // namespace sagitta
