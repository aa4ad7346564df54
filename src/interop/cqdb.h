// CQDB: the dictionaries inside CRFsuite's model files.
//
// All numbers are u32, little-endian; offsets count from the start of the dictionary.
//
//   0      "CQDB", size, flag 0, byte order 0x62445371, backward entries, their offset (0: none)
//   24     256 times: offset and number of slots of a hash table; a table without slots is at 0
//   2072   records: id, length with the final NUL, the string and a NUL
//          the tables: slots of hash and record offset (0: empty), twice as many as strings
//          backward entries: the record offset of each id
//
// With h the hash of a string and its NUL, it is found in table h mod 256 by linear search starting
// at slot (h >> 8) mod n.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dict/dictionary.h"
#include "interop/bytes.h"

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

/// Bob Jenkins's hash function lookup3 (May 2006, public domain): his hashlittle() with initial
/// value 0.
std::uint32_t Lookup3(std::string_view key);

/// The strings by id, views of the file. Throws Error(kData) unless there are exactly `count` of
/// them with the ids 0 .. count - 1, each can be found through its table, every search ends, and
/// everything lies where it should. The time is linear in the dictionary's size whatever it holds.
std::vector<std::string_view> ReadCqdb(const ByteView& file, std::uint64_t at, std::uint32_t count);

/// How many bytes WriteCqdb appends.
std::uint64_t CqdbSize(const DictionaryView& names);

/// Appends a dictionary. REQUIRES: no string holds a NUL; CqdbSize fits 32 bits.
void WriteCqdb(const DictionaryView& names, std::string& out);

}  // namespace sagitta::internal
