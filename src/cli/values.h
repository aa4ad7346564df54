// Values of options: text to numbers and choices, with messages that name the option.
//
// Each function throws Error(kUsage): "--lambda: found 'x', wanted a number above 0".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sagitta::cli {

/// A finite number above zero, or not below it when `zero` is allowed.
double ParsePositive(const std::string& option, const std::string& text, bool zero = false);

/// A whole number from `low` to `high`.
std::uint64_t ParseCount(const std::string& option, const std::string& text, std::uint64_t low,
                         std::uint64_t high = UINT64_MAX);

/// The position of the text among the choices.
std::size_t ParseChoice(const std::string& option, const std::string& text,
                        const std::vector<std::string>& choices);

}  // namespace sagitta::cli
