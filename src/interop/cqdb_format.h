// The constants of CQDB; see cqdb.h.
#pragma once

#include <cstdint>

#include "interop/lookup3.h"

namespace sagitta::internal {

inline constexpr char kCqdbMagic[] = "CQDB";
inline constexpr std::uint32_t kCqdbByteOrder = 0x62445371;
inline constexpr std::uint32_t kCqdbTables = 256;
inline constexpr std::uint32_t kCqdbHeader = 24;
inline constexpr std::uint32_t kCqdbRecords = kCqdbHeader + 8 * kCqdbTables;

inline std::uint32_t CqdbTable(std::uint32_t hash) { return hash % kCqdbTables; }
inline std::uint32_t CqdbStart(std::uint32_t hash, std::uint32_t slots) {
  return (hash >> 8) % slots;
}

}  // namespace sagitta::internal
