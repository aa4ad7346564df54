// What a model file's arrays are checked for, each in one pass that the compiler makes vectors of.
//
// Loading looks at every element before anything is used, so these loops are most of what it costs.
// They have no branches, and their counters are as narrow as the elements; blocks keep the narrow
// counters from running over.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "dict/dictionary.h"

namespace sagitta::internal {

/// The sum of count(first, last) over the blocks of [begin, end).
template <class Count>
inline std::uint64_t SumOverBlocks(std::size_t begin, std::size_t end, std::size_t block,
                                   Count count) {
  std::uint64_t sum = 0;
  for (std::size_t first = begin; first < end; first += block) {
    sum += count(first, std::min(first + block, end));
  }
  return sum;
}

/// Whether no element is below the one before it, and all are below 2^63.
inline bool Ascends(std::span<const std::uint64_t> values) {
  // Below 2^63 the upper bit of a difference is its sign.
  std::uint64_t bits = values.empty() ? 0 : values.back();
  for (std::size_t k = 1; k < values.size(); ++k) {
    bits |= values[k - 1] | (values[k] - values[k - 1]);
  }
  return bits >> 63 == 0;
}

struct SlotCensus {
  std::uint64_t used = 0;
  std::uint64_t end = 0;  // 1 + the highest id, 0 when there is none
};

inline SlotCensus CountSlots(std::span<const DictionarySlot> slots) {
  std::uint32_t end = 0;
  const std::uint64_t used =
      SumOverBlocks(0, slots.size(), 1 << 16, [&](std::size_t first, std::size_t last) {
        std::uint32_t used_here = 0;
        std::uint32_t end_here = 0;
        for (std::size_t k = first; k < last; ++k) {
          const std::uint32_t next = slots[k].id + 1;  // 0 for an empty slot
          used_here += next != 0;
          end_here = std::max(end_here, next);
        }
        end = std::max(end, end_here);
        return used_here;
      });
  return {used, end};
}

/// REQUIRES: there are values.
template <class Slot>
inline Slot Highest(std::span<const Slot> values) {
  Slot highest = 0;
  for (const Slot value : values) highest = std::max(highest, value);
  return highest;
}

/// How many elements do not exceed the one before them.
template <class Slot>
inline std::uint64_t CountDescents(std::span<const Slot> slot) {
  return SumOverBlocks(1, slot.size(), 1 << 15, [&](std::size_t first, std::size_t last) {
    Slot descents = 0;
    for (std::size_t k = first; k < last; ++k) {
      descents = static_cast<Slot>(descents + (slot[k] <= slot[k - 1]));
    }
    return descents;
  });
}

/// The same among the elements at which a row begins; rows without elements do not count.
/// REQUIRES: there are elements; begin ascends from 0 to slot.size().
template <class Slot>
inline std::uint64_t CountDescentsAtBegins(std::span<const Slot> slot,
                                           std::span<const std::uint64_t> begin) {
  std::uint64_t descents = 0;
  for (std::size_t row = 0; row + 1 < begin.size(); ++row) {
    const std::uint64_t first = begin[row];
    const std::uint64_t here = std::min<std::uint64_t>(first, slot.size() - 1);
    const std::uint64_t before = here - (here != 0);
    // Not &&, so that there is no branch.
    descents += (first != 0) & (first != begin[row + 1]) & (slot[here] <= slot[before]);
  }
  return descents;
}

/// Whether no exponent has all its bits set, as those of infinities and NaNs have.
template <class Real>
inline bool AllFinite(std::span<const Real> values) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits kSign = Bits{1} << (8 * sizeof(Real) - 1);
  constexpr Bits kLowestExponentBit = sizeof(Real) == 4 ? Bits{1} << 23 : Bits{1} << 52;
  Bits carries = 0;  // adding one to a full exponent reaches the sign's bit
  for (const Real value : values) {
    carries |= (std::bit_cast<Bits>(value) & ~kSign) + kLowestExponentBit;
  }
  return (carries & kSign) == 0;
}

}  // namespace sagitta::internal
