// Short pieces of text for people.
#pragma once

#include <string>

namespace sagitta::cli {

/// printf into a string; for short text.
[[gnu::format(printf, 1, 2)]] std::string Print(const char* format, ...);

/// "12.3s", "4m05s", "2h10m"; "-" when negative: not known.
std::string Duration(double seconds);

}  // namespace sagitta::cli
