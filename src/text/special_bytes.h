// Finding the bytes that have a meaning in attribute text, 64 bytes at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sagitta::internal {

/// Bytes that may be read, and are ignored, beyond the end of a text that is scanned.
inline constexpr std::size_t kScanPadding = 64;

/// Bit i is set when data[i] is TAB, LF, ':' or '\'. Plain version, for every machine.
inline std::uint64_t SpecialMaskPlain(const char* data) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < 64; ++i) {
    const char c = data[i];
    const bool special = c == '\t' || c == '\n' || c == ':' || c == '\\';
    mask |= std::uint64_t{special} << i;
  }
  return mask;
}

#if defined(__SSE2__)
/// The same with SSE2, which every x86-64 has.
inline std::uint64_t SpecialMask(const char* data) {
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < 64; i += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data + i));
    const __m128i ends = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t')),
                                      _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')));
    const __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(':')),
                                       _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
    const int found = _mm_movemask_epi8(_mm_or_si128(ends, marks));
    mask |= std::uint64_t{static_cast<std::uint32_t>(found)} << i;
  }
  return mask;
}
#else
inline std::uint64_t SpecialMask(const char* data) { return SpecialMaskPlain(data); }
#endif

/// Walks over the special bytes of a text.
/// REQUIRES: the text ends with a special byte, beyond which Next is not called, and kScanPadding
/// readable bytes follow it.
class SpecialBytes {
 public:
  explicit SpecialBytes(const char* text) : block_(text), mask_(SpecialMask(text)) {}

  /// The next special byte.
  const char* Next() {
    while (mask_ == 0) {
      block_ += 64;
      mask_ = SpecialMask(block_);
    }
    const char* found = block_ + std::countr_zero(mask_);
    mask_ &= mask_ - 1;
    return found;
  }

 private:
  const char* block_;
  std::uint64_t mask_;  // of the 64 bytes from block_ on: those that Next has not given yet
};

}  // namespace sagitta::internal
