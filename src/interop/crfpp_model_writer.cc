// Writing CRF++'s text model, in a form that crf_learn -C takes.
#include <algorithm>

#include "base/file.h"
#include "interop/crfpp_model.h"
#include "interop/plain_transitions.h"
#include "interop/refusals.h"
#include "interop/text_writer.h"

namespace sagitta::internal {
namespace {

constexpr std::string_view kCrfpp = "CRF++";

/// A name with its row, of node attributes or of edges.
struct Feature {
  std::string_view name;
  std::uint64_t row;
  bool node;
};

class CrfppModelWriter {
 public:
  CrfppModelWriter(const ModelData& model, const std::string& path)
      : model_(model), labels_(model.labels.size()), file_(path) {}

  void Write() {
    Check();
    rules_ = TemplateRules(model_.options);
    transition_name_ = ChooseTransitionRule(model_, kCrfpp, "B", rules_);
    CollectFeatures();
    WriteHeader();
    WriteNames();
    for (const Feature& feature : features_) {
      if (feature.node) {
        AppendRow(model_.node, feature);
      } else {
        AppendRow(model_.edge, feature);
      }
    }
    file_.Write(out_);
    file_.Commit();
  }

 private:
  /// crf_learn -C reads lines of at most this many bytes.
  static constexpr std::size_t kLongestLine = 8191;
  static constexpr std::size_t kLongestId = 10;
  static constexpr std::size_t kPiece = std::size_t{1} << 20;

  void Check() const {
    const ReadOptions& options = model_.options;
    if (options.format == Format::kConllu) Refuse(kCrfpp, "the names of CoNLL-U fields");
    if (options.format != Format::kColumns) {
      Refuse(kCrfpp, "a model without a template, as one for attribute text or observations is");
    }
    if (options.language != TemplateLanguage::kCrfpp) Refuse(kCrfpp, "Wapiti's patterns");
    RefuseConstraints(kCrfpp, model_);
    if (model_.node.weights() + model_.edge.weights() == 0)
      Refuse(kCrfpp, "a model without weights");
    CheckNames(model_.labels, "");
    CheckNames(model_.node_names, "U");
    CheckNames(model_.edge_names, "B");
  }

  static void CheckNames(const DictionaryView& names, std::string_view kind) {
    RefuseBytes(kCrfpp, names, {" \t\r\n\0", 5}, "a space, a line end or a NUL byte");
    for (std::uint32_t id = 0; id < names.size(); ++id) {
      const std::string_view name = names.Name(id);
      if (name.empty()) Refuse(kCrfpp, "an empty name");
      if (!name.starts_with(kind)) {
        Refuse(kCrfpp, "a name that does not begin with " + std::string(kind) + ": '" +
                           std::string(name) + "'");
      }
      if (name.size() + kLongestId + 1 > kLongestLine) {
        Refuse(kCrfpp, "a name of " + std::to_string(name.size()) + " bytes: '" +
                           std::string(name.substr(0, 40)) + "...'");
      }
    }
  }

  /// In the order in which crf_learn writes them: by their bytes.
  void CollectFeatures() {
    for (std::uint32_t a = 0; a < model_.node_names.size(); ++a) {
      features_.push_back({model_.node_names.Name(a), a, true});
    }
    for (std::uint32_t a = 0; a < model_.edge_names.size(); ++a) {
      features_.push_back({model_.edge_names.Name(a), a + std::uint64_t{1}, false});
    }
    if (!transition_name_.empty()) features_.push_back({transition_name_, 0, false});
    std::sort(features_.begin(), features_.end(),
              [](const Feature& a, const Feature& b) { return a.name < b.name; });
  }

  std::uint64_t Width(const Feature& feature) const {
    return feature.node ? labels_ : std::uint64_t{labels_} * labels_;
  }

  void WriteHeader() {
    std::uint64_t count = 0;
    for (const Feature& feature : features_) count += Width(feature);
    if (count > kMostWeights) {
      Refuse(kCrfpp,
             "more than 2^31 - 1 weights, and this one would have " + std::to_string(count));
    }
    const Template compiled(JoinRules(rules_), model_.options.template_name,
                            TemplateLanguage::kCrfpp);
    out_ += "version: 100\ncost-factor: 1\nmaxid: ";
    AppendNumber(out_, count);
    out_ += "\nxsize: ";
    AppendNumber(out_, std::max<std::size_t>(compiled.columns(), 1));  // crf_learn -C wants one
    out_ += "\n\n";
    for (std::uint32_t id = 0; id < labels_; ++id) {
      out_.append(model_.labels.Name(id)).append("\n");
    }
    // crf_test keeps unigram and bigram lines apart and so does its file.
    out_ += "\n";
    for (const bool node : {true, false}) {
      for (const TemplateRule& rule : rules_) {
        if (rule.node == node) out_ += rule.text + "\n";
      }
    }
    out_ += "\n";
  }

  void WriteNames() {
    std::uint64_t id = 0;
    for (const Feature& feature : features_) {
      AppendNumber(out_, id);
      out_.append(" ").append(feature.name).append("\n");
      id += Width(feature);
      FlushIfLarge();
    }
    out_ += "\n";
  }

  /// All slots of the row, also those without a weight.
  template <class Slot>
  void AppendRow(const ModelRows<Slot>& rows, const Feature& feature) {
    std::uint64_t k = rows.begin[feature.row];
    for (std::uint64_t slot = 0; slot < Width(feature); ++slot) {
      const bool stored = k < rows.begin[feature.row + 1] && rows.slot[k] == slot;
      AppendReal(out_, stored ? rows.Weight(k++) : 0.0);
      out_ += '\n';
    }
    FlushIfLarge();
  }

  void FlushIfLarge() {
    if (out_.size() < kPiece) return;
    file_.Write(out_);
    out_.clear();
  }

  static constexpr std::uint64_t kMostWeights = 0x7fffffff;

  const ModelData& model_;
  std::uint32_t labels_;
  OutputFile file_;
  std::string out_;
  std::vector<TemplateRule> rules_;
  std::string transition_name_;
  std::vector<Feature> features_;
};

}  // namespace

void WriteCrfppModel(const ModelData& model, const std::string& path) {
  CrfppModelWriter(model, path).Write();
}

}  // namespace sagitta::internal
