// Writing a model file.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/input_fields.h"
#include "dict/section_writer.h"
#include "model/model_data.h"
#include "model/model_format.h"
#include "sagitta/output_file.h"

namespace sagitta::internal {
namespace {

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

constexpr std::size_t At(Section section) { return static_cast<std::size_t>(section); }

/// The three sections of a row table follow one another.
template <class Slot>
void SetRows(SectionWriter& sections, Section first, const ModelRows<Slot>& rows) {
  sections.Set(At(first), rows.begin);
  sections.Set(At(first) + 1, rows.slot);
  if (rows.weight64.empty()) {
    sections.Set(At(first) + 2, rows.weight32);
  } else {
    sections.Set(At(first) + 2, rows.weight64);
  }
}

ModelHeader MakeHeader(const ModelData& model, const SectionWriter& sections) {
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
  header.file_size =
      sections.Place(HeaderSize(header.version), std::span(header.table).first(header.sections));
  return header;
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
  SectionWriter sections(kSectionCount);
  sections.Set(At(Section::kLabelOffsets), labels);
  sections.Set(At(Section::kNodeNameOffsets), node_names);
  sections.Set(At(Section::kEdgeNameOffsets), edge_names);
  SetRows(sections, Section::kNodeBegin, node);
  SetRows(sections, Section::kEdgeBegin, edge);
  sections.Set(At(Section::kTemplateText), options.template_text);
  sections.Set(At(Section::kTemplateName), options.template_name);
  sections.Set(At(Section::kSettings), encoded_settings);
  sections.Set(At(Section::kColumnNames), encoded_columns);
  sections.Set(At(Section::kConstraints), encoded_constraints);
  sections.Set(At(Section::kGraph), encoded_graph);

  ModelHeader header = MakeHeader(*this, sections);
  const std::string_view bytes(reinterpret_cast<const char*>(&header), HeaderSize(header.version));
  header.checksum = sections.Checksum(bytes, header.sections, kChecksumStart);
  sections.Write(bytes, header.sections, write);
}

}  // namespace sagitta::internal
