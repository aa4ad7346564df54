// Strict conversions: the whole text must be the value.
#include "cli/values.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sagitta/error.h"
#include "sagitta/suggest.h"

namespace sagitta::cli {
namespace {

[[noreturn]] void Refuse(const std::string& option, const std::string& found,
                         const std::string& expected) {
  throw Error(ErrorKind::kUsage, option + ": found '" + found + "', expected " + expected);
}

/// Whether all of the text is a number, which is then in `value`.
template <typename T>
bool Convert(const std::string& text, T& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

}  // namespace

double ParsePositive(const std::string& option, const std::string& text, bool zero) {
  double value = 0;
  const bool fits =
      Convert(text, value) && std::isfinite(value) && (value > 0 || (zero && value == 0));
  if (!fits) Refuse(option, text, zero ? "a number, 0 or above" : "a number above 0");
  return value;
}

std::uint64_t ParseCount(const std::string& option, const std::string& text, std::uint64_t low,
                         std::uint64_t high) {
  std::uint64_t value = 0;
  if (!Convert(text, value) || value < low || value > high) {
    const std::string limit = high == UINT64_MAX ? " or above" : " to " + std::to_string(high);
    Refuse(option, text, "a whole number, " + std::to_string(low) + limit);
  }
  return value;
}

std::size_t ParseChoice(const std::string& option, const std::string& text,
                        const std::vector<std::string>& choices) {
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  std::string expected = "one of";
  for (const std::string& choice : choices)
    expected += (&choice == &choices.front() ? " " : ", ") + choice;
  Refuse(option, text, expected + Suggestion(text, choices));
}

}  // namespace sagitta::cli
