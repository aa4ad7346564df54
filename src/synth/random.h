// SynthRandom: the random numbers of the demonstration corpora.
//
// It uses integers only, no floating point and no standard distribution, so that the corpora are
// the same bytes on every platform.
#pragma once

#include <cstdint>

#include "base/rng.h"

namespace sagitta {

/// A 64-bit hash of a number; bijective.
inline std::uint64_t MixBits(std::uint64_t x) { return SplitMix64(x); }

class SynthRandom {
 public:
  /// Streams with different (task, seed, sequence) are independent.
  SynthRandom(std::uint64_t task, std::uint64_t seed, std::uint64_t sequence)
      : rng_(MixBits(MixBits(task) ^ seed) + sequence) {}

  std::uint64_t Next() { return rng_.Next(); }

  /// Uniform in [0, bound), with a bias below bound / 2^32. REQUIRES: 0 < bound <= 2^32.
  std::uint32_t Below(std::uint64_t bound) {
    return static_cast<std::uint32_t>(((Next() >> 32) * bound) >> 32);
  }

  /// Uniform in [low, high].
  int Between(int low, int high) {
    return low + static_cast<int>(Below(static_cast<std::uint64_t>(high - low + 1)));
  }

  bool Percent(std::uint32_t chance) { return Below(100) < chance; }

  /// A rank in [2^first - 1, 2^last - 1), distributed like words: every octave
  /// [2^o - 1, 2^(o+1) - 1) is equally likely, which is Zipf's law with exponent 1 in steps.
  std::uint32_t Zipf(std::uint32_t first, std::uint32_t last) {
    const std::uint64_t width = std::uint64_t{1} << (first + Below(last - first));
    return static_cast<std::uint32_t>(width - 1 + Below(width));
  }

 private:
  Rng rng_;
};

}  // namespace sagitta
