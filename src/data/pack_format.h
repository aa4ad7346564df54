// The constants and fixed structures of a packed corpus; docs/pack_file.md describes them byte by
// byte.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "data/corpus_data.h"
#include "dict/section_reader.h"

namespace sagitta::internal {

static_assert(std::endian::native == std::endian::little,
              "packed corpora are little-endian and used in place");

inline constexpr std::uint32_t kPackVersion = 1;

/// The sections, in the order in which they stand in the file.
enum class PackSection : std::size_t {
  kLabelOffsets,  // the label dictionary: offsets, bytes, slots
  kNodeNameOffsets = 3,
  kEdgeNameOffsets = 6,
  kTypeOffsets = 9,
  kTokenBegin = 12,
  kLabel,
  kNodeBegin,
  kNodeAttribute,
  kNodeValue,
  kEdgeBegin,
  kEdgeAttribute,
  kEdgeValue,
  kWeight,
  kFileNames,
  kPlaces,
  kGraphBegin,
  kGraphEdges,
  kLabelSet,
  kSetBegin,
  kSetLabel,
  kGiven,
  kTemplateText,
  kTemplateName,
  kColumnNames,
  kStructure,
  kSymmetric,
  kCount,
};
inline constexpr std::size_t kPackSections = static_cast<std::size_t>(PackSection::kCount);

struct PackHeader {
  std::array<char, 8> magic;  // kPackMagic
  std::uint32_t version;
  std::uint32_t sections;  // kPackSections
  std::uint64_t file_size;
  std::uint64_t checksum;           // XXH3-64 of every byte after this field
  std::uint32_t input_format;       // Format as a number
  std::uint32_t template_language;  // TemplateLanguage as a number, 0 without a template
  std::uint64_t examples;
  std::uint64_t tokens;
  std::uint64_t reserved;  // 0
  std::array<SectionEntry, kPackSections> table;
};
inline constexpr std::size_t kPackChecksumStart = offsetof(PackHeader, input_format);

static_assert(kPackChecksumStart == 32 && offsetof(PackHeader, table) == 64);
static_assert(sizeof(PackHeader) == 64 + 16 * kPackSections);
static_assert(sizeof(Edge) == 12 && sizeof(ExamplePlace) == 16);

}  // namespace sagitta::internal
