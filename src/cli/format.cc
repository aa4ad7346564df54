// Formatting of short texts for users.
#include "cli/format.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

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

std::string Print(const char* format, ...) {
  char text[256];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

std::string Duration(double seconds) {
  if (seconds < 0) return "-";
  if (seconds < 100) return Print("%.1fs", seconds);
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 3600) return Print("%ldm%02lds", whole / 60, whole % 60);
  return Print("%ldh%02ldm", whole / 3600, whole / 60 % 60);
}

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
