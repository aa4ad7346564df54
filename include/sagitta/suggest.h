// The nearest known name to one that was mistyped.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)

namespace sagitta {

/// Insertions, deletions, replacements and swaps of neighbours that turn one string into the other.
std::size_t EditDistance(std::string_view a, std::string_view b);

/// ", did you mean 'NAME'?" with the nearest of the names, or nothing when none is near.
std::string Suggestion(std::string_view typed, const std::vector<std::string>& names);

}  // namespace sagitta

#pragma GCC visibility pop
