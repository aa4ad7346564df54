// Writing CRF++'s text model, in a form that crf_learn -C takes.
#include <algorithm>
#include <numeric>

#include "interop/crfpp_model.h"
#include "interop/template_rules.h"
#include "interop/writing.h"

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
  CrfppModelWriter(const ModelData& model, const ByteSink& write)
      : model_(model), labels_(model.labels.size()), write_(write) {}

  void Write() {
    Check();
    rules_ = TemplateRules(model_.options);
    transition_name_ = ChooseTransitionRule(model_, kCrfpp, "B", rules_);
    SortLabels();
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
    write_(out_);
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
      Refuse(kCrfpp, "a model without a template, such as one for attribute text or observations");
    }
    if (options.language != TemplateLanguage::kCrfpp) {
      Refuse(kCrfpp, options.language == TemplateLanguage::kWapiti ? "Wapiti's patterns"
                                                                   : "Sagitta's own templates");
    }
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

  /// crf_learn sorts them by their bytes; crf_test prints them in the order of the file.
  void SortLabels() {
    order_.resize(labels_);
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return model_.labels.Name(a) < model_.labels.Name(b);
    });
  }

  /// In the order in which crf_learn writes them: sorted by their bytes.
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
    AppendNumber(out_, std::max<std::size_t>(compiled.columns(), 1));  // crf_learn -C requires one
    out_ += "\n\n";
    for (const std::uint32_t id : order_) out_.append(model_.labels.Name(id)).append("\n");
    // crf_test keeps unigram and bigram lines apart, and so does its file.
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

  /// All slots of the row, including those without a weight.
  template <class Slot>
  void AppendRow(const ModelRows<Slot>& rows, const Feature& feature) {
    row_.assign(Width(feature), 0.0);
    for (std::uint64_t k = rows.begin[feature.row]; k < rows.begin[feature.row + 1]; ++k) {
      row_[rows.slot[k]] = rows.Weight(k);
    }
    // A slot is a label, or a pair of them: from * labels + to.
    for (std::size_t at = 0; at < row_.size(); ++at) {
      const std::size_t from = feature.node ? 0 : order_[at / labels_] * std::size_t{labels_};
      AppendReal(out_, row_[from + order_[at % labels_]]);
      out_ += '\n';
    }
    FlushIfLarge();
  }

  void FlushIfLarge() {
    if (out_.size() < kPiece) return;
    write_(out_);
    out_.clear();
  }

  static constexpr std::uint64_t kMostWeights = 0x7fffffff;

  const ModelData& model_;
  std::uint32_t labels_;
  const ByteSink& write_;
  std::string out_;
  std::vector<TemplateRule> rules_;
  std::string transition_name_;
  std::vector<std::uint32_t> order_;  // of the labels in the file
  std::vector<Feature> features_;
  std::vector<double> row_;  // by slots of the model
};

}  // namespace

void WriteCrfppModel(const ModelData& model, const ByteSink& write) {
  CrfppModelWriter(model, write).Write();
}

}  // namespace sagitta::internal
