// Converts a Comparison to the lines of results.jsonl and back; docs/compare.md describes every
// field.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "sagitta/compare.h"

namespace sagitta {

inline constexpr int kFormat = 1;

/// The names of RunMark, in order.
inline const std::array<const char*, 4>& MarkNames() {
  static const std::array<const char*, 4> names = {"best", "second", "other", "diverged"};
  return names;
}

std::string ToJsonLines(const Comparison& comparison);

/// How a line ends instead of with its brace: the last member, a checksum of the line without it.
std::string LineChecksum(std::string_view line);

/// Throws Error(kData) with `file` and the line number if a line is not what ToJsonLines writes, or
/// was changed since.
/// Fields that follow from others are not read.
Comparison FromJsonLines(std::string_view text, const std::string& file);

}  // namespace sagitta
