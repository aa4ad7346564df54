// Copying short strings into a buffer that was made large enough beforehand.
#pragma once

#include <cstring>
#include <string_view>

namespace sagitta::internal {

/// Bytes that QuickCopy may read beyond its source and write beyond its destination.
inline constexpr std::size_t kCopyPadding = 32;

/// Copies `text` to `out` and returns the end of the copy. Most names are shorter than 32 bytes,
/// for which a copy of fixed size is several times faster than one of the exact size.
/// REQUIRES: kCopyPadding readable bytes from text.data() on and writable ones behind the copy, and
/// that the two do not overlap.
inline char* QuickCopy(char* out, std::string_view text) {
  std::memcpy(out, text.data(), kCopyPadding);
  if (text.size() > kCopyPadding) {
    std::memcpy(out + kCopyPadding, text.data() + kCopyPadding, text.size() - kCopyPadding);
  }
  return out + text.size();
}

}  // namespace sagitta::internal
