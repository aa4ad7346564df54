// Unicode: characters in UTF-8, their classes and their lower-case letters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sagitta::internal {

enum class CharClass : std::uint8_t {
  kOther,   // spaces, control characters, what is not assigned, bytes that are not UTF-8
  kUpper,   // Lu, Lt
  kLower,   // Ll
  kLetter,  // Lm, Lo: letters without case
  kDigit,   // N
  kMark,    // M: belongs to the character before it
  kPunct,   // P, S
};

CharClass ClassOf(char32_t code);

/// The lower-case letter, by Unicode's simple mapping; other characters as they are.
char32_t LowerCase(char32_t code);

/// Bytes that lower case can take for one byte of a text: U+023A has two bytes, U+2C65 three.
inline constexpr std::size_t kLowerGrowth = 2;

/// What a byte that is not part of a valid character becomes; it has no class.
inline constexpr char32_t kInvalid = 0xffffffff;

struct Character {
  char32_t code = kInvalid;
  std::size_t size = 1;  // in bytes
};

/// The first character. REQUIRES: text is not empty.
Character DecodeUtf8(std::string_view text);

/// Writes a valid code point and returns the end of it, at most 4 bytes further on.
char* EncodeUtf8(char32_t code, char* out);

/// Bytes of the first character together with the marks that follow it. REQUIRES: not empty.
std::size_t ClusterSize(std::string_view text);

/// The text in lower case; returns its end. REQUIRES: room for text.size() * kLowerGrowth bytes,
/// which do not overlap the text.
char* LowerUtf8(std::string_view text, char* out);

}  // namespace sagitta::internal
