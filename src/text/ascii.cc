// Numbers by std::from_chars: exact, fast and independent of the locale.
#include "text/ascii.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace sagitta::internal {

std::optional<double> ParseNumber(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  // std::from_chars does not accept a plus sign; "+-1" stays an error.
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const char* end = text.data() + text.size();
  double value = 0;
  const std::from_chars_result result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  // Written so that NaN fails as well.
  if (!(std::abs(value) <= std::numeric_limits<float>::max())) return std::nullopt;
  return value;
}

}  // namespace sagitta::internal
