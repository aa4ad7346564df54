// SipHash-1-3: a hash with a secret, for names that were chosen to collide (Aumasson and Bernstein
// 2012, "SipHash: a fast short-input PRF").
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace sagitta {

using SipKey = std::array<std::uint64_t, 2>;

std::uint64_t SipHash13(const SipKey& key, std::string_view text);

/// Random numbers of the system, the same during the whole process.
const SipKey& ProcessSecret();

}  // namespace sagitta
