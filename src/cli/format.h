// Formatting of short texts for users.
#pragma once

#include <string>
#include <string_view>

namespace sagitta::cli {

/// snprintf that returns a string, for short text.
[[gnu::format(printf, 1, 2)]] std::string Print(const char* format, ...);

/// "12.3s", "4m05s", "2h10m"; "-" if negative, which means unknown.
std::string Duration(double seconds);

/// "  NAME      description", with the description wrapped into aligned lines. Line breaks in it
/// are kept.
std::string HelpEntry(std::string_view name, std::string_view description);

}  // namespace sagitta::cli
