// Splitting templates into rules as the tools themselves read them; and matching our transitions,
// which have no name, with the lines that name them in other tools.
#include "interop/template_rules.h"

#include <algorithm>
#include <cctype>

#include "interop/writing.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

/// A Wapiti pattern as Wapiti stores it: no comment, no trailing spaces.
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

/// Bytes of names times bytes of literals: far more than any template needs; it bounds the time
/// that a malicious one can take.
constexpr std::size_t kMostComparisons = 100000000;

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

/// Macros produce at least one byte, except for matches, which may be empty. So the literals must
/// occur in the name in their order, the first at its start and the last at its end; taking the
/// earliest occurrence of each leaves the most room for the others.
bool CouldGive(const Template::Rule& rule, std::string_view name) {
  std::size_t used = 0;
  for (std::size_t k = 0; k < rule.pieces.size(); ++k) {
    const std::string_view literal = rule.pieces[k].literal;
    const std::size_t found =
        used <= name.size() ? name.find(literal, used) : std::string_view::npos;
    if (found == std::string_view::npos || (k == 0 && found != 0)) return false;
    const bool may_be_empty =
        !rule.commands.empty() && rule.commands[k].kind == Command::Kind::kMatch;
    used = found + literal.size() + (may_be_empty ? 0 : 1);
  }
  return used <= name.size() && name.substr(used).ends_with(rule.tail);
}

/// One more for each, as an empty one takes time as well.
std::size_t NameBytes(const std::map<std::string, std::uint32_t, std::less<>>& names) {
  std::size_t bytes = 0;
  for (const auto& [name, count] : names) bytes += name.size() + 1;
  return bytes;
}

std::size_t LiteralBytes(const std::vector<Template::Rule>& rules) {
  std::size_t bytes = 0;
  for (const Template::Rule& rule : rules) {
    bytes += rule.tail.size() + 1;
    for (const Template::Rule::Piece& piece : rule.pieces) bytes += piece.literal.size() + 1;
  }
  return bytes;
}

std::map<std::string, std::uint32_t, std::less<>> PlainTransitionNames(const ReadOptions& options,
                                                                       const std::string& path) {
  const Template compiled(options.template_text, options.template_name, options.language);
  std::map<std::string, std::uint32_t, std::less<>> names;
  for (const TemplateRule& rule : TemplateRules(options)) {
    if (rule.plain()) ++names[rule.text];
  }
  if (NameBytes(names) > kMostComparisons / (LiteralBytes(compiled.edge_rules()) + 1)) {
    throw Error(ErrorKind::kData, {path, 0, 0},
                "the template has too many or too long bigram lines");
  }
  for (const auto& [name, count] : names) {
    for (const Template::Rule& rule : compiled.edge_rules()) {
      if (!CouldGive(rule, name)) continue;
      throw Error(ErrorKind::kData, {path, 0, 0},
                  "a line of the template with macros could produce the name '" + name +
                      "', which a line without macros gives to all edges");
    }
  }
  return names;
}

std::string ChooseTransitionRule(const ModelData& model, std::string_view tool,
                                 const std::string& name, std::vector<TemplateRule>& rules) {
  for (const TemplateRule& rule : rules) {
    if (!rule.plain() || model.edge_names.Find(rule.text) == kNoId) continue;
    Refuse(tool, "both transitions and an edge attribute with the name '" + rule.text + "'");
  }
  // A line that is also a node attribute (*) stays as it is: it must not be dropped.
  const auto carries = [](const TemplateRule& rule) { return rule.plain() && !rule.node; };
  auto carrier = std::find_if(rules.begin(), rules.end(), carries);
  if (carrier == rules.end()) {
    if (model.edge.begin[1] == 0) return "";
    rules.push_back({name, false, true, false});
    return ChooseTransitionRule(model, tool, name, rules);
  }
  rules.erase(std::remove_if(carrier + 1, rules.end(), carries), rules.end());
  return std::find_if(rules.begin(), rules.end(), carries)->text;
}

}  // namespace sagitta::internal
