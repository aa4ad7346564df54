// Unicode: binary searches in the tables, with a short way for ASCII.
#include "text/unicode.h"

#include <algorithm>
#include <iterator>

#include "text/ascii.h"
#include "text/unicode_tables.h"

namespace sagitta::internal {
namespace {

// Classes of runs in which upper and lower case take turns.
constexpr std::uint32_t kEvenUpper = 7;
constexpr std::uint32_t kOddUpper = 8;

CharClass SearchClass(char32_t code) {
  const std::uint32_t key = code * 16 + 15;
  const std::uint32_t run =
      *std::prev(std::upper_bound(std::begin(kClassRuns), std::end(kClassRuns), key)) % 16;
  if (run < kEvenUpper) return static_cast<CharClass>(run);
  return code % 2 == (run == kOddUpper ? 1u : 0u) ? CharClass::kUpper : CharClass::kLower;
}

CharClass AsciiClass(char c) {
  if (IsUpper(c)) return CharClass::kUpper;
  if (IsLower(c)) return CharClass::kLower;
  if (IsDigit(c)) return CharClass::kDigit;
  return IsPunct(c) ? CharClass::kPunct : CharClass::kOther;
}

/// The bits of a byte that continues a character; false if it does not.
bool TakeRest(unsigned char byte, char32_t& code) {
  if ((byte & 0xc0) != 0x80) return false;
  code = code << 6 | (byte & 0x3f);
  return true;
}

}  // namespace

CharClass ClassOf(char32_t code) {
  if (code < 0x80) return AsciiClass(static_cast<char>(code));
  return code > 0x10ffff ? CharClass::kOther : SearchClass(code);
}

char32_t LowerCase(char32_t code) {
  if (code < 0x80) return static_cast<unsigned char>(ToLower(static_cast<char>(code)));
  const CaseRun* const run = std::partition_point(std::begin(kCaseRuns), std::end(kCaseRuns),
                                                  [&](const CaseRun& r) { return r.last < code; });
  if (run == std::end(kCaseRuns) || code < run->first) return code;
  if ((code - run->first) % static_cast<std::uint32_t>(run->step) != 0) return code;
  return static_cast<char32_t>(static_cast<std::int32_t>(code) + run->delta);
}

Character DecodeUtf8(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return {};
  char32_t code = first & (0xff >> (size + 1));
  for (std::size_t k = 1; k < size; ++k) {
    if (!TakeRest(byte(k), code)) return {};
  }
  const bool too_long = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (too_long || surrogate || code > 0x10ffff) return {};
  return {code, size};
}

char* EncodeUtf8(char32_t code, char* out) {
  const auto put = [&out](char32_t byte) { *out++ = static_cast<char>(byte); };
  const auto rest = [&](int shift) { put(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    rest(0);
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    rest(6);
    rest(0);
  } else {
    put(0xf0 | code >> 18);
    rest(12);
    rest(6);
    rest(0);
  }
  return out;
}

std::size_t ClusterSize(std::string_view text) {
  std::size_t size = DecodeUtf8(text).size;
  while (size < text.size() && (text[size] & 0x80) != 0) {
    const Character next = DecodeUtf8(text.substr(size));
    if (ClassOf(next.code) != CharClass::kMark) break;
    size += next.size;
  }
  return size;
}

char* LowerUtf8(std::string_view text, char* out) {
  while (!text.empty()) {
    const Character next = DecodeUtf8(text);
    if (next.code == kInvalid) {
      *out++ = text.front();
    } else {
      out = EncodeUtf8(LowerCase(next.code), out);
    }
    text.remove_prefix(next.size);
  }
  return out;
}

}  // namespace sagitta::internal
