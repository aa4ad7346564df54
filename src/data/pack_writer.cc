// Writing a packed corpus.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "base/file.h"
#include "data/input_fields.h"
#include "data/pack_file.h"
#include "data/pack_format.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

constexpr std::size_t At(PackSection section) { return static_cast<std::size_t>(section); }

std::string EncodeStrings(const std::vector<std::string>& strings) {
  std::string text;
  for (const std::string& string : strings) AppendString(string, text);
  return text;
}

template <class T>
void Set(SectionWriter& sections, PackSection section, const DataColumn<T>& column) {
  sections.Set(At(section), std::span<const T>(column));
}

void SetRows(SectionWriter& sections, PackSection first, const SparseRows& rows) {
  sections.Set(At(first), std::span<const std::uint64_t>(rows.begin));
  sections.Set(At(first) + 1, std::span<const std::uint32_t>(rows.attribute));
  sections.Set(At(first) + 2, std::span<const float>(rows.value));
}

void SetDataset(SectionWriter& sections, const Dataset& dataset) {
  Set(sections, PackSection::kTokenBegin, dataset.token_begin);
  Set(sections, PackSection::kLabel, dataset.label);
  SetRows(sections, PackSection::kNodeBegin, dataset.node);
  SetRows(sections, PackSection::kEdgeBegin, dataset.edge);
  Set(sections, PackSection::kWeight, dataset.weight);
  if (!dataset.HasGraphs()) return;
  const GraphParts& graphs = dataset.graphs;
  Set(sections, PackSection::kGraphBegin, graphs.edge_begin);
  Set(sections, PackSection::kGraphEdges, graphs.edge);
  Set(sections, PackSection::kLabelSet, graphs.label_set);
  Set(sections, PackSection::kSetBegin, graphs.set_begin);
  Set(sections, PackSection::kSetLabel, graphs.set_label);
  Set(sections, PackSection::kGiven, graphs.given);
}

PackHeader MakeHeader(const Dataset& dataset, const ReadOptions& options,
                      const SectionWriter& sections) {
  PackHeader header{};
  std::copy(kPackMagic.begin(), kPackMagic.end(), header.magic.begin());
  header.version = kPackVersion;
  header.sections = static_cast<std::uint32_t>(kPackSections);
  header.input_format = static_cast<std::uint32_t>(options.format);
  header.template_language = static_cast<std::uint32_t>(options.language);
  header.examples = dataset.examples();
  header.tokens = dataset.tokens();
  header.file_size = sections.Place(sizeof header, header.table);
  return header;
}

}  // namespace

void WritePack(const CorpusData& corpus, const ReadOptions& options, const ByteSink& write) {
  if (!corpus.unknown.empty()) {
    throw Error(ErrorKind::kUsage,
                "held-out data with unknown labels cannot be packed: pack them by themselves");
  }
  const std::string file_names = EncodeStrings(corpus.file_names);
  const std::string columns = EncodeColumns(options.columns);
  const std::string symmetric = EncodeStrings(options.symmetric);
  const Dictionaries& names = *corpus.names;
  SectionWriter sections(kPackSections);
  sections.Set(At(PackSection::kLabelOffsets), names.labels.View());
  sections.Set(At(PackSection::kNodeNameOffsets), names.node.View());
  sections.Set(At(PackSection::kEdgeNameOffsets), names.edge.View());
  sections.Set(At(PackSection::kTypeOffsets), names.types.View());
  SetDataset(sections, corpus.dataset);
  sections.Set(At(PackSection::kFileNames), file_names);
  Set(sections, PackSection::kPlaces, corpus.places);
  sections.Set(At(PackSection::kTemplateText), options.template_text);
  sections.Set(At(PackSection::kTemplateName), options.template_name);
  sections.Set(At(PackSection::kColumnNames), columns);
  sections.Set(At(PackSection::kStructure), options.structure);
  sections.Set(At(PackSection::kSymmetric), symmetric);

  PackHeader header = MakeHeader(corpus.dataset, options, sections);
  const std::string_view bytes(reinterpret_cast<const char*>(&header), sizeof header);
  header.checksum = sections.Checksum(bytes, kPackSections, kPackChecksumStart);
  sections.Write(bytes, kPackSections, write);
}

}  // namespace sagitta::internal
