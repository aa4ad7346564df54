// Sequence: an example as strings.
#include "sagitta/sequence.h"

#include <utility>

namespace sagitta {
namespace {

// Views of `size` bytes at `from` become views of the same bytes at `to`; other views stay.
class Rebase {
 public:
  Rebase(const char* from, const char* to, std::size_t size) : from_(from), to_(to), size_(size) {}

  void operator()(Sequence& sequence) const {
    if (from_ == to_) return;
    for (std::string_view& label : sequence.labels) Apply(label);
    for (std::string_view& line : sequence.lines) Apply(line);
    for (Item& item : sequence.node_items) Apply(item.name);
    for (Item& item : sequence.edge_items) Apply(item.name);
  }

 private:
  void Apply(std::string_view& view) const {
    // As integers, because pointers into different objects must not be compared.
    const auto distance =
        reinterpret_cast<std::uintptr_t>(view.data()) - reinterpret_cast<std::uintptr_t>(from_);
    if (distance <= size_) view = {to_ + distance, view.size()};
  }

  const char* from_;
  const char* to_;
  std::size_t size_;
};

}  // namespace

Sequence::Sequence(const Sequence& other) { *this = other; }

Sequence& Sequence::operator=(const Sequence& other) {
  if (this == &other) return *this;
  labels = other.labels;
  node_items = other.node_items;
  node_begin = other.node_begin;
  edge_items = other.edge_items;
  edge_begin = other.edge_begin;
  lines = other.lines;
  weight = other.weight;
  first_line = other.first_line;
  text = other.text;
  Rebase(other.text.data(), text.data(), text.size())(*this);
  return *this;
}

Sequence::Sequence(Sequence&& other) noexcept { *this = std::move(other); }

Sequence& Sequence::operator=(Sequence&& other) noexcept {
  if (this == &other) return *this;
  Clear();
  labels.swap(other.labels);
  node_items.swap(other.node_items);
  node_begin.swap(other.node_begin);
  edge_items.swap(other.edge_items);
  edge_begin.swap(other.edge_begin);
  lines.swap(other.lines);
  std::swap(weight, other.weight);
  std::swap(first_line, other.first_line);
  // A short string moves by copying its bytes.
  const char* const from = other.text.data();
  text.swap(other.text);
  Rebase(from, text.data(), text.size())(*this);
  return *this;
}

void Sequence::Clear() {
  labels.clear();
  node_items.clear();
  node_begin.assign(1, 0);
  edge_items.clear();
  edge_begin.clear();
  lines.clear();
  weight = 1.0;
  first_line = 0;
  text.clear();
}

void Sequence::Add(std::string_view label, const std::vector<Item>& items) {
  labels.push_back(label);
  node_items.insert(node_items.end(), items.begin(), items.end());
  node_begin.push_back(static_cast<std::uint32_t>(node_items.size()));
  if (!edge_begin.empty()) edge_begin.push_back(static_cast<std::uint32_t>(edge_items.size()));
}

}  // namespace sagitta
