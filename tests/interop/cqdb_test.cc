// CRFsuite's dictionaries and their hash function.
#include "interop/cqdb.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

TEST(Lookup3, GivesTheValuesOfItsDescription) {
  EXPECT_EQ(Lookup3(""), 0xdeadbeefu);
  EXPECT_EQ(Lookup3("Four score and seven years ago"), 0x17770551u);
}

TEST(Lookup3, EveryByteOfEveryLengthMatters) {
  std::string text;
  for (int size = 1; size < 40; ++size) {
    text += 'x';
    const std::uint32_t hash = Lookup3(text);
    EXPECT_NE(hash, Lookup3(text + std::string(1, '\0')));
    for (std::size_t at = 0; at < text.size(); ++at) {
      std::string other = text;
      other[at] = 'y';
      EXPECT_NE(Lookup3(other), hash) << size << " " << at;
    }
  }
}

std::uint32_t U32(const std::string& bytes, std::size_t at) {
  std::uint32_t value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

void PutU32(std::string& bytes, std::size_t at, std::uint32_t value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// The search as the format describes it, without any checks.
std::uint32_t NaiveFind(const std::string& bytes, const std::string& key) {
  const std::uint32_t hash = Lookup3(std::string_view(key.c_str(), key.size() + 1));
  const std::uint32_t table = U32(bytes, 24 + 8 * (hash % 256));
  const std::uint32_t slots = U32(bytes, 24 + 8 * (hash % 256) + 4);
  if (slots == 0) return kNoId;
  for (std::uint32_t at = (hash >> 8) % slots;; at = (at + 1) % slots) {
    const std::uint32_t record = U32(bytes, table + 8 * at + 4);
    if (record == 0) return kNoId;
    if (U32(bytes, table + 8 * at) == hash && key == bytes.data() + record + 8) {
      return U32(bytes, record);
    }
  }
}

Dictionary Names(int count) {
  Dictionary names;
  for (int k = 0; k < count; ++k) names.Intern("w[" + std::to_string(k * 7) + "]=x");
  return names;
}

std::string Encoded(const Dictionary& names) {
  std::string bytes;
  WriteCqdb(names.View(), bytes);
  return bytes;
}

std::string Complaint(const std::string& bytes, std::uint32_t count) {
  const std::string path = "file";
  try {
    ReadCqdb(ByteView(path, bytes), 0, count);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Cqdb, RoundTrip) {
  for (const int count : {0, 1, 2, 1000, 5000}) {
    const Dictionary names = Names(count);
    const std::string bytes = Encoded(names);
    EXPECT_EQ(bytes.size(), CqdbSize(names.View()));
    EXPECT_EQ(U32(bytes, 4), bytes.size());
    const std::string path = "file", later = "ab" + bytes;
    const auto read = ReadCqdb(ByteView(path, later), 2, names.size());
    ASSERT_EQ(read.size(), names.size());
    for (std::uint32_t id = 0; id < names.size(); ++id) {
      EXPECT_EQ(read[id], names.Name(id));
      EXPECT_EQ(NaiveFind(bytes, std::string(names.Name(id))), id);
    }
    EXPECT_EQ(NaiveFind(bytes, "unknown"), kNoId);
  }
}

TEST(Cqdb, StringsOfAllLengths) {
  Dictionary names;
  for (std::size_t size = 0; size < 60; ++size) names.Intern(std::string(size, '\xe9'));
  const std::string bytes = Encoded(names), path = "file";
  const auto read = ReadCqdb(ByteView(path, bytes), 0, names.size());
  for (std::uint32_t id = 0; id < names.size(); ++id) EXPECT_EQ(read[id], names.Name(id));
}

/// The mixing step of lookup3 as its description writes it.
void Mix(std::uint32_t (&s)[3]) {
  const int bits[] = {4, 6, 8, 16, 19, 4};
  for (int step = 0; step < 6; ++step) {
    std::uint32_t &x = s[step % 3], &z = s[(step + 2) % 3], &y = s[(step + 1) % 3];
    x = (x - z) ^ std::rotl(z, bits[step]);
    z += y;
  }
}

/// Names of 24 bytes with the same hash: whatever the first twelve bytes are, the next twelve,
/// which are added to the state, bring it to the same value.
Dictionary NamesOfOneHash(std::uint32_t count) {
  Dictionary names;
  for (std::uint32_t k = 0; names.size() < count; ++k) {
    char name[24];
    std::snprintf(name, sizeof name, "%012u", k);
    std::uint32_t state[3], words[3];
    std::memcpy(words, name, sizeof words);
    for (int i = 0; i < 3; ++i) state[i] = 0xdeadbeef + 25 + words[i];
    Mix(state);
    for (int i = 0; i < 3; ++i) words[i] = 0x89abcdef - state[i];
    std::memcpy(name + 12, words, sizeof words);
    if (std::memchr(name, 0, sizeof name) == nullptr) names.Intern({name, sizeof name});
  }
  return names;
}

// Filling a table slot by slot would take minutes here.
TEST(Cqdb, StringsOfOneHash) {
  const Dictionary names = NamesOfOneHash(200000);
  const std::string bytes = Encoded(names), path = "file";
  const auto read = ReadCqdb(ByteView(path, bytes), 0, names.size());
  for (std::uint32_t id = 0; id < names.size(); ++id) ASSERT_EQ(read[id], names.Name(id));
  // The strings lie in the order in which they came, around the end of the table.
  for (std::uint32_t id = 0; id < 100; ++id) {
    EXPECT_EQ(NaiveFind(bytes, std::string(names.Name(id))), id);
  }
}

TEST(Cqdb, WrongCountsAreFound) {
  const std::string bytes = Encoded(Names(10));
  EXPECT_EQ(Complaint(bytes, 10), "");
  EXPECT_EQ(Complaint(bytes, 9), "file: a dictionary has an id out of range");
  EXPECT_EQ(Complaint(bytes, 11), "file: a dictionary has 10 strings, expected 11");
  EXPECT_EQ(Complaint(bytes, 0xffffffff),
            "file: a dictionary has fewer strings than the header says");
}

/// Where the table of one string is: it has two slots.
std::size_t OneTable(const std::string& bytes) {
  for (std::size_t table = 0; table < 256; ++table) {
    if (U32(bytes, 24 + 8 * table + 4) != 0) return U32(bytes, 24 + 8 * table);
  }
  return 0;
}

TEST(Cqdb, WhatCouldMakeASearchEndlessOrWrong) {
  const std::string good = Encoded(Names(1));
  const std::size_t table = OneTable(good);
  const std::size_t used = U32(good, table + 4) != 0 ? table : table + 8;
  const std::size_t empty = used == table ? table + 8 : table;
  std::string bytes = good;
  PutU32(bytes, empty + 4, kCqdbRecords);
  EXPECT_EQ(Complaint(bytes, 1), "file: a hash table has no empty slot");
  bytes = good;
  PutU32(bytes, used, U32(bytes, used) ^ 1);
  EXPECT_EQ(Complaint(bytes, 1), "file: a string in a dictionary has a wrong hash");
  bytes = good;  // the string one slot too far, behind an empty one
  std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(used),
                   bytes.begin() + static_cast<std::ptrdiff_t>(used + 8),
                   bytes.begin() + static_cast<std::ptrdiff_t>(empty));
  EXPECT_EQ(Complaint(bytes, 1),
            "file: a hash table has a string in a place where a search does not find it");
  bytes = good;
  PutU32(bytes, 24 + 4, 0x20000000);
  EXPECT_EQ(Complaint(bytes, 1), "file: a dictionary's tables overlap");
  bytes = good;
  PutU32(bytes, kCqdbRecords + 4, 3);
  EXPECT_EQ(Complaint(bytes, 1),
            "file: a string in a dictionary does not end where its length says");
  bytes = good;
  PutU32(bytes, U32(bytes, 20), 7);
  EXPECT_EQ(Complaint(bytes, 1), "file: a dictionary's backward array is wrong");
  bytes = good;
  PutU32(bytes, 12, 0x71534462);
  EXPECT_EQ(Complaint(bytes, 1), "file: a dictionary has the wrong byte order");
}

}  // namespace
}  // namespace sagitta::internal
