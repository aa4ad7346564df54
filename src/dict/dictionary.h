// Dictionary: maps strings to consecutive ids and back.
//
// Open addressing with linear probing over 64-bit XXH3 hashes; the strings are stored in one byte
// array. The arrays have the same form as in a model file, so the same code searches the dictionary
// of a file (DictionaryView) in place and a growing one.
//
// The hash is the same in every process, because model files contain the tables. So names can be
// made that collide. No search looks at more than kLongestProbe slots, and while a dictionary grows
// none compares more than kMostTwins names for nothing: a dictionary that would need more is
// flooded, and from then on its names are found by another table, made with a hash that has a
// secret of the process. Ids do not depend on it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/data_column.h"

namespace sagitta {

inline constexpr std::uint32_t kNoId = 0xffffffff;

std::uint64_t HashString(std::string_view text);

/// The lower half of a hash determines where probing starts, the upper half is the tag of the slot.
/// These bits are independent, so the tag filters out nearly all other strings with the same start.
inline std::uint32_t HashTag(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

/// A slot of the hash table: the upper half of the hash, and the id (kNoId for an empty slot).
struct DictionarySlot {
  std::uint32_t tag = 0;
  std::uint32_t id = kNoId;
};

/// By chance, a table whose load is at most 7/10 has a probe of this length about once in 10^20
/// names.
inline constexpr std::size_t kLongestProbe = 1024;

/// Other names with the same tag in one probe. Comparing long names takes as long as reading them.
/// By chance there is one in four billion.
inline constexpr std::size_t kMostTwins = 4;

/// Whether two strings have the same bytes. Names are short: calling memcmp would cost more than
/// the comparison itself. Compares words; the last word may overlap the previous one.
inline bool SameBytes(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  if (a.size() < sizeof(std::uint64_t)) return a == b;
  const auto differ = [&](std::size_t at) {
    std::uint64_t x, y;
    std::memcpy(&x, a.data() + at, sizeof x);
    std::memcpy(&y, b.data() + at, sizeof y);
    return x ^ y;
  };
  const std::size_t last = a.size() - sizeof(std::uint64_t);
  std::uint64_t difference = differ(last);
  for (std::size_t at = 0; at < last; at += sizeof(std::uint64_t)) difference |= differ(at);
  return difference == 0;
}

/// A view of a dictionary. The number of slots is a power of two, and at least one slot is empty.
class DictionaryView {
 public:
  DictionaryView() = default;
  /// REQUIRES: offsets.size() == ids + 1, ascending, offsets.back() <= bytes.size(); the id of
  /// every slot is kNoId or < ids.
  DictionaryView(std::span<const std::uint64_t> offsets, std::span<const char> bytes,
                 std::span<const DictionarySlot> slots)
      : offsets_(offsets), bytes_(bytes), slots_(slots) {}
  /// The same for a flooded dictionary. `secret_slots` is not empty, and made by SecretSlots.
  DictionaryView(std::span<const std::uint64_t> offsets, std::span<const char> bytes,
                 std::span<const DictionarySlot> slots,
                 std::span<const DictionarySlot> secret_slots)
      : offsets_(offsets), bytes_(bytes), slots_(slots), secret_slots_(secret_slots) {}

  /// Names are found by a hash with a secret: only Find finds them. slots() may lack names.
  bool flooded() const { return !secret_slots_.empty(); }

  std::uint32_t size() const {
    return offsets_.empty() ? 0 : static_cast<std::uint32_t>(offsets_.size() - 1);
  }
  std::string_view Name(std::uint32_t id) const {
    return {bytes_.data() + offsets_[id], offsets_[id + 1] - offsets_[id]};
  }
  /// The id of text, or kNoId.
  std::uint32_t Find(std::string_view text) const { return Find(text, HashString(text)); }
  std::uint32_t Find(std::string_view text, std::uint64_t hash) const;

  /// A lookup in steps, for callers that look up many names at once and overlap the memory latency:
  ///   1. PrefetchSlot prefetches the slot.
  ///   2. Candidate returns the first id whose tag matches, or kNoId, from the slots alone.
  ///   3. PrefetchOffset and then PrefetchName prefetch the name of the candidate.
  /// If the candidate has another name, the result is still unknown: call Find.
  /// REQUIRES: there are slots, and the dictionary is not flooded.
  void PrefetchSlot(std::uint64_t hash) const {
    __builtin_prefetch(slots_.data() + (hash & (slots_.size() - 1)));
  }
  std::uint32_t Candidate(std::uint64_t hash) const {
    bool found = true;
    return Probe(
        slots_, hash, [](std::uint32_t) { return true; }, found);
  }
  void PrefetchOffset(std::uint32_t id) const { __builtin_prefetch(offsets_.data() + id); }
  void PrefetchName(std::uint32_t id) const { __builtin_prefetch(bytes_.data() + offsets_[id]); }

  std::span<const std::uint64_t> offsets() const { return offsets_; }
  std::span<const char> bytes() const { return bytes_; }
  std::span<const DictionarySlot> slots() const { return slots_; }

 private:
  friend class Dictionary;

  /// The first id in the probe sequence of `hash` that has its tag and for which `accept` is true.
  /// `ended` becomes false if the sequence is too long to be looked at to its end.
  template <class Accept>
  static std::uint32_t Probe(std::span<const DictionarySlot> slots, std::uint64_t hash,
                             Accept accept, bool& ended);
  std::uint32_t FindSlowly(std::string_view text) const;

  std::span<const std::uint64_t> offsets_;  // [ids + 1] into bytes_
  std::span<const char> bytes_;
  std::span<const DictionarySlot> slots_;
  std::span<const DictionarySlot> secret_slots_;  // empty: not flooded
};

template <class Accept>
inline std::uint32_t DictionaryView::Probe(std::span<const DictionarySlot> slots,
                                           std::uint64_t hash, Accept accept, bool& ended) {
  const std::size_t mask = slots.size() - 1;
  const std::uint32_t tag = HashTag(hash);
  std::size_t at = hash & mask;
  for (std::size_t left = std::min(kLongestProbe, slots.size()); left > 0; --left) {
    const DictionarySlot slot = slots[at];
    if (slot.id == kNoId) return kNoId;
    if (slot.tag == tag && accept(slot.id)) return slot.id;
    at = (at + 1) & mask;
  }
  ended = false;
  return kNoId;
}

/// A table of all names, by the hash with the secret. Cost: linear.
std::vector<DictionarySlot> SecretSlots(const DictionaryView& names);

/// A table of all names by HashString, as model files contain it, also of a flooded dictionary.
/// Cost: O(n log n).
std::vector<DictionarySlot> PlainSlots(const DictionaryView& names);

/// Whether more than kLongestProbe slots in a row are used, so that a probe might be that long.
/// Looks at few slots.
bool MayBeFlooded(std::span<const DictionarySlot> slots);

/// A growing dictionary. Ids are assigned in the order of first occurrence.
class Dictionary {
 public:
  Dictionary();
  /// The dictionary with these arrays; Intern copies them first if they are mapped. REQUIRES: they
  /// are as DictionaryView requires them.
  Dictionary(DataColumn<std::uint64_t> offsets, DataColumn<char> bytes,
             DataColumn<DictionarySlot> slots);
  /// The id of text, which is added if it is new. Throws Error if there would be more than 2^32 - 2
  /// strings. REQUIRES: text does not point into this dictionary.
  std::uint32_t Intern(std::string_view text);
  /// Reserves memory for `names` names with `bytes` bytes in total.
  void Reserve(std::size_t names, std::size_t bytes);
  std::uint32_t Find(std::string_view text) const { return View().Find(text); }
  std::string_view Name(std::uint32_t id) const { return View().Name(id); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(offsets_.size() - 1); }
  /// Valid until the next Intern.
  DictionaryView View() const { return {offsets_, bytes_, slots_, secret_slots_}; }

 private:
  std::uint32_t Known(std::string_view text, std::uint64_t hash);
  void Append(std::string_view text);
  void Rehash(std::size_t slots);
  void AddSecretly(std::uint32_t id);

  DataColumn<std::uint64_t> offsets_{0};
  DataColumn<char> bytes_;
  DataColumn<DictionarySlot> slots_;          // not kept up to date when flooded
  std::vector<DictionarySlot> secret_slots_;  // empty: not flooded
};

}  // namespace sagitta
