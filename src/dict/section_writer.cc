// SectionWriter: every section at the next multiple of 64 bytes, with zeros between them.
#include "dict/section_writer.h"

#include <xxhash.h>

#include <array>
#include <memory>
#include <new>

namespace sagitta::internal {

void AppendString(std::string_view text, std::string& out) {
  const std::uint64_t size = text.size();
  out.append(reinterpret_cast<const char*>(&size), sizeof(size));
  out += text;
}

void SectionWriter::Set(std::size_t first, const DictionaryView& names) {
  Set(first, names.offsets());
  Set(first + 1, names.bytes());
  if (!names.flooded()) return Set(first + 2, names.slots());
  tables_.push_back(PlainSlots(names));
  Set(first + 2, std::span<const DictionarySlot>(tables_.back()));
}

std::uint64_t SectionWriter::Place(std::size_t header_size, std::span<SectionEntry> table) const {
  std::uint64_t offset = AlignSectionOffset(header_size);
  for (std::size_t k = 0; k < table.size(); ++k) {
    table[k] = {offset, sections_[k].size()};
    offset = AlignSectionOffset(offset + sections_[k].size());
  }
  return offset;
}

void SectionWriter::Write(std::string_view header, std::size_t count, const ByteSink& write) const {
  static constexpr std::array<char, kSectionAlignment> kZeroes{};
  const auto write_padded = [&](std::string_view bytes) {
    write(bytes);
    write({kZeroes.data(), AlignSectionOffset(bytes.size()) - bytes.size()});
  };
  write_padded(header);
  for (std::size_t k = 0; k < count; ++k) write_padded(sections_[k]);
}

std::uint64_t SectionWriter::Checksum(std::string_view header, std::size_t count,
                                      std::size_t skip) const {
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(),
                                                                              XXH3_freeState);
  if (state == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset(state.get());
  Write(header, count, [&](std::string_view bytes) {
    bytes.remove_prefix(skip);
    skip = 0;
    if (!bytes.empty()) XXH3_64bits_update(state.get(), bytes.data(), bytes.size());
  });
  return XXH3_64bits_digest(state.get());
}

}  // namespace sagitta::internal
