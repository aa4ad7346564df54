// The inner loops of reading text: copying short strings into a buffer that is large enough,
// finding the bytes that have a meaning in attribute text, 64 at a time, and counting lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sagitta::internal {

/// Bytes that QuickCopy may read beyond its source and write beyond its destination.
inline constexpr std::size_t kCopyPadding = 32;

/// Copies `text` to `out` and returns the end of the copy. Most names are shorter than 32 bytes,
/// for which a copy of fixed size is several times faster than one of the exact size.
/// REQUIRES: kCopyPadding readable bytes from text.data() on and writable ones after the copy, and
/// that the two do not overlap.
inline char* QuickCopy(char* out, std::string_view text) {
  std::memcpy(out, text.data(), kCopyPadding);
  if (text.size() > kCopyPadding) {
    std::memcpy(out + kCopyPadding, text.data() + kCopyPadding, text.size() - kCopyPadding);
  }
  return out + text.size();
}

/// Bytes that may be read, and are ignored, beyond the end of a text that is scanned.
inline constexpr std::size_t kScanPadding = 64;

/// Of 64 bytes: bit i of `separators` is set when byte i is TAB or LF, of `marks` when it is ':' or
/// '\'.
struct SpecialMask {
  std::uint64_t separators = 0;
  std::uint64_t marks = 0;
  bool operator==(const SpecialMask&) const = default;
};

/// Plain version, for every machine.
inline SpecialMask ScanPlain(const char* data) {
  SpecialMask mask;
  for (unsigned i = 0; i < 64; ++i) {
    const char c = data[i];
    mask.separators |= std::uint64_t{c == '\t' || c == '\n'} << i;
    mask.marks |= std::uint64_t{c == ':' || c == '\\'} << i;
  }
  return mask;
}

#if defined(__SSE2__)
/// The same with SSE2, which every x86-64 has.
inline SpecialMask Scan(const char* data) {
  SpecialMask mask;
  for (unsigned i = 0; i < 64; i += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + i));
    const auto either = [&](char a, char b) {
      const __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(a)),
                                         _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b)));
      return std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(found))} << i;
    };
    mask.separators |= either('\t', '\n');
    mask.marks |= either(':', '\\');
  }
  return mask;
}
#else
inline SpecialMask Scan(const char* data) { return ScanPlain(data); }
#endif

/// The special bytes of a whole text, as masks of 64 bytes each.
class SpecialBytes {
 public:
  /// REQUIRES: kScanPadding readable bytes follow the text, none of them special.
  void Find(const char* text, std::size_t size) {
    masks_.resize(size / 64 + 2);  // one more than needed, for Marks
    for (std::size_t k = 0; k + 1 < masks_.size(); ++k) masks_[k] = Scan(text + 64 * k);
    masks_.back() = {};
  }

  /// How many masks have bits, and their separators.
  std::size_t size() const { return masks_.size() - 1; }
  std::uint64_t Separators(std::size_t k) const { return masks_[k].separators; }

  /// The marks among the `size` bytes from `at` on. REQUIRES: size < 64, all within the text.
  std::uint64_t Marks(std::size_t at, std::size_t size) const {
    const std::size_t shift = at % 64;
    const std::uint64_t low = masks_[at / 64].marks >> shift;
    const std::uint64_t high = masks_[at / 64 + 1].marks << 1 << (63 - shift);
    return (low | high) & ((std::uint64_t{1} << size) - 1);
  }

 private:
  std::vector<SpecialMask> masks_;
};

/// How many bytes are LF. The inner loop has counters of one byte, so that the compiler makes
/// vectors of bytes of it; std::count adds up words, eight times as many.
inline std::uint64_t CountLines(std::string_view text) {
  std::uint64_t lines = 0;
  while (!text.empty()) {
    const std::string_view block = text.substr(0, 255);  // a counter cannot run over
    std::uint8_t count = 0;
    for (const char c : block) count = static_cast<std::uint8_t>(count + (c == '\n'));
    lines += count;
    text.remove_prefix(block.size());
  }
  return lines;
}

}  // namespace sagitta::internal
