// All labellings of a short sequence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sagitta {

/// Calls body(y) for all labels^length labellings y, a std::vector<std::uint32_t>.
template <class Body>
void ForEachLabelling(std::size_t length, std::size_t labels, const Body& body) {
  std::vector<std::uint32_t> y(length, 0);
  for (;;) {
    body(static_cast<const std::vector<std::uint32_t>&>(y));
    std::size_t t = 0;
    while (t < length && ++y[t] == labels) y[t++] = 0;
    if (t == length) return;
  }
}

}  // namespace sagitta
