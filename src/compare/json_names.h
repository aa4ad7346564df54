// What the writer and the reader of results.jsonl must agree on.
#pragma once

#include <array>

namespace sagitta {

inline constexpr int kFormat = 1;

/// In the order of RunMark.
inline const std::array<const char*, 4>& MarkNames() {
  static const std::array<const char*, 4> names = {"best", "second", "other", "diverged"};
  return names;
}

}  // namespace sagitta
