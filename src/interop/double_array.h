// DoubleArray: the trie in which CRF++'s binary model keeps the names of its features.
//
// Units of base (i32) and check (u32). The children of a node whose base is b are the units
// b + 1 + byte whose check is b. A unit at b itself with check b and a negative base ends a name:
// its value is -base - 1. The root is unit 0.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "interop/bytes.h"

namespace sagitta::internal {

/// Visits all names of the array with their values, in order. `most` is the largest allowed
/// number of bytes of all names together. Time and memory are linear in the array and the names,
/// whatever the units hold. Throws Error(kData) at the file of `array` when it is not a trie.
void ForEachName(const ByteView& array, std::uint64_t most,
                 const std::function<void(std::string_view name, std::uint32_t value)>& visit);

}  // namespace sagitta::internal
