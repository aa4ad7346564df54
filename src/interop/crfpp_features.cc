// What the text and the binary form of CRF++ models have in common.
#include "interop/crfpp_features.h"

#include "data/dataset.h"
#include "interop/template_rules.h"
#include "sagitta/error.h"

namespace sagitta::internal {

void CrfppFeatures::AddLabel(std::string_view name) {
  if (!builder_.AddLabel(name)) Bad("the label '" + std::string(name) + "' occurs twice");
}

void CrfppFeatures::CheckLabels() const {
  if (builder_.labels() == 0 || builder_.labels() > kMaxLabels) {
    Bad("found " + std::to_string(builder_.labels()) + " labels, expected 1 to " +
        std::to_string(kMaxLabels));
  }
}

void CrfppFeatures::AddTemplateLine(std::string_view line) {
  options_.template_text.append(line).append("\n");
}

void CrfppFeatures::FinishTemplate() {
  options_.format = Format::kColumns;
  options_.language = TemplateLanguage::kCrfpp;
  options_.template_name = path_ + " (template)";
  plain_ = PlainTransitionNames(options_, path_);
}

std::uint64_t CrfppFeatures::Width(std::string_view name) const {
  const std::uint64_t labels = builder_.labels();
  return name.starts_with('U') ? labels : name.starts_with('B') ? labels * labels : 0;
}

std::shared_ptr<const ModelData> CrfppFeatures::Build(Precision precision) {
  return builder_.Build(precision, ImportedExtras("crf++", std::move(options_)));
}

void CrfppFeatures::Bad(const std::string& what) const {
  throw Error(ErrorKind::kData, {path_, 0, 0}, what);
}

}  // namespace sagitta::internal
