// Structure: the factors of a shard's examples. Every token is a factor, and so is every edge that
// has attributes of its own. The other edges of a type share one table, the sum of theirs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/dataset.h"
#include "objective/edge_slots.h"

namespace sagitta {

/// Immutable once FactorRows has built it; shared by threads.
struct Structure {
  std::uint32_t labels = 0;
  std::uint32_t edge_types = 1;
  std::vector<std::uint64_t> token_begin;       // [examples + 1]
  std::vector<std::uint32_t> edge_count;        // [examples][edge types]
  std::vector<std::uint64_t> attributed_begin;  // [examples + 1]
  std::vector<Edge> attributed;                 // the edges that have attributes, by example
  EdgeSlots slots;                              // of these edges: where their rows have weights
  std::size_t longest = 0;                      // tokens of an example
  std::size_t most_attributed = 0;              // such edges of an example

  std::size_t examples() const { return token_begin.size() - 1; }
  std::size_t length(ExampleId i) const { return token_begin[i + 1] - token_begin[i]; }
  std::size_t pairs() const { return std::size_t{labels} * labels; }
  std::uint32_t EdgeCount(ExampleId i, std::uint32_t type) const {
    return edge_count[std::size_t{i} * edge_types + type];
  }
  std::size_t Attributed(ExampleId i) const {
    return attributed_begin[i + 1] - attributed_begin[i];
  }
  std::span<const Edge> AttributedEdges(ExampleId i) const {
    return {attributed.data() + attributed_begin[i], Attributed(i)};
  }
};

}  // namespace sagitta
