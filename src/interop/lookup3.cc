// The hash function lookup3. It reads twelve bytes at a time, as three little-endian words that are
// added to the state (a, b, c). The state is mixed after each twelve bytes; after the last ones a
// final mix lets every bit affect all of c.

#include <bit>
#include <cstddef>
#include <cstring>

#include "interop/cqdb.h"

namespace sagitta::internal {
namespace {

struct State {
  std::uint32_t a, b, c;
};

/// Adds up to twelve bytes; those that are missing count as zero.
void Absorb(State& state, std::string_view bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::uint32_t word[3] = {0, 0, 0};
  std::memcpy(word, bytes.data(), bytes.size());
  state.a += word[0];
  state.b += word[1];
  state.c += word[2];
}

/// x -= z, then x becomes x XOR (z rotated), then z += y.
void Step(std::uint32_t& x, std::uint32_t& z, std::uint32_t y, int bits) {
  x -= z;
  x ^= std::rotl(z, bits);
  z += y;
}

void Mix(State& s) {
  Step(s.a, s.c, s.b, 4);
  Step(s.b, s.a, s.c, 6);
  Step(s.c, s.b, s.a, 8);
  Step(s.a, s.c, s.b, 16);
  Step(s.b, s.a, s.c, 19);
  Step(s.c, s.b, s.a, 4);
}

/// x becomes (x XOR y) minus y rotated.
void FinalStep(std::uint32_t& x, std::uint32_t y, int bits) { x = (x ^ y) - std::rotl(y, bits); }

void FinalMix(State& s) {
  FinalStep(s.c, s.b, 14);
  FinalStep(s.a, s.c, 11);
  FinalStep(s.b, s.a, 25);
  FinalStep(s.c, s.b, 16);
  FinalStep(s.a, s.c, 4);
  FinalStep(s.b, s.a, 14);
  FinalStep(s.c, s.b, 24);
}

}  // namespace

std::uint32_t Lookup3(std::string_view key) {
  constexpr std::size_t kBlock = 12;
  const std::uint32_t start = 0xdeadbeef + static_cast<std::uint32_t>(key.size());
  State state{start, start, start};
  if (key.empty()) return state.c;
  while (key.size() > kBlock) {
    Absorb(state, key.substr(0, kBlock));
    Mix(state);
    key.remove_prefix(kBlock);
  }
  Absorb(state, key);
  FinalMix(state);
  return state.c;
}

}  // namespace sagitta::internal
