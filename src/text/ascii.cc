// Numbers by std::from_chars: exact, fast and independent of the locale.
#include "text/ascii.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace sagitta::internal {

// The exponent of the first digit that is not 0, as it would be without a point. Where a number is
// out of range, its sign is enough.
bool IsTiny(std::string_view number, bool hexadecimal) {
  const std::size_t mark = std::min(number.find_first_of(hexadecimal ? "pP" : "eE"), number.size());
  const std::string_view digits = number.substr(0, mark);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = std::min(digits.find_first_not_of("-0."), digits.size());
  double exponent = static_cast<double>(point) - static_cast<double>(first);
  if (hexadecimal) exponent *= 4;
  std::string_view power = number.substr(std::min(mark + 1, number.size()));
  const bool negative = power.starts_with('-');
  if (negative || power.starts_with('+')) power.remove_prefix(1);
  double stated = 0;
  for (const char c : power) stated = 10 * stated + (c - '0');
  return exponent + (negative ? -stated : stated) < 0;
}

std::optional<double> ParseNumber(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  // std::from_chars does not accept a plus sign; "+-1" stays an error.
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const char* end = text.data() + text.size();
  double value = 0;
  const std::from_chars_result result = std::from_chars(text.data(), end, value);
  if (result.ptr != end) return std::nullopt;
  if (result.ec == std::errc::result_out_of_range && IsTiny(text)) return 0.0;
  if (result.ec != std::errc()) return std::nullopt;
  // Written so that NaN fails as well.
  if (!(std::abs(value) <= std::numeric_limits<float>::max())) return std::nullopt;
  return value;
}

}  // namespace sagitta::internal
