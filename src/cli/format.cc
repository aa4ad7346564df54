// Formatting of short texts for users.
#include "cli/format.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace sagitta::cli {

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

}  // namespace sagitta::cli
