// The layout of help text.
#include "cli/help_text.h"

#include <algorithm>

namespace sagitta::cli {
namespace {

constexpr std::size_t kColumn = 30;  // where descriptions start
constexpr std::size_t kWidth = 98;

/// The longest prefix of text that fits, cut between words if possible; never empty.
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

}  // namespace sagitta::cli
