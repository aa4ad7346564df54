// RowFinder: what the memory knows first, then the rest together.
#include "api/row_finder.h"

#include <cstring>

#include "data/item_lookup.h"

namespace sagitta::internal {
namespace {

// 512 KiB of entries: half of a common second-level cache.
constexpr unsigned kLogEntries = 14;
constexpr std::size_t kEntries = std::size_t{1} << kLogEntries;

template <class Word>
Word WordAt(const char* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

}  // namespace

RowFinder::RowFinder(const ModelData& model) : model_(model), memory_(kEntries) {
  for (Entry& entry : memory_.span()) entry.size = kEmptySize;
}

// Reads no byte outside the name, so that names may lie anywhere.
inline RowFinder::Key RowFinder::KeyOf(std::string_view name) {
  const char* begin = name.data();
  const char* end = begin + name.size();
  const auto size = static_cast<std::uint32_t>(name.size());
  if (size >= 8) return {WordAt<std::uint64_t>(begin), WordAt<std::uint64_t>(end - 8), size};
  if (size >= 4) return {WordAt<std::uint32_t>(begin), WordAt<std::uint32_t>(end - 4), size};
  Key key{0, 0, size};
  for (std::uint32_t k = 0; k < size; ++k) {
    key.first = key.first << 8 | static_cast<unsigned char>(begin[k]);
  }
  return key;
}

// Two rounds of multiplication; the upper bits depend on everything.
inline std::uint32_t RowFinder::PlaceOf(const Key& key) {
  const std::uint64_t round = (key.first ^ key.size) * 0x9e3779b97f4a7c15;
  const std::uint64_t mixed = (round ^ round >> 32 ^ key.last) * 0xd6e8feb86659fd93;
  return static_cast<std::uint32_t>(mixed >> (64 - kLogEntries));
}

std::span<const RowReference> RowFinder::Find(std::span<const Item> items) {
  if (rows_.size() < items.size()) {
    rows_.resize(items.size());
    misses_.resize(items.size());
  }
  const std::size_t misses = Recall(items);
  missing_.resize(misses);
  for (std::size_t m = 0; m < misses; ++m) missing_[m] = items[misses_[m].item];
  LookUp(items);
  return {rows_.data(), items.size()};
}

// Without a branch on whether the memory knows a name, which would be unpredictable.
std::size_t RowFinder::Recall(std::span<const Item> items) {
  std::size_t misses = 0;
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::string_view name = items[k].name;
    const Key key = name.size() <= kLongestKey ? KeyOf(name) : Key{0, 0, kLongSize};
    const std::uint32_t place = PlaceOf(key);
    const Entry& entry = memory_[place];
    const bool known =
        ((entry.first ^ key.first) | (entry.last ^ key.last) | (entry.size ^ key.size)) == 0;
    rows_[k] = entry.row;
    misses_[misses] = {static_cast<std::uint32_t>(k), place};
    misses += !known;
  }
  return misses;
}

void RowFinder::LookUp(std::span<const Item> items) {
  const RowReference* references = model_.node_scoring.references();
  ids_.resize(missing_.size());
  FindItems(model_.node_names, missing_, ids_.data());
  for (const std::uint32_t id : ids_) {
    if (id != kNoId) __builtin_prefetch(references + id);
  }
  for (std::size_t m = 0; m < ids_.size(); ++m) {
    const Miss miss = misses_[m];
    const RowReference row = ids_[m] == kNoId ? RowReference{} : references[ids_[m]];
    rows_[miss.item] = row;
    const std::string_view name = items[miss.item].name;
    if (name.size() > kLongestKey) continue;
    const Key key = KeyOf(name);
    memory_[miss.place] = {key.first, key.last, row, key.size, 0};
  }
}

}  // namespace sagitta::internal
