// SectionReader: checks of what all files of sections must satisfy.
#include "dict/section_reader.h"

#include <xxhash.h>
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>  // the same functions with the widest vectors there are
#endif

#include <bit>
#include <cstring>

#include "dict/array_checks.h"
#include "sagitta/error.h"

namespace sagitta::internal {

void SectionReader::CheckWhole(std::uint64_t size, std::size_t start,
                               std::uint64_t checksum) const {
  const std::uint64_t found = bytes_.size();
  if (found != size) {
    Bad((found < size ? "truncated: " : "too long: ") + std::to_string(found) +
        " bytes, the header says " + std::to_string(size));
  }
  if (XXH3_64bits(bytes_.data() + start, found - start) != checksum) {
    Bad("checksum mismatch: the file was altered");
  }
}

void SectionReader::SetTable(std::size_t header_size, std::span<const SectionEntry> table) {
  const std::uint64_t size = bytes_.size();
  std::uint64_t offset = AlignSectionOffset(header_size);
  for (const SectionEntry& entry : table) {
    if (entry.offset != offset || offset > size || entry.size > size - offset) {
      Bad("a section lies outside the file");
    }
    offset = AlignSectionOffset(offset + entry.size);
  }
  if (offset != size) Bad("the sections do not fill the file");
  table_ = table;
}

std::string SectionReader::Text(std::size_t section) const {
  const auto bytes = Array<char>(section);
  return {bytes.begin(), bytes.end()};
}

DictionaryArrays SectionReader::Names(std::size_t first) const {
  const DictionaryArrays names{Array<std::uint64_t>(first), Array<char>(first + 1),
                               Array<DictionarySlot>(first + 2)};
  CheckBounds(names.offsets, names.bytes.size());
  if (names.offsets.size() - 1 >= kNoId) Bad("a dictionary has too many strings");
  CheckSlots(names.slots, names.offsets.size() - 1);
  return names;
}

void SectionReader::CheckBounds(std::span<const std::uint64_t> begin, std::uint64_t end) const {
  if (begin.empty() || begin.front() != 0 || begin.back() != end || !Ascends(begin)) {
    Bad("offsets are out of order");
  }
}

void SectionReader::CheckSlots(std::span<const DictionarySlot> slots, std::uint64_t ids) const {
  if (!std::has_single_bit(slots.size())) Bad("a hash table's size is not a power of two");
  const SlotCensus census = CountSlots(slots);
  if (census.end > ids) Bad("a hash table contains an unknown id");
  if (census.used != ids || census.used == slots.size()) {
    Bad("a hash table has too many or too few entries");
  }
}

std::string SectionReader::TakeString(std::span<const char>& rest, const char* what) const {
  std::uint64_t size = 0;
  const auto check = [&](std::uint64_t needed) {
    if (rest.size() < needed) Bad(std::string(what) + " are truncated");
  };
  check(sizeof size);
  std::memcpy(&size, rest.data(), sizeof size);
  rest = rest.subspan(sizeof size);
  check(size);
  std::string text(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(size));
  rest = rest.subspan(size);
  return text;
}

void SectionReader::Bad(const std::string& what) const {
  throw Error(ErrorKind::kData, {path_, 0, 0}, what);
}

}  // namespace sagitta::internal
