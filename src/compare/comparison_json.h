// Comparison to the lines of results.jsonl and back; docs/compare.md describes every field.
#pragma once

#include <string>
#include <string_view>

#include "sagitta/compare.h"

namespace sagitta {

std::string ToJsonLines(const Comparison& comparison);

/// Throws Error(kData) with `file` and the line when a line is not what ToJsonLines writes. What
/// follows from other fields is not read.
Comparison FromJsonLines(std::string_view text, const std::string& file);

}  // namespace sagitta
