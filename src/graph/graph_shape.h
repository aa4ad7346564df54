// The shape of one graph: nodes, edges and the labels that each node may have. No scores, no
// attributes, no strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "data/dataset.h"

namespace sagitta {

/// A view; the arrays belong to the caller.
///
/// Edges join two different nodes. More than one may join the same two, of any type. A node whose
/// label is known has a set of one label; it takes no part in inference but moves its neighbours.
struct GraphShape {
  std::uint32_t nodes = 0;   // V >= 1
  std::uint32_t labels = 0;  // K >= 1
  std::uint32_t edge_types = 0;
  std::span<const Edge> edges;
  // Node v may have the labels label[label_begin[v] .. label_begin[v + 1]), ascending, at least
  // one. No label_begin at all: every node may have every label.
  std::span<const std::uint32_t> label_begin;
  std::span<const LabelId> label;

  bool HasLabelSets() const { return !label_begin.empty(); }
  std::size_t LabelCount(std::uint32_t v) const {
    return HasLabelSets() ? label_begin[v + 1] - label_begin[v] : labels;
  }
  std::span<const LabelId> LabelSet(std::uint32_t v) const {
    return HasLabelSets() ? label.subspan(label_begin[v], LabelCount(v))
                          : std::span<const LabelId>();
  }
  std::size_t pairs() const { return std::size_t{labels} * labels; }
};

}  // namespace sagitta
