// Writing a model file.
#include <xxhash.h>

#include <array>
#include <deque>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "model/model_data.h"
#include "model/model_format.h"
#include "sagitta/output_file.h"

namespace sagitta::internal {
namespace {

using SectionBytes = std::array<std::string_view, kSectionCount>;

template <class T>
std::string_view Bytes(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

void AppendString(const std::string& text, std::string& out) {
  const std::uint64_t size = text.size();
  out.append(reinterpret_cast<const char*>(&size), sizeof(size));
  out += text;
}

std::string EncodeSettings(const std::map<std::string, std::string>& settings) {
  std::string out;
  for (const auto& [name, value] : settings) {
    AppendString(name, out);
    AppendString(value, out);
  }
  return out;
}

/// first, last, pair; nothing when everything is allowed.
std::string EncodeConstraints(const Constraints& constraints) {
  std::string out;
  for (const auto* part : {&constraints.first, &constraints.last, &constraints.pair}) {
    out.append(part->begin(), part->end());
  }
  return out;
}

std::string EncodeColumns(const std::vector<std::string>& columns) {
  std::string out;
  for (const std::string& name : columns) out += (out.empty() ? "" : ",") + name;
  return out;
}

/// The engine and its limit, the structure, then each type and whether it is symmetric.
std::string EncodeGraph(const ModelData& model) {
  std::string out;
  if (!model.graph()) return out;
  AppendString(model.inference, out);
  AppendString(model.options.structure, out);
  for (std::uint32_t type = 0; type < model.types.size(); ++type) {
    AppendString(model.types[type], out);
    AppendString(model.Symmetric(type) ? "symmetric" : "directed", out);
  }
  return out;
}

class SectionCollector {
 public:
  void Add(Section section, std::string_view bytes) {
    sections_[static_cast<std::size_t>(section)] = bytes;
  }
  /// A dictionary's three sections follow one another.
  void Add(Section first, const DictionaryView& names) {
    const auto at = static_cast<std::size_t>(first);
    sections_[at] = Bytes(names.offsets());
    sections_[at + 1] = Bytes(names.bytes());
    if (!names.flooded()) {
      sections_[at + 2] = Bytes(names.slots());
      return;
    }
    tables_.push_back(PlainSlots(names));
    sections_[at + 2] = Bytes(std::span<const DictionarySlot>(tables_.back()));
  }
  /// So do those of a row table.
  template <class Slot>
  void Add(Section first, const ModelRows<Slot>& rows) {
    const auto at = static_cast<std::size_t>(first);
    sections_[at] = Bytes(rows.begin);
    sections_[at + 1] = Bytes(rows.slot);
    sections_[at + 2] = rows.weight64.empty() ? Bytes(rows.weight32) : Bytes(rows.weight64);
  }
  const SectionBytes& sections() const { return sections_; }

 private:
  SectionBytes sections_;
  std::deque<std::vector<DictionarySlot>> tables_;  // made here
};

ModelHeader MakeHeader(const ModelData& model, const SectionBytes& sections) {
  ModelHeader header{};
  header.magic = kModelMagic;
  header.version = model.graph() ? kGraphVersion : kChainVersion;
  header.sections = static_cast<std::uint32_t>(SectionsOf(header.version));
  header.weight_size = model.precision == Precision::kFloat ? sizeof(float) : sizeof(double);
  header.input_format = static_cast<std::uint32_t>(model.options.format);
  header.template_language = static_cast<std::uint32_t>(model.options.language);
  header.objective = model.certificate.objective;
  header.gradient_inf = model.certificate.gradient_inf;
  header.gradient_l2 = model.certificate.gradient_l2;
  header.bound = model.certificate.bound;
  std::uint64_t offset = AlignModelOffset(HeaderSize(header.version));
  for (std::size_t k = 0; k < header.sections; ++k) {
    header.table[k] = {offset, sections[k].size()};
    offset = AlignModelOffset(offset + sections[k].size());
  }
  header.file_size = offset;
  return header;
}

/// Calls write(bytes) for the parts of the file in order, padding included.
template <class Write>
void ForEachPart(const ModelHeader& header, const SectionBytes& sections, Write write) {
  static constexpr std::array<char, kModelAlignment> kZeroes{};
  const auto write_padded = [&](std::string_view bytes) {
    write(bytes);
    write({kZeroes.data(), AlignModelOffset(bytes.size()) - bytes.size()});
  };
  write_padded({reinterpret_cast<const char*>(&header), HeaderSize(header.version)});
  for (std::size_t k = 0; k < header.sections; ++k) write_padded(sections[k]);
}

std::uint64_t Checksum(const ModelHeader& header, const SectionBytes& sections) {
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(),
                                                                              XXH3_freeState);
  if (state == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset(state.get());
  std::size_t skip = kChecksumStart;
  ForEachPart(header, sections, [&](std::string_view bytes) {
    bytes.remove_prefix(skip);
    skip = 0;
    if (!bytes.empty()) XXH3_64bits_update(state.get(), bytes.data(), bytes.size());
  });
  return XXH3_64bits_digest(state.get());
}

}  // namespace

void ModelData::Save(const std::string& path) const {
  OutputFile file(path);
  Write([&](std::string_view bytes) { file.Write(bytes); });
  file.Commit();
}

void ModelData::Write(const ByteSink& write) const {
  const std::string encoded_settings = EncodeSettings(settings);
  const std::string encoded_columns = EncodeColumns(options.columns);
  const std::string encoded_constraints = EncodeConstraints(constraints);
  const std::string encoded_graph = EncodeGraph(*this);
  SectionCollector collector;
  collector.Add(Section::kLabelOffsets, labels);
  collector.Add(Section::kNodeNameOffsets, node_names);
  collector.Add(Section::kEdgeNameOffsets, edge_names);
  collector.Add(Section::kNodeBegin, node);
  collector.Add(Section::kEdgeBegin, edge);
  collector.Add(Section::kTemplateText, options.template_text);
  collector.Add(Section::kTemplateName, options.template_name);
  collector.Add(Section::kSettings, encoded_settings);
  collector.Add(Section::kColumnNames, encoded_columns);
  collector.Add(Section::kConstraints, encoded_constraints);
  collector.Add(Section::kGraph, encoded_graph);

  ModelHeader header = MakeHeader(*this, collector.sections());
  header.checksum = Checksum(header, collector.sections());
  ForEachPart(header, collector.sections(), write);
}

}  // namespace sagitta::internal
