// Values of options: converts text to numbers and choices, with messages that name the option.
//
// Each Parse function throws Error(kUsage): "--lambda: found 'x', expected a number above 0". The
// To functions make setters for OptionList::Value out of them; the target must outlive parsing.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sagitta::cli {

/// Receives the name of the option and its value as text.
using OptionSetter = std::function<void(const std::string& option, const std::string& text)>;

/// A finite number above zero, or not below it when `zero` is allowed.
double ParsePositive(const std::string& option, const std::string& text, bool zero = false);

/// A whole number from `low` to `high`.
std::uint64_t ParseCount(const std::string& option, const std::string& text, std::uint64_t low,
                         std::uint64_t high = UINT64_MAX);

/// The position of the text among the choices.
std::size_t ParseChoice(const std::string& option, const std::string& text,
                        const std::vector<std::string>& choices);

/// Real is double or std::optional<double>.
template <typename Real>
OptionSetter ToPositive(Real& target, bool zero = false) {
  return [&target, zero](const std::string& option, const std::string& text) {
    target = ParsePositive(option, text, zero);
  };
}

/// Whole numbers from `low` to the largest that the target can hold.
template <typename Integer>
OptionSetter ToCount(Integer& target, std::uint64_t low) {
  return [&target, low](const std::string& option, const std::string& text) {
    target =
        static_cast<Integer>(ParseCount(option, text, low, std::numeric_limits<Integer>::max()));
  };
}

/// The value that belongs to the text in `choices`.
template <typename T>
OptionSetter ToChoice(T& target, std::vector<std::pair<std::string, T>> choices) {
  return
      [&target, choices = std::move(choices)](const std::string& option, const std::string& text) {
        std::vector<std::string> names;
        for (const auto& [name, value] : choices) names.push_back(name);
        target = choices[ParseChoice(option, text, names)].second;
      };
}

}  // namespace sagitta::cli
