// Signs of data that are read in the wrong way.
#include "sagitta/input_check.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "data/corpus_data.h"
#include "eval/spans.h"

namespace sagitta {
namespace {

using internal::CorpusData;

constexpr const char* kColumnAdvice =
    "if these are columns, of which the last is the label, add --preset NAME or --template FILE";

std::string Quoted(std::string_view name) {
  constexpr std::size_t kShown = 40;
  const bool whole = name.size() <= kShown;
  return "'" + std::string(name.substr(0, kShown)) + (whole ? "'" : "...'");
}

class Checker {
 public:
  explicit Checker(const CorpusData& data)
      : data_(data),
        labels_(data.names->labels.View()),
        attributes_(data.names->node.View()),
        attribute_text_(
            data.options.template_text.empty() &&
            (data.options.format == Format::kAuto || data.options.format == Format::kAttributes)) {}

  std::vector<InputConcern> Run() const {
    std::vector<InputConcern> concerns;
    for (const auto check :
         {&Checker::Comments, &Checker::NoAttributes, &Checker::TooManyLabels,
          &Checker::LabelsAsAttributes, &Checker::Blanks, &Checker::OneSequence}) {
      if (auto concern = (this->*check)()) {
        const std::string file = data_.file_names.empty() ? "" : data_.file_names[0] + ": ";
        concern->text = file + concern->text;
        concerns.push_back(std::move(*concern));
        if (concerns.back().serious) break;  // the others would have the same cause
      }
    }
    return concerns;
  }

 private:
  using Concern = std::optional<InputConcern>;

  std::uint32_t labels() const { return data_.dataset.labels; }

  Concern Comments() const {
    for (std::uint32_t k = 0; attribute_text_ && k < labels(); ++k) {
      const std::string_view name = labels_.Name(k);
      if (!name.starts_with("# ")) continue;
      return InputConcern{true, "found the label " + Quoted(name) +
                                    ", which looks like a comment of CoNLL-U: name the columns, as "
                                    "in --columns form,upos, and add --preset NAME or --template "
                                    "FILE"};
    }
    return std::nullopt;
  }

  Concern NoAttributes() const {
    const bool any = data_.dataset.node_attributes > 0 || data_.dataset.edge_attributes > 0;
    if (any || !data_.options.template_text.empty()) return std::nullopt;
    return InputConcern{true, "found no attributes, only labels such as " +
                                  Quoted(labels_.Name(0)) +
                                  " (attribute text is LABEL TAB ATTRIBUTE ...): " + kColumnAdvice};
  }

  /// The fewer labels there are, the closer their number must be to that of the tokens.
  Concern TooManyLabels() const {
    const std::uint64_t tokens = data_.dataset.tokens(), count = labels();
    const bool many = (count >= 30 && 2 * count > tokens) || (count >= 60 && 4 * count > tokens) ||
                      (count >= 100 && 10 * count > tokens);
    if (!many) return std::nullopt;
    const std::string found = "found " + std::to_string(count) + " labels on " +
                              std::to_string(tokens) + " tokens, such as " +
                              Quoted(labels_.Name(static_cast<std::uint32_t>(count - 1))) + ": ";
    if (attribute_text_) return InputConcern{true, found + kColumnAdvice};
    return InputConcern{true, found +
                                  "is the label in the last column? If this is attribute text, of "
                                  "which the first field is the label, leave out the template"};
  }

  /// Columns separated by TABs: the real label is an attribute of every token.
  Concern LabelsAsAttributes() const {
    if (!attribute_text_) return std::nullopt;
    std::vector<bool> like_label(attributes_.size());
    bool any = false;
    std::string_view example;
    for (std::uint32_t a = 0; a < attributes_.size(); ++a) {
      const std::string_view name = attributes_.Name(a);
      const bool begins = name.starts_with("B-") && EvidenceOf(name) == SpanEvidence::kTyped;
      like_label[a] = name == "O" || EvidenceOf(name) == SpanEvidence::kTyped;
      if (begins && !any) example = name;
      any |= begins;
    }
    if (!any || !EveryTokenHasOne(like_label)) return std::nullopt;
    return InputConcern{true, "every token has an attribute that looks like a label, such as " +
                                  Quoted(example) + ": " + kColumnAdvice};
  }

  bool EveryTokenHasOne(const std::vector<bool>& wanted) const {
    const SparseRows& rows = data_.dataset.node;
    for (std::uint64_t t = 0; t < data_.dataset.tokens(); ++t) {
      const auto begin = rows.attribute.begin() + static_cast<std::ptrdiff_t>(rows.begin[t]);
      const auto end = rows.attribute.begin() + static_cast<std::ptrdiff_t>(rows.begin[t + 1]);
      if (std::none_of(begin, end, [&](std::uint32_t a) { return wanted[a]; })) return false;
    }
    return true;
  }

  Concern Blanks() const {
    if (!attribute_text_) return std::nullopt;
    for (std::uint32_t k = 0; k < labels(); ++k) {
      const std::string_view name = labels_.Name(k);
      if (name.find(' ') == std::string_view::npos) continue;
      return InputConcern{false,
                          "found the label " + Quoted(name) +
                              " with a blank; fields are separated by TABs: " + kColumnAdvice};
    }
    return std::nullopt;
  }

  Concern OneSequence() const {
    constexpr std::uint64_t kLong = 5000;
    if (data_.dataset.examples() != 1 || data_.dataset.tokens() < kLong) return std::nullopt;
    return InputConcern{false, "found a single sequence of " +
                                   std::to_string(data_.dataset.tokens()) +
                                   " tokens; an empty line ends a sequence"};
  }

  const CorpusData& data_;
  DictionaryView labels_;
  DictionaryView attributes_;
  bool attribute_text_;
};

}  // namespace

std::vector<InputConcern> CheckTrainingInput(const Corpus& corpus) {
  return Checker(internal::CorpusAccess::Data(corpus)).Run();
}

}  // namespace sagitta
