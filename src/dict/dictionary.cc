// Dictionary: the same probing loop serves growing and memory-mapped tables.
//
// A lookup reads the string only if the tag in the slot matches, so an unknown string usually costs
// one cache line.
#include "dict/dictionary.h"

#include <bit>

// The hash function is short and called for every attribute: inlining it makes tagging a few
// percent faster.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "sagitta/error.h"

namespace sagitta {
namespace {

constexpr std::size_t kInitialSlots = 16;

// The table doubles above this load factor: short probe sequences, at 8 bytes per slot.
constexpr std::size_t kMaxLoadTenths = 7;

std::size_t FreeSlot(const std::vector<DictionarySlot>& slots, std::uint64_t hash) {
  const std::size_t mask = slots.size() - 1;
  std::size_t at = hash & mask;
  while (slots[at].id != kNoId) at = (at + 1) & mask;
  return at;
}

}  // namespace

std::uint64_t HashString(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

std::uint32_t DictionaryView::Find(std::string_view text, std::uint64_t hash) const {
  return Probe(hash, [&](std::uint32_t id) { return SameBytes(Name(id), text); });
}

Dictionary::Dictionary() : slots_(kInitialSlots) {}

std::uint32_t Dictionary::Intern(std::string_view text) {
  const std::uint64_t hash = HashString(text);
  const std::uint32_t known = View().Find(text, hash);
  if (known != kNoId) return known;
  const std::uint32_t id = size();
  if (id == kNoId - 1) {
    throw Error(ErrorKind::kData, "more than 4,294,967,294 different strings");
  }
  if (10 * (std::size_t{id} + 1) > kMaxLoadTenths * slots_.size()) {
    Rehash(2 * slots_.size());
  }
  bytes_.insert(bytes_.end(), text.begin(), text.end());
  offsets_.push_back(bytes_.size());
  slots_[FreeSlot(slots_, hash)] = {HashTag(hash), id};
  return id;
}

void Dictionary::Reserve(std::size_t names, std::size_t bytes) {
  offsets_.reserve(names + 1);
  bytes_.reserve(bytes);
  const std::size_t slots = std::bit_ceil(10 * names / kMaxLoadTenths + 1);
  if (slots > slots_.size()) Rehash(slots);
}

// Hashes all strings again: a slot does not keep enough bits of the hash for a larger table.
void Dictionary::Rehash(std::size_t slots) {
  std::vector<DictionarySlot> larger(slots);
  for (std::uint32_t id = 0; id < size(); ++id) {
    const std::uint64_t hash = HashString(Name(id));
    larger[FreeSlot(larger, hash)] = {HashTag(hash), id};
  }
  slots_.swap(larger);
}

}  // namespace sagitta
