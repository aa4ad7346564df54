// Loading a model file: everything is checked before anything is used.
//
// The checksum finds damage. The checks after it make sure that even a file whose checksum was made
// to match cannot lead to an access outside its arrays: all later code relies on them.
#include <algorithm>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/dataset.h"
#include "data/input_fields.h"
#include "dict/array_checks.h"
#include "model/model_data.h"
#include "model/model_format.h"
#include "model/model_storage.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

/// One file under examination.
class ModelReader {
 public:
  ModelReader(const std::string& path, std::span<const std::byte> bytes) : file_(path, bytes) {
    ReadHeader();
    CheckTable();
  }

  const ModelHeader& header() const { return header_; }

  /// `tables` is where a table for a flooded dictionary goes.
  DictionaryView Names(Section first, std::deque<std::vector<DictionarySlot>>& tables) const {
    const auto [offsets, bytes, slots] = file_.Names(At(first));
    const DictionaryView names(offsets, bytes, slots);
    if (!MayBeFlooded(slots)) return names;
    tables.push_back(SecretSlots(names));
    return {offsets, bytes, slots, tables.back()};
  }

  template <class Slot>
  ModelRows<Slot> Rows(Section first, std::size_t count, std::uint64_t width) const {
    ModelRows<Slot> rows;
    rows.begin = Array<std::uint64_t>(first);
    rows.slot = Array<Slot>(Next(first, 1));
    if (rows.begin.size() != count + 1) Bad("a table does not have one row per attribute");
    file_.CheckBounds(rows.begin, rows.slot.size());
    CheckAscending(rows, width);
    if (header_.weight_size == sizeof(float)) {
      rows.weight32 = Weights<float>(Next(first, 2), rows.slot.size());
    } else {
      rows.weight64 = Weights<double>(Next(first, 2), rows.slot.size());
    }
    return rows;
  }

  std::string Text(Section section) const { return file_.Text(At(section)); }

  std::map<std::string, std::string> Settings() const {
    std::map<std::string, std::string> settings;
    std::span<const char> rest = Array<char>(Section::kSettings);
    while (!rest.empty()) {
      std::string name = file_.TakeString(rest, "the settings");
      if (!settings.empty() && settings.rbegin()->first >= name) Bad("settings are out of order");
      settings.emplace_hint(settings.end(), std::move(name),
                            file_.TakeString(rest, "the settings"));
    }
    return settings;
  }

  std::vector<std::string> Columns() const {
    return DecodeColumns(Array<char>(Section::kColumnNames));
  }

  sagitta::Constraints Constraints(std::size_t labels) const {
    const auto bytes = Array<std::uint8_t>(Section::kConstraints);
    if (bytes.empty()) return {};
    if (bytes.size() != 2 * labels + labels * labels) Bad("constraints do not fit the labels");
    if (Highest(bytes) > 1) Bad("a constraint is neither 0 nor 1");
    const auto part = [&bytes](std::size_t from, std::size_t count) {
      return std::vector<std::uint8_t>(bytes.begin() + static_cast<std::ptrdiff_t>(from),
                                       bytes.begin() + static_cast<std::ptrdiff_t>(from + count));
    };
    return {part(0, labels), part(labels, labels), part(2 * labels, labels * labels)};
  }

  bool graph() const { return header_.version == kGraphVersion; }

  /// The engine, the structure, and the types with which of them are symmetric.
  void Graph(ModelData& model) const {
    std::span<const char> rest = Array<char>(Section::kGraph);
    model.inference = file_.TakeString(rest, "the settings");
    model.options.structure = file_.TakeString(rest, "the settings");
    if (model.inference.empty()) Bad("a model of graphs has no engine");
    model.types.clear();
    while (!rest.empty()) {
      std::string type = file_.TakeString(rest, "the settings");
      const std::string kind = file_.TakeString(rest, "the settings");
      if (kind != "symmetric" && kind != "directed") Bad("a type of edges is of an unknown kind");
      if (std::count(model.types.begin(), model.types.end(), type) > 0) {
        Bad("a type of edges is there twice");
      }
      if (kind == "symmetric") model.options.symmetric.push_back(type);
      model.types.push_back(std::move(type));
    }
    if (model.types.empty()) Bad("a model of graphs has no type of edges");
  }

  [[noreturn]] void Bad(const std::string& what) const { file_.Bad(what); }

 private:
  static constexpr std::size_t At(Section section) { return static_cast<std::size_t>(section); }
  static Section Next(Section section, std::size_t steps) {
    return static_cast<Section>(At(section) + steps);
  }
  template <class T>
  std::span<const T> Array(Section section) const {
    return file_.Array<T>(At(section));
  }

  void ReadHeader() {
    const std::span<const std::byte> bytes = file_.bytes();
    const std::size_t size = bytes.size();
    if (size < kModelMagic.size() ||
        std::memcmp(bytes.data(), kModelMagic.data(), kModelMagic.size()) != 0) {
      Bad("not a Sagitta model");
    }
    if (size < HeaderSize(kChainVersion)) FailShort(HeaderSize(kChainVersion));
    std::memcpy(&header_, bytes.data(), HeaderSize(kChainVersion));
    CheckVersion();
    if (size < HeaderSize(header_.version)) FailShort(HeaderSize(header_.version));
    std::memcpy(&header_, bytes.data(), HeaderSize(header_.version));
    file_.CheckWhole(header_.file_size, kChecksumStart, header_.checksum);
  }

  [[noreturn]] void FailShort(std::size_t header) const {
    Bad("truncated: " + std::to_string(file_.bytes().size()) + " bytes, the header alone has " +
        std::to_string(header));
  }

  void CheckVersion() const {
    const std::string version = std::to_string(header_.version);
    if (header_.version > kGraphVersion) {
      Bad("made by a newer version of Sagitta: the file has format " + version +
          ", this one reads format " + std::to_string(kGraphVersion));
    }
    if (header_.version < kChainVersion) Bad("unknown model format " + version);
    if (header_.sections != SectionsOf(header_.version)) {
      Bad("damaged header: " + std::to_string(header_.sections) + " sections instead of " +
          std::to_string(SectionsOf(header_.version)));
    }
  }

  void CheckTable() {
    if (header_.weight_size != sizeof(float) && header_.weight_size != sizeof(double)) {
      Bad("weights of an unknown size");
    }
    CheckInput();
    file_.SetTable(HeaderSize(header_.version), std::span(header_.table).first(header_.sections));
  }

  void CheckInput() const {
    const auto has = [this](Section section) { return header_.table[At(section)].size > 0; };
    const char* const mistake =
        InputMistake({header_.input_format, header_.template_language, has(Section::kTemplateText),
                      has(Section::kColumnNames)});
    if (mistake != nullptr) Bad(mistake);
    if (header_.reserved != 0) Bad("a reserved field is not zero");
  }

  /// Slots are below width and ascend in each row: wherever one does not exceed the one before it,
  /// a row begins. Counted rather than looked for, as most rows are too short for a loop of their
  /// own.
  template <class Slot>
  void CheckAscending(const ModelRows<Slot>& rows, std::uint64_t width) const {
    if (rows.slot.empty()) return;
    if (Highest(rows.slot) >= width ||
        CountDescents(rows.slot) != CountDescentsAtBegins(rows.slot, rows.begin)) {
      Bad("a row's labels are out of order or unknown");
    }
  }

  template <class Real>
  std::span<const Real> Weights(Section section, std::size_t count) const {
    const auto weights = Array<Real>(section);
    if (weights.size() != count) Bad("a table has more or fewer weights than labels");
    if (!AllFinite(weights)) Bad("a weight is not finite");
    return weights;
  }

  SectionReader file_;
  ModelHeader header_{};
};

}  // namespace

std::shared_ptr<const ModelData> ModelData::Load(const std::string& path) {
  return Load(path, FileImage(path));
}

std::shared_ptr<const ModelData> ModelData::Load(const std::string& path, FileImage image) {
  const std::shared_ptr<ModelData> model(new ModelData);
  model->storage_->image = std::move(image);
  const ModelReader reader(path, model->storage_->image.bytes());

  auto& tables = model->storage_->secret_slots;
  model->labels = reader.Names(Section::kLabelOffsets, tables);
  model->node_names = reader.Names(Section::kNodeNameOffsets, tables);
  model->edge_names = reader.Names(Section::kEdgeNameOffsets, tables);
  const std::uint64_t labels = model->labels.size();
  if (labels == 0 || labels > kMaxLabels) {
    reader.Bad("a model has 1 to " + std::to_string(kMaxLabels) + " labels, this one " +
               std::to_string(labels));
  }
  if (reader.graph()) reader.Graph(*model);
  model->node = reader.Rows<std::uint16_t>(Section::kNodeBegin, model->node_names.size(), labels);
  model->edge = reader.Rows<std::uint32_t>(
      Section::kEdgeBegin, model->edge_names.size() + model->types.size(), labels * labels);
  model->node_scoring = ScoringRows(model->node, labels);

  const ModelHeader& header = reader.header();
  model->precision = header.weight_size == sizeof(float) ? Precision::kFloat : Precision::kDouble;
  model->certificate = {header.objective, header.gradient_inf, header.gradient_l2, header.bound};
  model->settings = reader.Settings();
  model->options.format = static_cast<Format>(header.input_format);
  model->options.template_text = reader.Text(Section::kTemplateText);
  model->options.template_name = reader.Text(Section::kTemplateName);
  model->options.language = static_cast<TemplateLanguage>(header.template_language);
  model->options.columns = reader.Columns();
  model->constraints = reader.Constraints(labels);
  return model;
}

}  // namespace sagitta::internal
