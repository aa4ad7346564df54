// Writing Wapiti's model file.
#include "interop/template_rules.h"
#include "interop/wapiti_model.h"
#include "interop/writing.h"

namespace sagitta::internal {
namespace {

constexpr std::string_view kWapiti = "Wapiti";
constexpr std::uint32_t kTransitions = 0;  // the row of the plain transitions
constexpr std::uint64_t kNoRow = ~std::uint64_t{0};

/// A name with its rows in the model.
struct Observation {
  std::string_view name;
  std::uint64_t node = kNoRow;
  std::uint64_t edge = kNoRow;
};

class WapitiModelWriter {
 public:
  WapitiModelWriter(const ModelData& model, const ByteSink& write)
      : model_(model), labels_(model.labels.size()), write_(write) {}

  void Write() {
    Check();
    if (model_.options.format == Format::kColumns) {
      rules_ = TemplateRules(model_.options);
      transition_name_ = ChooseTransitionRule(model_, kWapiti, "b", rules_);
    }
    CollectObservations();
    WriteReader();
    WriteWeights();
    write_(out_);
  }

 private:
  void Check() const {
    const ReadOptions& options = model_.options;
    if (options.format == Format::kConllu) Refuse(kWapiti, "the names of CoNLL-U fields");
    if (options.language == TemplateLanguage::kSagitta) Refuse(kWapiti, "Sagitta's own templates");
    if (options.format == Format::kColumns && options.language != TemplateLanguage::kWapiti) {
      Refuse(kWapiti,
             "a CRF++ template: Wapiti's patterns give other names at the ends of a sequence");
    }
    RefuseConstraints(kWapiti, model_);
    if (model_.node.weights() + model_.edge.weights() == 0)
      Refuse(kWapiti, "a model without weights");
    if (options.format != Format::kColumns && model_.edge.begin[1] > 0) {
      Refuse(kWapiti, "plain transitions in a model without patterns");
    }
    CheckNames(model_.labels, "");
    CheckNames(model_.node_names, "u*");
    CheckNames(model_.edge_names, "b*");
  }

  /// `kinds`: what a name can begin with; empty: anything.
  static void CheckNames(const DictionaryView& names, std::string_view kinds) {
    RefuseBytes(kWapiti, names, {"\0", 1}, "a NUL byte");
    for (std::uint32_t id = 0; id < names.size(); ++id) {
      const std::string_view name = names.Name(id);
      if (name.empty()) Refuse(kWapiti, "an empty name");
      if (kinds.empty() || kinds.find(name.front()) != std::string_view::npos) continue;
      Refuse(kWapiti, "a name that does not begin with " + std::string(kinds.substr(0, 1)) +
                          " or *: '" + std::string(name) + "'");
    }
  }

  /// A name that begins with * is one observation with both rows; the node row comes first.
  void CollectObservations() {
    if (!transition_name_.empty())
      observations_.push_back({transition_name_, kNoRow, kTransitions});
    for (std::uint32_t a = 0; a < model_.node_names.size(); ++a) {
      const std::string_view name = model_.node_names.Name(a);
      const std::uint32_t edge = name.front() == '*' ? model_.edge_names.Find(name) : kNoId;
      observations_.push_back({name, a, edge == kNoId ? kNoRow : edge + std::uint64_t{1}});
    }
    for (std::uint32_t a = 0; a < model_.edge_names.size(); ++a) {
      const std::string_view name = model_.edge_names.Name(a);
      if (model_.node_names.Find(name) == kNoId) {
        observations_.push_back({name, kNoRow, a + std::uint64_t{1}});
      }
    }
  }

  void WriteReader() {
    out_ += "#mdl#2#";
    AppendNumber(out_, model_.node.weights() + model_.edge.weights());
    out_ += "\n#rdr#";
    AppendNumber(out_, rules_.size());
    out_ += "/";
    AppendNumber(out_, HighestColumn());
    out_ += "/0\n";
    for (const TemplateRule& rule : rules_) AppendString(rule.text);
    AppendCount(labels_);
    for (std::uint32_t id = 0; id < labels_; ++id) AppendString(model_.labels.Name(id));
    AppendCount(observations_.size());
    for (const Observation& observation : observations_) AppendString(observation.name);
  }

  /// Wapiti counts from 0, so "no column" and "column 0" look the same.
  std::size_t HighestColumn() const {
    if (rules_.empty()) return 0;
    const Template compiled(JoinRules(rules_), model_.options.template_name,
                            TemplateLanguage::kWapiti);
    return compiled.columns() > 0 ? compiled.columns() - 1 : 0;
  }

  void WriteWeights() {
    std::uint64_t base = 0;
    for (const Observation& observation : observations_) {
      const char kind = observation.name.front();
      if (kind != 'b') {
        if (observation.node != kNoRow) AppendRow(model_.node, observation.node, base);
        base += labels_;
      }
      if (kind != 'u') {
        if (observation.edge != kNoRow) AppendRow(model_.edge, observation.edge, base);
        base += std::uint64_t{labels_} * labels_;
      }
    }
  }

  template <class Slot>
  void AppendRow(const ModelRows<Slot>& rows, std::uint64_t row, std::uint64_t base) {
    for (std::uint64_t k = rows.begin[row]; k < rows.begin[row + 1]; ++k) {
      AppendNumber(out_, base + rows.slot[k]);
      out_ += '=';
      AppendHexReal(out_, rows.Weight(k));
      out_ += '\n';
    }
    FlushIfLarge();
  }

  void AppendCount(std::uint64_t count) {
    out_ += "#qrk#";
    AppendNumber(out_, count);
    out_ += '\n';
  }

  void AppendString(std::string_view text) {
    AppendNumber(out_, text.size());
    out_.append(":").append(text).append(",\n");
    FlushIfLarge();
  }

  void FlushIfLarge() {
    if (out_.size() < kPiece) return;
    write_(out_);
    out_.clear();
  }

  static constexpr std::size_t kPiece = std::size_t{1} << 20;

  const ModelData& model_;
  std::uint32_t labels_;
  const ByteSink& write_;
  std::string out_;
  std::vector<TemplateRule> rules_;
  std::string transition_name_;
  std::vector<Observation> observations_;
};

}  // namespace

void WriteWapitiModel(const ModelData& model, const ByteSink& write) {
  WapitiModelWriter(model, write).Write();
}

}  // namespace sagitta::internal
