// The model file's constants and fixed structures; docs/model_file.md describes them byte by byte.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "dict/section_reader.h"

namespace sagitta::internal {

static_assert(std::endian::native == std::endian::little,
              "model files are little-endian and used in place");

inline constexpr std::array<char, 8> kModelMagic = {'S', 'A', 'G', 'I', 'T', 'T', 'A', '\x1a'};
inline constexpr std::uint32_t kChainVersion = 2;  // a model of chains
inline constexpr std::uint32_t kGraphVersion = 3;  // has one more section, kGraph

/// The sections, in the order in which they stand in the file.
enum class Section : std::size_t {
  kLabelOffsets,
  kLabelBytes,
  kLabelSlots,
  kNodeNameOffsets,
  kNodeNameBytes,
  kNodeNameSlots,
  kEdgeNameOffsets,
  kEdgeNameBytes,
  kEdgeNameSlots,
  kNodeBegin,
  kNodeSlot,
  kNodeWeight,
  kEdgeBegin,
  kEdgeSlot,
  kEdgeWeight,
  kTemplateText,
  kTemplateName,
  kSettings,
  kColumnNames,
  kConstraints,
  kGraph,  // only in models of graphs
  kCount,
};
inline constexpr std::size_t kSectionCount = static_cast<std::size_t>(Section::kCount);

constexpr std::size_t SectionsOf(std::uint32_t version) {
  return version == kGraphVersion ? kSectionCount : kSectionCount - 1;
}

struct ModelHeader {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t sections;  // SectionsOf(version)
  std::uint64_t file_size;
  std::uint64_t checksum;      // XXH3-64 of every byte after this field
  std::uint32_t weight_size;   // 4 or 8: float or double
  std::uint32_t input_format;  // Format as a number
  double objective;            // the certificate
  double gradient_inf;
  double gradient_l2;
  double bound;
  std::uint32_t template_language;  // TemplateLanguage as a number, 0 without a template
  std::uint32_t reserved;           // 0
  std::array<SectionEntry, kSectionCount> table;  // as many of them as there are sections
};
inline constexpr std::size_t kChecksumStart = offsetof(ModelHeader, weight_size);

static_assert(kChecksumStart == 32 && offsetof(ModelHeader, table) == 80);
static_assert(sizeof(ModelHeader) == 80 + 16 * kSectionCount);
/// The bytes of the header in the file.
constexpr std::size_t HeaderSize(std::uint32_t version) {
  return offsetof(ModelHeader, table) + sizeof(SectionEntry) * SectionsOf(version);
}

}  // namespace sagitta::internal
