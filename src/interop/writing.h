// What the writers of other tools' formats share: messages about what a format cannot hold, and
// numbers as text.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/model_data.h"

namespace sagitta::internal {

/// Throws Error(kData): "a CRFsuite model cannot hold X".
[[noreturn]] void Refuse(std::string_view tool, const std::string& what);

/// Refuses a model that has constraints, and one of graphs.
void RefuseConstraints(std::string_view tool, const ModelData& model);

/// Refuses the first name that holds one of `bytes`; `description` says what those are.
void RefuseBytes(std::string_view tool, const DictionaryView& names, std::string_view bytes,
                 const std::string& description);

/// Numbers in the shortest form that reads back exactly.
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
