// SectionReader: the part that model files and packed corpora have in common. Both consist of a
// header and of sections, which are arrays that are used where they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "dict/dictionary.h"

namespace sagitta::internal {

inline constexpr std::size_t kSectionAlignment = 64;

/// Where a section lies: the offset is a multiple of kSectionAlignment, the size does not count
/// padding.
struct SectionEntry {
  std::uint64_t offset;
  std::uint64_t size;
};

/// The first aligned offset at or after `offset`.
constexpr std::uint64_t AlignSectionOffset(std::uint64_t offset) {
  return (offset + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
}

static_assert(sizeof(DictionarySlot) == 8 && offsetof(DictionarySlot, id) == 4);

/// The three sections of a dictionary, as DictionaryView requires them.
struct DictionaryArrays {
  std::span<const std::uint64_t> offsets;
  std::span<const char> bytes;
  std::span<const DictionarySlot> slots;
};

/// A file whose header was read. Every member throws Error(kData) that names the file when what it
/// looks at is not what it must be. The views are into the file.
class SectionReader {
 public:
  /// `path` must outlive the reader.
  SectionReader(const std::string& path, std::span<const std::byte> bytes)
      : path_(path), bytes_(bytes) {}

  /// The size must be `size`, and the checksum that of all bytes from `start` on.
  void CheckWhole(std::uint64_t size, std::size_t start, std::uint64_t checksum) const;
  /// Sections must stand exactly where a writer puts them, so they can neither overlap nor reach
  /// beyond the file. `table` must outlive the reader.
  void SetTable(std::size_t header_size, std::span<const SectionEntry> table);

  template <class T>
  std::span<const T> Array(std::size_t section) const {
    const SectionEntry& entry = table_[section];
    if (entry.size % sizeof(T) != 0) Bad("a section ends within an element");
    return {reinterpret_cast<const T*>(bytes_.data() + entry.offset), entry.size / sizeof(T)};
  }
  /// The same for an array of `size` elements.
  template <class T>
  std::span<const T> Array(std::size_t section, std::uint64_t size) const {
    const std::span<const T> array = Array<T>(section);
    if (array.size() != size) Bad("a section has more or fewer elements than it must have");
    return array;
  }
  bool Empty(std::size_t section) const { return table_[section].size == 0; }
  std::string Text(std::size_t section) const;
  /// The dictionary in three sections.
  DictionaryArrays Names(std::size_t first) const;

  /// begin must ascend from 0 to `end`.
  void CheckBounds(std::span<const std::uint64_t> begin, std::uint64_t end) const;
  /// Takes a string with its size in front; `what` contains it.
  std::string TakeString(std::span<const char>& rest, const char* what) const;

  [[noreturn]] void Bad(const std::string& what) const;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  void CheckSlots(std::span<const DictionarySlot> slots, std::uint64_t ids) const;

  const std::string& path_;
  std::span<const std::byte> bytes_;
  std::span<const SectionEntry> table_;
};

}  // namespace sagitta::internal
