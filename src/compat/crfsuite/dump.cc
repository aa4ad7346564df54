// sagitta-crfsuite dump: an lCRF model as text.
#include <array>
#include <cstdint>
#include <fstream>

#include "cli/format.h"
#include "cli/output.h"
#include "compat/crfsuite/commands.h"
#include "compat/shared/arguments.h"
#include "sagitta/error.h"
#include "sagitta/model.h"

namespace sagitta::compat {
namespace {

constexpr char kHelp[] =
    "Usage: sagitta-crfsuite dump MODEL\n\n"
    "  -h, --help      this\n\n"
    "MODEL is CRFsuite's (lCRF). sagitta dump prints models of every format.\n";

/// The twelve numbers that an lCRF file starts with.
std::array<std::uint32_t, 12> ReadHeader(const std::string& path) {
  std::array<unsigned char, 48> bytes = {};
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
  std::array<std::uint32_t, 12> header = {};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    header[i / 4] |= std::uint32_t{bytes[i]} << 8 * (i % 4);
  return header;
}

void WriteHeader(const std::array<std::uint32_t, 12>& header, Output& output) {
  output.Write("FILEHEADER = {\n  magic: lCRF\n");
  output.Write(Print("  size: %u\n  type: FOMC\n  version: %u\n  num_features: %u\n", header[1],
                     header[3], header[4]));
  output.Write(Print("  num_labels: %u\n  num_attrs: %u\n", header[5], header[6]));
  output.Write(Print("  off_features: 0x%X\n  off_labels: 0x%X\n  off_attrs: 0x%X\n", header[7],
                     header[8], header[9]));
  output.Write(Print("  off_labelrefs: 0x%X\n  off_attrrefs: 0x%X\n}\n\n", header[10], header[11]));
}

void WriteName(std::uint64_t id, std::string_view name, Output& output) {
  output.Write(Print("  %5llu: ", static_cast<unsigned long long>(id)));
  output.Write(name);
  output.Write("\n");
}

/// Each attribute once: its weights follow each other.
void WriteAttributes(const Model& model, Output& output) {
  output.Write("ATTRIBUTES = {\n");
  std::uint64_t id = 0;
  const char* last = nullptr;
  model.ForEachWeight([&](const WeightEntry& entry) {
    if (entry.kind != WeightEntry::Kind::kNode || entry.attribute.data() == last) return;
    last = entry.attribute.data();
    WriteName(id++, entry.attribute, output);
  });
  output.Write("}\n\n");
}

void WriteWeights(const Model& model, WeightEntry::Kind kind, const char* section, const char* type,
                  Output& output) {
  output.Write(std::string(section) + " = {\n");
  model.ForEachWeight([&](const WeightEntry& entry) {
    if (entry.kind != kind) return;
    output.Write(type);
    output.Write(kind == WeightEntry::Kind::kNode ? entry.attribute : entry.from);
    output.Write(" --> ");
    output.Write(entry.to);
    output.Write(Print(": %f\n", entry.weight));
  });
  output.Write("}\n\n");
}

}  // namespace

void Dump(const std::vector<std::string>& words) {
  bool help = false;
  Arguments arguments(true);
  arguments.Flag('h', "help", help);
  const std::vector<std::string> files = arguments.Parse(words);
  if (help) return Show(kHelp);
  if (files.size() != 1) throw Error(ErrorKind::kUsage, "dump: wanted one MODEL");
  const std::string& path = files.front();
  if (path == "-") throw Error(ErrorKind::kUsage, "dump: MODEL must be a file, not a stream");
  if (Model::Recognise(path) != ModelFormat::kCrfsuite) {
    throw Error(ErrorKind::kData, {path},
                "found a model of another format, wanted lCRF; sagitta dump prints all formats");
  }
  const Model model = Model::Load(path);
  Output output;
  WriteHeader(ReadHeader(path), output);
  output.Write("LABELS = {\n");
  const std::vector<std::string> labels = model.labels();
  for (std::size_t k = 0; k < labels.size(); ++k) WriteName(k, labels[k], output);
  output.Write("}\n\n");
  WriteAttributes(model, output);
  WriteWeights(model, WeightEntry::Kind::kTransition, "TRANSITIONS", "  (1) ", output);
  WriteWeights(model, WeightEntry::Kind::kNode, "STATE_FEATURES", "  (0) ", output);
  output.Finish();
}

}  // namespace sagitta::compat
