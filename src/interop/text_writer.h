// Numbers into a text model, in the shortest form that reads back exactly.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>

namespace sagitta::internal {

inline void AppendNumber(std::string& out, std::integral auto number) {
  char text[24];
  out.append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

inline void AppendReal(std::string& out, double value) {
  char text[32];
  out.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

/// As C's %a prints it.
inline void AppendHexReal(std::string& out, double value) {
  char text[32];
  out += std::signbit(value) ? "-0x" : "0x";
  out.append(text,
             std::to_chars(text, text + sizeof text, std::abs(value), std::chars_format::hex).ptr);
}

}  // namespace sagitta::internal
