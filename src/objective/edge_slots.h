// EdgeSlots: the pairs of labels on which the attributes of an edge have weights.
//
// Of an edge's own [K][K] numbers only these matter, so only these are kept: a list of numbers in
// the order of the slots. With observed features they are few; with all of them the list is the
// table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "objective/weight_space.h"

namespace sagitta {

/// Edges are numbered through all examples. Immutable; shared by threads.
class EdgeSlots {
 public:
  EdgeSlots() = default;
  /// Edge e has the rows row[items[e] .. items[e+1]).
  EdgeSlots(const RowBlock& space, std::span<const std::uint64_t> items,
            std::span<const std::uint32_t> row);

  /// Numbers in the lists of the edges from first to end - 1.
  std::size_t Count(std::uint64_t first, std::uint64_t end) const {
    return begin_[end] - begin_[first];
  }

  /// Calls visit(slot, number of the slot in the lists from first on) for each slot of edge e.
  template <typename Visit>
  void ForEach(std::uint64_t first, std::uint64_t e, Visit&& visit) const {
    const std::size_t place = begin_[e] - begin_[first];
    const std::size_t count = begin_[e + 1] - begin_[e];
    if (count == width_) {
      for (std::size_t k = 0; k < count; ++k) visit(k, place + k);
    } else {
      const std::uint32_t* const slot = slots_.data() + list_[e];
      for (std::size_t k = 0; k < count; ++k) visit(std::size_t{slot[k]}, place + k);
    }
  }

  /// From tables to lists and back, for the edges from first to end - 1. Back, only the slots in
  /// the lists are written.
  template <class Real>
  void Pack(std::uint64_t first, std::uint64_t end, const Real* tables, Real* lists) const {
    for (std::uint64_t e = first; e < end; ++e, tables += width_) {
      ForEach(first, e, [&](std::size_t slot, std::size_t place) { lists[place] = tables[slot]; });
    }
  }
  template <class Real>
  void Unpack(std::uint64_t first, std::uint64_t end, const Real* lists, Real* tables) const {
    for (std::uint64_t e = first; e < end; ++e, tables += width_) {
      ForEach(first, e, [&](std::size_t slot, std::size_t place) { tables[slot] = lists[place]; });
    }
  }

 private:
  std::size_t width_ = 0;                // [K][K]
  std::vector<std::uint64_t> begin_{0};  // [edges + 1]: numbers in the lists before
  std::vector<std::uint64_t> list_;      // [edges]: where its slots stand, unless it has all
  std::vector<std::uint32_t> slots_;
};

}  // namespace sagitta
