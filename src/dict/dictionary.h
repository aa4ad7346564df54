// Dictionary: strings to consecutive ids and back.
//
// Open addressing with linear probing over 64-bit XXH3 hashes; the strings lie in one byte array.
// The arrays have the very form in which they stand in a model file, so that a memory-mapped
// dictionary (DictionaryView) is searched in place by the same code that searches a growing one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sagitta {

inline constexpr std::uint32_t kNoId = 0xffffffff;

std::uint64_t HashString(std::string_view text);

/// A slot of the hash table: the upper half of the hash, and the id (kNoId: empty slot).
struct DictionarySlot {
  std::uint32_t tag = 0;
  std::uint32_t id = kNoId;
};

/// A dictionary that someone else owns. The number of slots is a power of two, at least one is
/// empty.
class DictionaryView {
 public:
  DictionaryView() = default;
  /// REQUIRES: offsets.size() == ids + 1, ascending, offsets.back() <= bytes.size(); the id of
  /// every slot is kNoId or < ids.
  DictionaryView(std::span<const std::uint64_t> offsets, std::span<const char> bytes,
                 std::span<const DictionarySlot> slots)
      : offsets_(offsets), bytes_(bytes), slots_(slots) {}

  std::uint32_t size() const {
    return offsets_.empty() ? 0 : static_cast<std::uint32_t>(offsets_.size() - 1);
  }
  std::string_view Name(std::uint32_t id) const {
    return {bytes_.data() + offsets_[id], offsets_[id + 1] - offsets_[id]};
  }
  /// The id, or kNoId.
  std::uint32_t Find(std::string_view text) const { return Find(text, HashString(text)); }
  std::uint32_t Find(std::string_view text, std::uint64_t hash) const;
  /// Brings the slot of a hash nearer, for callers that look up many names at once.
  void Prefetch(std::uint64_t hash) const;

  std::span<const std::uint64_t> offsets() const { return offsets_; }
  std::span<const char> bytes() const { return bytes_; }
  std::span<const DictionarySlot> slots() const { return slots_; }

 private:
  std::span<const std::uint64_t> offsets_;  // [ids + 1] into bytes_
  std::span<const char> bytes_;
  std::span<const DictionarySlot> slots_;
};

/// A dictionary that grows. Ids are given in order of first appearance.
class Dictionary {
 public:
  Dictionary();
  /// The id of text, new if need be. Throws Error when there would be more than 2^32 - 2.
  /// REQUIRES: text is no part of a name of this very dictionary.
  std::uint32_t Intern(std::string_view text);
  std::uint32_t Find(std::string_view text) const { return View().Find(text); }
  std::string_view Name(std::uint32_t id) const { return View().Name(id); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(offsets_.size() - 1); }
  /// Valid until the next Intern.
  DictionaryView View() const { return {offsets_, bytes_, slots_}; }

 private:
  void Grow();

  std::vector<std::uint64_t> offsets_{0};
  std::vector<char> bytes_;
  std::vector<DictionarySlot> slots_;
};

}  // namespace sagitta
