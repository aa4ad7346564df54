// Looking up many items at once, which hides most of the cost of memory.
#pragma once

#include <cstdint>
#include <span>

#include "dict/dictionary.h"
#include "sagitta/sequence.h"

namespace sagitta {

/// ids[k] = names.Find(items[k].name), kNoId included, for all k. A single Find waits for main
/// memory up to three times in a row (slot, offset, string); here the waits of neighbouring items
/// overlap. REQUIRES: room for items.size() ids. Thread safe.
void FindItems(const DictionaryView& names, std::span<const Item> items, std::uint32_t* ids);

}  // namespace sagitta
