// Numbers in text.
#pragma once

#include <optional>
#include <string_view>

namespace sagitta::internal {

/// A decimal number, with spaces around it or a plus sign before it if need be. It has to be finite
/// as a single precision number, because that is how datasets store values. Anything else: no
/// value.
std::optional<double> ParseNumber(std::string_view text);

}  // namespace sagitta::internal
