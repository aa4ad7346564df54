// printf into a string, for the short texts of logs and dumps.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace sagitta::crfsuite {

/// REQUIRES: the result has fewer than 512 bytes.
template <typename... Values>
std::string Print(const char* format, Values... values) {
  char text[512];
  const int size = std::snprintf(text, sizeof text, format, values...);
  return {text, static_cast<std::size_t>(size)};
}

}  // namespace sagitta::crfsuite
