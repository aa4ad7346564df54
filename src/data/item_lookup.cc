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
    names.Prefetch(hashes[k]);
  }
  const std::span<const DictionarySlot> slots = names.slots();
  for (std::size_t k = 0; k < items.size(); ++k) {
    ids[k] = slots[hashes[k] & (slots.size() - 1)].id;
    if (ids[k] != kNoId) __builtin_prefetch(names.offsets().data() + ids[k]);
  }
  // The first slot of the probe sequence is a guess; it is right for most of the known names.
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (ids[k] != kNoId) __builtin_prefetch(names.Name(ids[k]).data());
  }
  for (std::size_t k = 0; k < items.size(); ++k) ids[k] = names.Find(items[k].name, hashes[k]);
}

}  // namespace

void FindItems(const DictionaryView& names, std::span<const Item> items, std::uint32_t* ids) {
  if (names.slots().empty()) {
    std::fill_n(ids, items.size(), kNoId);
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
