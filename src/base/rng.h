// The random number generator: xoshiro256++ (Blackman and Vigna 2019), seeded with splitmix64.
//
// Its stream depends only on the seed, on every platform, and its state is four words that a
// checkpoint can store. Callers pass a generator explicitly; there is no global one.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace sagitta {

/// One step of splitmix64: a good hash of a counter, used to expand seeds.
inline std::uint64_t SplitMix64(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class Rng {
 public:
  using State = std::array<std::uint64_t, 4>;

  explicit Rng(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = SplitMix64(seed);
  }

  std::uint64_t Next() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform in [0, 1), 53 bits.
  double Uniform() { return static_cast<double>(Next() >> 11) * 0x1.0p-53; }

  const State& state() const { return state_; }
  void set_state(const State& state) { state_ = state; }

 private:
  State state_;
};

}  // namespace sagitta
