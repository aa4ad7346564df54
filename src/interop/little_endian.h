// Numbers into a binary file's bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>

namespace sagitta::internal {

static_assert(std::endian::native == std::endian::little);

inline void AppendU32(std::string& out, std::initializer_list<std::uint32_t> values) {
  out.append(reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(std::uint32_t));
}

/// Overwrites what stands at `at`. REQUIRES: that much is there.
inline void PutU32(std::string& out, std::size_t at, std::initializer_list<std::uint32_t> values) {
  std::memcpy(out.data() + at, values.begin(), values.size() * sizeof(std::uint32_t));
}

inline void AppendF64(std::string& out, double value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace sagitta::internal
