// Guessing the format and the language of a template, and checking that options fit together.
#include "text/read_options.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "sagitta/error.h"
#include "text/structure.h"
#include "text/template.h"

namespace sagitta::internal {
namespace {

/// The lines of a template that are not empty or comments.
std::vector<std::string_view> Rules(std::string_view text) {
  std::vector<std::string_view> rules;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (!line.empty() && line.front() != '#' && line.front() != '\r') rules.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rules;
}

/// Only Wapiti has lines that begin in lower case or with a star, tests, matches, results in lower
/// case, and absolute or signed offsets.
bool OnlyInWapiti(std::string_view rule) {
  static constexpr std::string_view kMacros[] = {"%X[", "%t[", "%T[", "%m[", "%M[", "%x[@", "%x[+"};
  const char kind = rule.front();
  return kind == 'u' || kind == 'b' || kind == '*' ||
         std::any_of(std::begin(kMacros), std::end(kMacros), [rule](std::string_view macro) {
           return rule.find(macro) != std::string_view::npos;
         });
}

}  // namespace

void CheckReadOptions(const ReadOptions& options) {
  const auto refuse = [](const std::string& message) { throw Error(ErrorKind::kUsage, message); };
  const bool has_template = !options.template_text.empty();
  const Format format = ResolveReadOptions(options).format;
  if (format == Format::kColumns && !has_template) refuse("column text requires a template");
  if (format == Format::kConllu && !has_template) refuse("CoNLL-U requires a template");
  if (format == Format::kAttributes && has_template)
    refuse("attribute text does not use a template");
  if (format == Format::kObservations && has_template) refuse("observations do not use a template");
  if (!ColumnStructure::IsChain(options.structure) && format != Format::kColumns &&
      format != Format::kConllu) {
    refuse("structure is for columns and CoNLL-U; attribute text has @edge lines");
  }
  if (format != Format::kConllu && !options.columns.empty()) {
    refuse("only the columns of CoNLL-U have names");
  }
}

TemplateLanguage ResolveLanguage(TemplateLanguage language, std::string_view text) {
  if (language != TemplateLanguage::kAuto) return language;
  const std::vector<std::string_view> rules = Rules(text);
  if (std::any_of(rules.begin(), rules.end(), [](std::string_view rule) {
        return HasWordFunction(rule.substr(0, rule.find('#')));
      })) {
    return TemplateLanguage::kSagitta;
  }
  const bool wapiti = std::any_of(rules.begin(), rules.end(), OnlyInWapiti);
  return wapiti ? TemplateLanguage::kWapiti : TemplateLanguage::kCrfpp;
}

ReadOptions ResolveReadOptions(ReadOptions options) {
  const bool has_template = !options.template_text.empty();
  if (options.format == Format::kAuto) {
    const Format without = has_template ? Format::kColumns : Format::kAttributes;
    options.format = options.columns.empty() ? without : Format::kConllu;
  }
  if (has_template) {
    options.language = ResolveLanguage(options.language, options.template_text);
  }
  if (ColumnStructure::IsChain(options.structure)) options.structure.clear();
  return options;
}

ReadOptions WithStructureColumns(ReadOptions options) {
  if (ColumnStructure::IsChain(options.structure) || options.columns.empty()) return options;
  const std::vector<std::string> missing =
      ColumnStructure::MissingColumns(options.structure, options.columns);
  options.columns.insert(options.columns.end() - 1, missing.begin(), missing.end());
  return options;
}

bool HasPlainTransitions(const ReadOptions& options) {
  if (options.format == Format::kObservations) return false;
  if (options.template_text.empty()) return true;
  const ReadOptions resolved = ResolveReadOptions(options);
  return Template(resolved.template_text, resolved.template_name, resolved.language)
      .has_plain_transition();
}

}  // namespace sagitta::internal
