// A model taken apart as `crfsuite dump` shows it, and the text of that.
#include <algorithm>
#include <utility>

#include "crfsuite/format.h"
#include "interop/formats.h"
#include "interop/lcrf.h"
#include "model/model_data.h"
#include "sagitta/crfsuite.h"
#include "sagitta/error.h"

namespace sagitta::crfsuite {
namespace {

using internal::ModelData;

std::vector<std::string> Names(const DictionaryView& names) {
  std::vector<std::string> all;
  all.reserve(names.size());
  for (std::uint32_t id = 0; id < names.size(); ++id) all.emplace_back(names.Name(id));
  return all;
}

/// `bytes` begin as the model's lCRF file does.
ModelDump DumpData(const ModelData& data, std::string_view bytes, const std::string& name) {
  ModelDump dump;
  const internal::LcrfHeader h = internal::ReadLcrfHeader(name, bytes);
  dump.header = {h.size,        h.version,   h.features,      h.labels,        h.attributes,
                 h.features_at, h.labels_at, h.attributes_at, h.label_refs_at, h.attribute_refs_at};
  dump.labels = Names(data.labels);
  dump.attributes = Names(data.node_names);
  const std::uint32_t labels = data.labels.size();
  const std::uint64_t transitions = data.edge.begin[1];
  dump.transitions.reserve(transitions);
  for (std::uint64_t k = 0; k < transitions; ++k) {
    const std::uint32_t pair = data.edge.slot[k];
    dump.transitions.push_back({pair / labels, pair % labels, data.edge.Weight(k)});
  }
  dump.state_features.reserve(data.node.weights());
  for (std::uint32_t a = 0; a < data.node_names.size(); ++a) {
    for (std::uint64_t k = data.node.begin[a]; k < data.node.begin[a + 1]; ++k) {
      dump.state_features.push_back({a, data.node.slot[k], data.node.Weight(k)});
    }
  }
  return dump;
}

ModelDump DumpImage(const std::string& name, internal::FileImage image) {
  const std::string head(reinterpret_cast<const char*>(image.bytes().data()),
                         std::min<std::size_t>(image.bytes().size(), internal::kLcrfHeader));
  if (!head.starts_with(internal::kLcrfMagic)) {
    throw Error(ErrorKind::kData, {name},
                "found a file of another format, expected a CRFsuite model (lCRF)");
  }
  const auto data = internal::LoadModel(name, std::move(image));
  return DumpData(*data, head, name);
}

class DumpWriter {
 public:
  explicit DumpWriter(const std::function<void(std::string_view)>& write) : write_(write) {}

  void Header(const ModelDump::FileHeader& header) {
    out_ += "FILEHEADER = {\n  magic: lCRF\n";
    out_ += Print("  size: %u\n  type: FOMC\n  version: %u\n  num_features: %u\n", header.size,
                  header.version, header.num_features);
    out_ += Print("  num_labels: %u\n  num_attrs: %u\n", header.num_labels, header.num_attrs);
    out_ += Print("  off_features: 0x%X\n  off_labels: 0x%X\n  off_attrs: 0x%X\n",
                  header.off_features, header.off_labels, header.off_attrs);
    out_ += Print("  off_labelrefs: 0x%X\n  off_attrrefs: 0x%X\n}\n\n", header.off_labelrefs,
                  header.off_attrrefs);
  }

  void Begin(const char* section) { out_.append(section).append(" = {\n"); }
  void End() { out_ += "}\n\n"; }

  void Names(const char* section, const std::vector<std::string>& names) {
    Begin(section);
    for (std::size_t id = 0; id < names.size(); ++id) {
      out_.append(Print("  %5zu: ", id)).append(names[id]).append("\n");
      FlushIfLarge();
    }
    End();
  }

  /// Type 0 is a state feature, 1 a transition.
  void Weight(int type, const std::string& from, const std::string& to, double weight) {
    out_.append(Print("  (%d) ", type)).append(from).append(" --> ").append(to);
    out_ += Print(": %f\n", weight);
    FlushIfLarge();
  }

  void Flush() {
    write_(out_);
    out_.clear();
  }

 private:
  void FlushIfLarge() {
    if (out_.size() >= kPiece) Flush();
  }

  static constexpr std::size_t kPiece = std::size_t{1} << 16;

  const std::function<void(std::string_view)>& write_;
  std::string out_;
};

}  // namespace

ModelDump Dump(const Model& model) {
  const internal::ModelData& data = internal::ModelAccess::Data(model);
  return DumpData(data, internal::LcrfBytes(data), "model");
}

ModelDump DumpFile(const std::string& path) { return DumpImage(path, internal::FileImage(path)); }

ModelDump DumpBytes(std::string_view bytes, const std::string& name) {
  return DumpImage(name, internal::FileImage::Of(std::string(bytes)));
}

void WriteDump(const ModelDump& dump, const std::function<void(std::string_view text)>& write) {
  DumpWriter writer(write);
  writer.Header(dump.header);
  writer.Names("LABELS", dump.labels);
  writer.Names("ATTRIBUTES", dump.attributes);
  writer.Begin("TRANSITIONS");
  for (const ModelDump::Transition& transition : dump.transitions) {
    writer.Weight(1, dump.labels[transition.from], dump.labels[transition.to], transition.weight);
  }
  writer.End();
  writer.Begin("STATE_FEATURES");
  for (const ModelDump::StateFeature& feature : dump.state_features) {
    writer.Weight(0, dump.attributes[feature.attribute], dump.labels[feature.label],
                  feature.weight);
  }
  writer.End();
  writer.Flush();
}

}  // namespace sagitta::crfsuite
