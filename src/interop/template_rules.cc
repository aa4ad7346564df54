// Splitting templates into rules, as the tools themselves read them.
#include "interop/template_rules.h"

#include <algorithm>
#include <cctype>

namespace sagitta::internal {
namespace {

/// A Wapiti pattern as Wapiti keeps it: no comment, no spaces at the end, its kind in lower case.
std::string_view TrimPattern(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const std::size_t last = line.find_last_not_of(" \t\r\v\f");
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view TrimCrfpp(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line.starts_with('#') ? std::string_view() : line;
}

TemplateRule MakeRule(std::string_view line, TemplateLanguage language) {
  TemplateRule rule;
  rule.text = std::string(line);
  char& kind = rule.text.front();
  if (language == TemplateLanguage::kWapiti) {
    kind = static_cast<char>(std::tolower(static_cast<unsigned char>(kind)));
  }
  rule.node = kind == 'U' || kind == 'u' || kind == '*';
  rule.edge = kind == 'B' || kind == 'b' || kind == '*';
  rule.macros = rule.text.find('%') != std::string::npos;
  return rule;
}

}  // namespace

std::vector<TemplateRule> TemplateRules(const ReadOptions& options) {
  const bool wapiti = options.language == TemplateLanguage::kWapiti;
  std::vector<TemplateRule> rules;
  std::string_view rest = options.template_text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::string_view trimmed = wapiti ? TrimPattern(line) : TrimCrfpp(line);
    if (!trimmed.empty()) rules.push_back(MakeRule(trimmed, options.language));
  }
  return rules;
}

std::string JoinRules(const std::vector<TemplateRule>& rules) {
  std::string text;
  for (const TemplateRule& rule : rules) text += rule.text + "\n";
  return text;
}

}  // namespace sagitta::internal
