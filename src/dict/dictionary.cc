// Dictionary: the same probing loop serves growing tables and those of model files.
//
// A lookup reads the string only if the tag in the slot matches, so an unknown string usually costs
// one cache line.
#include "dict/dictionary.h"

#include <algorithm>
#include <bit>
#include <utility>

// The hash function is short and called for every attribute: inlining it makes tagging a few
// percent faster.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "dict/sip_hash.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

constexpr std::size_t kInitialSlots = 16;

// The table doubles above this load factor: short probe sequences, at 8 bytes per slot.
constexpr std::size_t kMaxLoadTenths = 7;

std::size_t FreeSlot(std::span<const DictionarySlot> slots, std::uint64_t hash) {
  const std::size_t mask = slots.size() - 1;
  std::size_t at = hash & mask;
  while (slots[at].id != kNoId) at = (at + 1) & mask;
  return at;
}

}  // namespace

std::uint64_t HashString(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

std::uint32_t DictionaryView::Find(std::string_view text, std::uint64_t hash) const {
  if (flooded()) [[unlikely]]
    return FindSlowly(text);
  bool ended = true;
  return Probe(
      slots_, hash, [&](std::uint32_t id) { return SameBytes(Name(id), text); }, ended);
}

// The table is at most half full, and nobody knows what collides in it: probes are short.
std::uint32_t DictionaryView::FindSlowly(std::string_view text) const {
  const std::uint64_t hash = SipHash13(ProcessSecret(), text);
  bool ended = true;
  return Probe(
      secret_slots_, hash, [&](std::uint32_t id) { return SameBytes(Name(id), text); }, ended);
}

Dictionary::Dictionary() : slots_(std::vector<DictionarySlot>(kInitialSlots)) {}

Dictionary::Dictionary(DataColumn<std::uint64_t> offsets, DataColumn<char> bytes,
                       DataColumn<DictionarySlot> slots)
    : offsets_(std::move(offsets)), bytes_(std::move(bytes)), slots_(std::move(slots)) {
  if (MayBeFlooded(slots_)) secret_slots_ = SecretSlots(View());
}

std::uint32_t Dictionary::Intern(std::string_view text) {
  const std::uint64_t hash = HashString(text);
  const std::uint32_t known = Known(text, hash);
  if (known != kNoId) return known;
  const std::uint32_t id = size();
  if (id == kNoId - 1) {
    throw Error(ErrorKind::kData, "more than 4,294,967,294 different strings");
  }
  if (!secret_slots_.empty()) [[unlikely]] {
    Append(text);
    AddSecretly(id);
    return id;
  }
  if (10 * (std::size_t{id} + 1) > kMaxLoadTenths * slots_.size()) {
    Rehash(2 * slots_.size());
  }
  Append(text);
  slots_[FreeSlot(View().slots(), hash)] = {HashTag(hash), id};
  return id;
}

// The id of text, or kNoId. A search that is too long, or compares too much, makes the dictionary a
// flooded one.
std::uint32_t Dictionary::Known(std::string_view text, std::uint64_t hash) {
  const DictionaryView view = View();
  if (view.flooded()) [[unlikely]]
    return view.FindSlowly(text);
  bool ended = true;
  std::size_t twins = 0;
  const auto is_text = [&](std::uint32_t id) {
    const bool same = SameBytes(view.Name(id), text);
    twins += same ? 0 : 1;
    return same;
  };
  const std::uint32_t known = DictionaryView::Probe(slots_, hash, is_text, ended);
  if (ended && twins <= kMostTwins) [[likely]]
    return known;
  secret_slots_ = SecretSlots(view);
  return View().FindSlowly(text);
}

void Dictionary::Append(std::string_view text) {
  bytes_.append(text.begin(), text.end());
  offsets_.push_back(bytes_.size());
}

// The last name is there already.
void Dictionary::AddSecretly(std::uint32_t id) {
  if (2 * (std::size_t{id} + 1) > secret_slots_.size()) {
    secret_slots_ = SecretSlots(View());
    return;
  }
  const std::uint64_t hash = SipHash13(ProcessSecret(), Name(id));
  secret_slots_[FreeSlot(secret_slots_, hash)] = {HashTag(hash), id};
}

void Dictionary::Reserve(std::size_t names, std::size_t bytes) {
  offsets_.reserve(names + 1);
  bytes_.reserve(bytes);
  if (!secret_slots_.empty()) return;
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
  slots_ = std::move(larger);
}

// ---- Flooded dictionaries ----

// At most half full at first, so that it can be filled to that before it is made again.
std::vector<DictionarySlot> SecretSlots(const DictionaryView& names) {
  std::vector<DictionarySlot> slots(std::bit_ceil(4 * (std::size_t{names.size()} + 1)));
  for (std::uint32_t id = 0; id < names.size(); ++id) {
    const std::uint64_t hash = SipHash13(ProcessSecret(), names.Name(id));
    slots[FreeSlot(slots, hash)] = {HashTag(hash), id};
  }
  return slots;
}

// In the order of their first slots, each name goes to the first slot after the one before it. What
// goes beyond the end of the table continues at its beginning: a second round moves those there.
std::vector<DictionarySlot> PlainSlots(const DictionaryView& names) {
  const std::size_t size = std::bit_ceil(10 * std::size_t{names.size()} / kMaxLoadTenths + 1);
  struct Placed {
    std::size_t home;
    DictionarySlot slot;
  };
  std::vector<Placed> all(names.size());
  for (std::uint32_t id = 0; id < names.size(); ++id) {
    const std::uint64_t hash = HashString(names.Name(id));
    all[id] = {hash & (size - 1), {HashTag(hash), id}};
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Placed& a, const Placed& b) { return a.home < b.home; });
  std::vector<DictionarySlot> slots(size);
  const auto beyond = std::find_if(all.begin(), all.end(),
                                   [&, next = std::size_t{0}](const Placed& placed) mutable {
                                     const std::size_t at = std::max(next, placed.home);
                                     if (at >= size) return true;
                                     slots[at] = placed.slot;
                                     next = at + 1;
                                     return false;
                                   });
  std::size_t free = 0;
  for (auto placed = beyond; placed != all.end(); ++placed) {
    while (slots[free].id != kNoId) ++free;
    slots[free] = placed->slot;
  }
  return slots;
}

// Such a row contains a slot whose number is a multiple of half its length.
bool MayBeFlooded(std::span<const DictionarySlot> slots) {
  constexpr std::size_t kStep = kLongestProbe / 2;
  const std::size_t size = slots.size();
  const auto used = [&](std::size_t at) { return slots[at & (size - 1)].id != kNoId; };
  for (std::size_t middle = 0; size > kLongestProbe && middle < size; middle += kStep) {
    std::size_t begin = middle + size;
    std::size_t end = begin;
    while (end - begin <= kLongestProbe && used(end)) ++end;
    while (end - begin <= kLongestProbe && used(begin - 1)) --begin;
    if (end - begin > kLongestProbe) return true;
  }
  return false;
}

}  // namespace sagitta
