// Laying out help text.
#include "cli/help_text.h"

#include <algorithm>

#include "cli/methods.h"
#include "sagitta/train.h"

namespace sagitta::cli {
namespace {

constexpr std::size_t kColumn = 30;  // where descriptions start
constexpr std::size_t kWidth = 98;

/// The longest beginning of text that fits, cut between words where it can be; never empty.
std::string_view TakeLine(std::string_view text) {
  const std::size_t newline = std::min(text.find('\n'), text.size());
  if (newline <= kWidth - kColumn) return text.substr(0, newline);
  const std::size_t space = text.rfind(' ', kWidth - kColumn);
  return text.substr(0, space == std::string_view::npos || space == 0 ? kWidth - kColumn : space);
}

}  // namespace

std::string HelpEntry(std::string_view name, std::string_view description) {
  std::string text = "  " + std::string(name);
  text += text.size() + 2 > kColumn ? "\n" + std::string(kColumn, ' ')
                                    : std::string(kColumn - text.size(), ' ');
  while (true) {
    const std::string_view line = TakeLine(description);
    text += line;
    text += '\n';
    description.remove_prefix(line.size());
    if (description.empty()) return text;
    description.remove_prefix(1);  // the space or line break
    text += std::string(kColumn, ' ');
  }
}

std::string MethodHelp(const MethodInfo& method) {
  const bool standard = method.name == TrainSettings().method;
  std::string text = method.name + (standard ? " (the default)\n" : "\n") +
                     HelpEntry("family", method.family) + HelpEntry("summary", method.summary) +
                     HelpEntry("citation", method.citation);
  for (const TypedOption& option : TypedOptions(method)) {
    text += HelpEntry(option.name + (option.placeholder.empty() ? "" : " ") + option.placeholder,
                      WithDefault(option.help, option.default_value));
  }
  return text;
}

std::string MethodsPage() {
  std::string text =
      "# Training methods\n\n"
      "Written by `sagitta methods --markdown` from the registry; a test compares the two.\n"
      "`sagitta train --method NAME` uses a method, `sagitta help NAME` prints its entry.\n";
  std::string family;
  for (const MethodInfo& method : Methods()) {
    if (method.family != family) text += "\n## " + method.family + "\n";
    family = method.family;
    text += "\n### " + method.name + "\n\n" + method.summary + ".\n\n" + method.citation + "\n";
    const std::vector<TypedOption> options = TypedOptions(method);
    if (options.empty()) continue;
    text += "\n| option | default | |\n|---|---|---|\n";
    for (const TypedOption& option : options) {
      text += "| `" + option.name + "` | " + option.default_value + " | " + option.help + " |\n";
    }
  }
  return text;
}

}  // namespace sagitta::cli
