// The plain transitions, which other tools store under the name of a bigram line without macros.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "interop/template_rules.h"
#include "model/model_data.h"
#include "text/template.h"

namespace sagitta::internal {

/// How often the plain lines of a template give each name to every edge. A name that a line with
/// macros could give too would mean both; such a template is an Error(kData) at the file `path`.
/// Throws also when it is no template.
std::map<std::string, std::uint32_t, std::less<>> PlainTransitionNames(const ReadOptions& options,
                                                                       const std::string& path);

/// Whether the rule could give this name at some token.
bool CouldGive(const Template::Rule& rule, std::string_view name);

/// Makes sure that exactly one bigram line without macros stands for the transitions of `model`, if
/// it has any, and returns its name: the first line of that kind, or a new one that is `name`
/// alone. Others of its kind are dropped, since such a line adds nothing else. Empty: no
/// transitions. Throws Error(kData) when an edge attribute has the name of a line without macros.
std::string ChooseTransitionRule(const ModelData& model, std::string_view tool,
                                 const std::string& name, std::vector<TemplateRule>& rules);

}  // namespace sagitta::internal
