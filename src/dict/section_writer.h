// SectionWriter: lays out the sections of a model file or of a packed corpus and writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dict/dictionary.h"
#include "dict/section_reader.h"

namespace sagitta::internal {

/// Takes the next bytes of a file that is being written.
using ByteSink = std::function<void(std::string_view bytes)>;

/// A string with its size in front.
void AppendString(std::string_view text, std::string& out);

/// Sections are numbered; those that are not set are empty. What they view must outlive the writer.
class SectionWriter {
 public:
  explicit SectionWriter(std::size_t sections) : sections_(sections) {}

  void Set(std::size_t section, std::string_view bytes) { sections_[section] = bytes; }
  template <class T>
  void Set(std::size_t section, std::span<const T> values) {
    Set(section, {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  /// A dictionary's three sections follow one another.
  void Set(std::size_t first, const DictionaryView& names);

  /// Fills in where the first sections lie behind a header of this size, as many as `table` has.
  /// Returns the size of the file.
  std::uint64_t Place(std::size_t header_size, std::span<SectionEntry> table) const;

  /// Hands the file, padding included, to `write`: this header, then the first `count` sections.
  void Write(std::string_view header, std::size_t count, const ByteSink& write) const;
  /// XXH3-64 of what Write writes, without the first `skip` bytes.
  std::uint64_t Checksum(std::string_view header, std::size_t count, std::size_t skip) const;

 private:
  std::vector<std::string_view> sections_;
  std::deque<std::vector<DictionarySlot>> tables_;  // made here
};

}  // namespace sagitta::internal
