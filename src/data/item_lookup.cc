// FindItems: the steps of a look-up, each done for a batch of names before the next.
#include "data/item_lookup.h"

#include <algorithm>
#include <array>

namespace sagitta {
namespace {

// Enough loads in flight to keep memory busy, few enough for the first-level cache.
constexpr std::size_t kBatch = 32;

// Each stage touches what the one before it asked for, and asks for the next.
void FindBatch(const DictionaryView& names, std::span<const Item> items, std::uint32_t* ids) {
  std::array<std::uint64_t, kBatch> hashes;
  for (std::size_t k = 0; k < items.size(); ++k) {
    hashes[k] = HashString(items[k].name);
    names.PrefetchSlot(hashes[k]);
  }
  for (std::size_t k = 0; k < items.size(); ++k) {
    ids[k] = names.Candidate(hashes[k]);
    if (ids[k] != kNoId) names.PrefetchOffset(ids[k]);
  }
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (ids[k] != kNoId) names.PrefetchName(ids[k]);
  }
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (ids[k] == kNoId || SameBytes(names.Name(ids[k]), items[k].name)) continue;
    ids[k] = names.Find(items[k].name, hashes[k]);
  }
}

}  // namespace

void FindItems(const DictionaryView& names, std::span<const Item> items, std::uint32_t* ids) {
  if (names.slots().empty()) {
    std::fill_n(ids, items.size(), kNoId);
    return;
  }
  if (names.flooded()) {
    for (const Item& item : items) *ids++ = names.Find(item.name);
    return;
  }
  while (!items.empty()) {
    const std::size_t count = std::min(items.size(), kBatch);
    FindBatch(names, items.first(count), ids);
    items = items.subspan(count);
    ids += count;
  }
}

}  // namespace sagitta
