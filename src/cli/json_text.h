// Strings and numbers as JSON.
#pragma once

#include <string>
#include <string_view>

namespace sagitta::cli {

/// A JSON string. Bytes that are not valid UTF-8 are replaced by U+FFFD.
std::string JsonQuoted(std::string_view text);

/// The shortest text that reads back to the same number.
std::string ShortestNumber(double value);

}  // namespace sagitta::cli
