// Between our transitions, which have no name, and the lines that name them elsewhere.
#include "interop/plain_transitions.h"

#include <algorithm>

#include "interop/refusals.h"
#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

/// Far more than any template needs; keeps a malicious one from taking long.
constexpr std::size_t kMostComparisons = 1000000;

}  // namespace

/// Macros give at least one byte, but for matches, which may be empty. So the literals must occur
/// in the name in their order, the first at its start and the last at its end; taking the earliest
/// occurrence of each leaves most for the others.
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

std::map<std::string, std::uint32_t, std::less<>> PlainTransitionNames(const ReadOptions& options,
                                                                       const std::string& path) {
  const Template compiled(options.template_text, options.template_name, options.language);
  std::map<std::string, std::uint32_t, std::less<>> names;
  for (const TemplateRule& rule : TemplateRules(options)) {
    if (rule.plain()) ++names[rule.text];
  }
  if (names.size() * compiled.edge_rules().size() > kMostComparisons) {
    throw Error(ErrorKind::kData, {path, 0, 0}, "the template has too many bigram lines");
  }
  for (const auto& [name, count] : names) {
    for (const Template::Rule& rule : compiled.edge_rules()) {
      if (!CouldGive(rule, name)) continue;
      throw Error(ErrorKind::kData, {path, 0, 0},
                  "a line of the template with macros could give the name '" + name +
                      "', which a line without macros gives to all edges");
    }
  }
  return names;
}

std::string ChooseTransitionRule(const ModelData& model, std::string_view tool,
                                 const std::string& name, std::vector<TemplateRule>& rules) {
  for (const TemplateRule& rule : rules) {
    if (!rule.plain() || model.edge_names.Find(rule.text) == kNoId) continue;
    Refuse(tool, "transitions beside an attribute of edges that is called '" + rule.text + "' too");
  }
  // A line that is an attribute of tokens as well (*) stays as it is: it must not be dropped.
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
