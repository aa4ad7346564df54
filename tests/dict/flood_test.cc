// Names that were chosen to collide: ids as ever, in time that is linear.
#include <gtest/gtest.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "dict/dictionary.h"
#include "dict/sip_hash.h"

namespace sagitta {
namespace {

/// Names whose hashes all lie in a few slots of a table with 2^bits of them.
std::vector<std::string> CollidingNames(std::size_t count, int bits) {
  std::vector<std::string> names;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  for (std::uint64_t k = 0; names.size() < count; ++k) {
    std::string name = "n" + std::to_string(k);
    if ((HashString(name) & mask) < 16) names.push_back(std::move(name));
  }
  return names;
}

TEST(SipHash, AgreesWithTheReference) {
  // The first vectors of SipHash-1-3 with the key 00 01 .. 0f, as CPython's and Rust's tests have
  // them.
  const SipKey key{0x0706050403020100u, 0x0f0e0d0c0b0a0908u};
  std::string text;
  const std::uint64_t expected[] = {0xabac0158050fc4dcu, 0xc9f49bf37d57ca93u, 0x82cb9b024dc7d44du,
                                    0x8bf80ab8e7ddf7fbu};
  for (const std::uint64_t hash : expected) {
    EXPECT_EQ(SipHash13(key, text), hash) << text.size();
    text += static_cast<char>(text.size());
  }
}

TEST(FloodedDictionary, KeepsItsIds) {
  // The search for them is what takes time here.
  const std::vector<std::string> names = CollidingNames(3000, 12);
  Dictionary dictionary;
  for (std::uint32_t id = 0; id < names.size(); ++id) {
    ASSERT_EQ(dictionary.Intern(names[id]), id);
    ASSERT_EQ(dictionary.Intern(names[id / 2]), id / 2);
  }
  EXPECT_TRUE(dictionary.View().flooded());
  EXPECT_EQ(dictionary.size(), names.size());
  for (std::uint32_t id = 0; id < names.size(); ++id) {
    ASSERT_EQ(dictionary.Find(names[id]), id);
    ASSERT_EQ(dictionary.Name(id), names[id]);
    ASSERT_EQ(dictionary.Find(names[id] + "?"), kNoId);
  }
  const Dictionary copy = dictionary;
  EXPECT_EQ(copy.Find(names[2999]), 2999u);
}

/// Names that have the same hash in groups of `group`. XXH3 multiplies the first two words of a
/// name of 17 to 32 bytes, each XOR a constant; the first word is its constant here, which makes
/// the product 0 whatever the second one is.
std::vector<std::string> NamesOfOneHash(std::size_t count, std::size_t group) {
  const std::string constant = "\xb8\xfe\x6c\x39\x23\xa4\x4b\xbe";
  std::vector<std::string> names;
  for (std::size_t k = 0; k < count; ++k) {
    std::string second = std::to_string(10000000 + k % group);
    std::string rest = std::to_string(1000000000000000 + k / group);
    names.push_back(constant + second + rest);
  }
  return names;
}

// Few slots, but every name in them is compared, which takes long if names are.
TEST(FloodedDictionary, FewNamesOfOneHashSuffice) {
  const std::vector<std::string> names = NamesOfOneHash(1000, 10);
  ASSERT_EQ(HashString(names[0]), HashString(names[9]));
  ASSERT_NE(HashString(names[9]), HashString(names[10]));
  Dictionary dictionary;
  for (std::uint32_t id = 0; id < names.size(); ++id) ASSERT_EQ(dictionary.Intern(names[id]), id);
  EXPECT_TRUE(dictionary.View().flooded());
  for (std::uint32_t id = 0; id < names.size(); ++id) ASSERT_EQ(dictionary.Intern(names[id]), id);
  for (std::uint32_t id = 0; id < names.size(); ++id) ASSERT_EQ(dictionary.Find(names[id]), id);
}

TEST(FloodedDictionary, OthersAreNot) {
  Dictionary dictionary;
  for (int k = 0; k < 200000; ++k) dictionary.Intern("name " + std::to_string(k));
  EXPECT_FALSE(dictionary.View().flooded());
  EXPECT_FALSE(MayBeFlooded(dictionary.View().slots()));
}

/// Every name is found by plain probing, without any limit.
void ExpectAllFound(const std::vector<DictionarySlot>& slots, const DictionaryView& names) {
  for (std::uint32_t id = 0; id < names.size(); ++id) {
    std::size_t at = HashString(names.Name(id)) & (slots.size() - 1);
    while (slots[at].id != id) {
      ASSERT_NE(slots[at].id, kNoId);
      at = (at + 1) & (slots.size() - 1);
    }
    ASSERT_EQ(slots[at].tag, HashTag(HashString(names.Name(id))));
  }
}

TEST(FloodedDictionary, HasAPlainTableForFiles) {
  for (const int bits : {0, 12}) {
    Dictionary dictionary;
    for (const std::string& name : CollidingNames(3000, bits)) dictionary.Intern(name);
    const std::vector<DictionarySlot> slots = PlainSlots(dictionary.View());
    EXPECT_EQ(MayBeFlooded(slots), bits == 12);
    ExpectAllFound(slots, dictionary.View());
  }
}

// The last slots of the table are full: the rest continues at its beginning.
TEST(FloodedDictionary, PlainTablesGoAround) {
  std::vector<std::string> names;
  for (std::uint64_t k = 0; names.size() < 40; ++k) {
    std::string name = "n" + std::to_string(k);
    if ((HashString(name) & 63) >= 60) names.push_back(std::move(name));
  }
  Dictionary dictionary;
  for (const std::string& name : names) dictionary.Intern(name);
  const std::vector<DictionarySlot> slots = PlainSlots(dictionary.View());
  ASSERT_EQ(slots.size(), 64u);
  ExpectAllFound(slots, dictionary.View());
}

TEST(FloodedDictionary, LongRowsAreSeenWhereverTheyBegin) {
  for (std::size_t begin = 0; begin < 4096; begin += 37) {
    for (const std::size_t length : {kLongestProbe - 2, kLongestProbe + 1}) {
      std::vector<DictionarySlot> slots(4096);
      for (std::size_t k = 0; k < length; ++k) slots[(begin + k) % 4096].id = 1;
      EXPECT_EQ(MayBeFlooded(slots), length > kLongestProbe) << begin << " " << length;
    }
  }
}

}  // namespace
}  // namespace sagitta
