// Invented word stems, by number: a vocabulary of any size without a table.
#pragma once

#include <cstdint>
#include <string>

namespace sagitta {

/// Appends stem number `index`: two or three syllables of lower-case letters, e.g. "belan",
/// "strivotar". Different numbers give different stems. REQUIRES: index < kStems.
void AppendStem(std::uint32_t index, std::string& out);

inline constexpr std::uint32_t kStems = 1u << 23;

/// A number that belongs to a stem for good, to settle its habits (class, irregular forms, ...).
/// Different `trait`s are independent.
std::uint32_t StemTrait(std::uint32_t index, std::uint32_t trait);

}  // namespace sagitta
