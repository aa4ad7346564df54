// ASCII text, whatever the locale of the program: classes of bytes, as C's <ctype.h> has them in
// the "C" locale, and numbers.
#pragma once

#include <optional>
#include <string_view>

namespace sagitta::internal {

constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool IsAlpha(char c) { return IsUpper(c) || IsLower(c); }
constexpr bool IsAlnum(char c) { return IsAlpha(c) || IsDigit(c); }
constexpr bool IsPunct(char c) { return c > ' ' && c < '\x7f' && !IsAlnum(c); }
constexpr bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr char ToLower(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

/// Whether a number that std::from_chars found out of range is too small rather than too large: it
/// is then practically 0. `number` is what was read, decimal or hexadecimal without its 0x.
bool IsTiny(std::string_view number, bool hexadecimal = false);

/// A decimal number, possibly with spaces around it and a plus sign before it. It must be finite in
/// single precision, because that is how datasets store values; a number that is too small is 0. No
/// value for anything else.
std::optional<double> ParseNumber(std::string_view text);

}  // namespace sagitta::internal
