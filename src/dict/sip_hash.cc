// SipHash-1-3: one round per word of the text, three at the end.
#include "dict/sip_hash.h"

#include <sys/random.h>

#include <bit>
#include <chrono>
#include <cstring>

namespace sagitta {
namespace {

struct SipState {
  std::uint64_t v0, v1, v2, v3;

  void Round() {
    v0 += v1;
    v1 = std::rotl(v1, 13) ^ v0;
    v0 = std::rotl(v0, 32);
    v2 += v3;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }
  void Word(std::uint64_t word) {
    v3 ^= word;
    Round();
    v0 ^= word;
  }
};

SipKey MakeSecret() {
  SipKey key{};
  if (getrandom(key.data(), sizeof key, 0) == sizeof key) return key;
  // Better than a constant on a system without random numbers.
  key[0] = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  key[1] = reinterpret_cast<std::uintptr_t>(&key);
  return key;
}

}  // namespace

std::uint64_t SipHash13(const SipKey& key, std::string_view text) {
  SipState state{key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du,
                 key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};
  const std::uint64_t length = text.size();
  while (text.size() >= sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, text.data(), sizeof word);
    state.Word(word);
    text.remove_prefix(sizeof word);
  }
  std::uint64_t last = length << 56;
  for (std::size_t k = 0; k < text.size(); ++k) {
    last |= std::uint64_t{static_cast<unsigned char>(text[k])} << (8 * k);
  }
  state.Word(last);
  state.v2 ^= 0xff;
  for (int round = 0; round < 3; ++round) state.Round();
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

const SipKey& ProcessSecret() {
  static const SipKey key = MakeSecret();
  return key;
}

}  // namespace sagitta
