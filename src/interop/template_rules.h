// A template as other tools store it in their models: its lines, without comments; and the plain
// transitions, which they store under the name of a bigram line without macros.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/model_data.h"
#include "sagitta/sequence.h"
#include "text/template.h"

namespace sagitta::internal {

struct TemplateRule {
  std::string text;
  bool node = false;    // U, u or *
  bool edge = false;    // B, b or *
  bool macros = false;  // otherwise it gives the same name everywhere

  /// A line that represents the plain transitions, which have a name in other tools' models but not
  /// in ours.
  bool plain() const { return edge && !macros; }
};

/// The rules of options.template_text. REQUIRES: it is a template in options.language.
std::vector<TemplateRule> TemplateRules(const ReadOptions& options);

/// The text that these rules came from, without comments.
std::string JoinRules(const std::vector<TemplateRule>& rules);

/// How often the plain lines of a template give each name to every edge. A name that a line with
/// macros could also give would be ambiguous: such a template is an Error(kData) that names the
/// file `path`. Also throws when it is not a template.
std::map<std::string, std::uint32_t, std::less<>> PlainTransitionNames(const ReadOptions& options,
                                                                       const std::string& path);

/// Whether the rule could produce this name at some token.
bool CouldGive(const Template::Rule& rule, std::string_view name);

/// Makes sure that exactly one bigram line without macros represents the transitions of `model`, if
/// it has any, and returns its name: the first line of that kind, or a new one that is just `name`.
/// Other lines of that kind are dropped, since they add nothing else. Empty: no transitions. Throws
/// Error(kData) when an edge attribute has the name of a line without macros.
std::string ChooseTransitionRule(const ModelData& model, std::string_view tool,
                                 const std::string& name, std::vector<TemplateRule>& rules);

}  // namespace sagitta::internal
