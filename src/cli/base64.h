// Base64, the encoding in which Chromium returns images.
#pragma once

#include <string>
#include <string_view>

namespace sagitta::cli {

/// Decodes base64; other characters are skipped.
inline std::string FromBase64(std::string_view text) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  unsigned char value_of[256];
  for (unsigned char& value : value_of) value = 64;
  for (std::size_t k = 0; k < kAlphabet.size(); ++k) {
    value_of[static_cast<unsigned char>(kAlphabet[k])] = static_cast<unsigned char>(k);
  }
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  unsigned pending = 0;
  int bits = 0;
  for (const char c : text) {
    const unsigned value = value_of[static_cast<unsigned char>(c)];
    if (value == 64) continue;
    pending = (pending << 6 | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(pending >> bits & 0xff);
  }
  return bytes;
}

}  // namespace sagitta::cli
