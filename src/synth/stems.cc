// Stems as numbers in mixed radix: onset, vowel, onset, vowel, [onset, vowel,] coda.
#include "synth/stems.h"

#include <array>
#include <string_view>

#include "synth/random.h"

namespace sagitta {
namespace {

constexpr std::array<std::string_view, 24> kOnsets = {"b", "br", "c",  "d", "dr", "f", "g", "gl",
                                                      "h", "j",  "k",  "l", "m",  "n", "p", "pl",
                                                      "r", "s",  "st", "t", "tr", "v", "w", "z"};
constexpr std::array<char, 5> kVowels = {'a', 'e', 'i', 'o', 'u'};
constexpr std::array<std::string_view, 8> kCodas = {"", "n", "r", "l", "m", "k", "d", "th"};

constexpr std::uint64_t kSyllables = kOnsets.size() * kVowels.size();
constexpr std::uint64_t kShort = kSyllables * kSyllables * kCodas.size();
constexpr std::uint64_t kLong = kShort * kSyllables;
static_assert(kStems <= kShort + kLong);

// Neighbouring numbers should not look alike, so they are spread by a factor that shares no divisor
// with the 2, 3 and 5 that make up the sizes.
constexpr std::uint64_t kSpread = 7919;

std::uint64_t AppendSyllable(std::uint64_t code, std::string& out) {
  out += kOnsets[code % kOnsets.size()];
  code /= kOnsets.size();
  out += kVowels[code % kVowels.size()];
  return code / kVowels.size();
}

}  // namespace

void AppendStem(std::uint32_t index, std::string& out) {
  const bool is_short = index < kShort;
  std::uint64_t code = is_short ? index * kSpread % kShort : (index - kShort) * kSpread % kLong;
  code = AppendSyllable(code, out);
  code = AppendSyllable(code, out);
  if (!is_short) code = AppendSyllable(code, out);
  out += kCodas[code];
}

std::uint32_t StemTrait(std::uint32_t index, std::uint32_t trait) {
  return static_cast<std::uint32_t>(MixBits((std::uint64_t{trait} << 32) + index) >> 40);
}

}  // namespace sagitta
