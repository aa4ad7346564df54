// A template as the tools store it in their models: its lines, without comments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sagitta/sequence.h"

namespace sagitta::internal {

struct TemplateRule {
  std::string text;
  bool node = false;    // U, u or *
  bool edge = false;    // B, b or *
  bool macros = false;  // otherwise it gives the same name everywhere

  /// A line that stands for the plain transitions, which have a name in the other tools' models and
  /// none in ours.
  bool plain() const { return edge && !macros; }
};

/// The rules of options.template_text. REQUIRES: it is a template in options.language.
std::vector<TemplateRule> TemplateRules(const ReadOptions& options);

/// The text that gives these rules again.
std::string JoinRules(const std::vector<TemplateRule>& rules);

}  // namespace sagitta::internal
