// Dictionary against std::unordered_map, and DictionaryView on unusual tables.
#include "dict/dictionary.h"

#include <gtest/gtest.h>

#include <random>
#include <unordered_map>

namespace sagitta {
namespace {

// Strings that hash tables tend to get wrong: empty, with NULs, prefixes of each other, long.
std::string RandomString(std::mt19937& random) {
  switch (random() % 5) {
    case 0:
      return std::string(random() % 40, '\0');
    case 1:
      return std::string(random() % 300, 'a');
    case 2:
      return std::to_string(random() % 5000);
    case 3:
      return "U" + std::to_string(random() % 20) + ":" + std::to_string(random() % 1000);
    default: {
      std::string text(random() % 4, '\0');
      for (char& byte : text) byte = static_cast<char>(random());
      return text;
    }
  }
}

TEST(Dictionary, AgreesWithUnorderedMap) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    std::mt19937 random(seed);
    Dictionary dictionary;
    std::unordered_map<std::string, std::uint32_t> oracle;
    for (int step = 0; step < 40000; ++step) {
      const std::string text = RandomString(random);
      const auto known = oracle.find(text);
      ASSERT_EQ(dictionary.Find(text), known == oracle.end() ? kNoId : known->second);
      if (random() % 2 == 0) continue;
      const std::uint32_t id = oracle.try_emplace(text, oracle.size()).first->second;
      ASSERT_EQ(dictionary.Intern(text), id);
      ASSERT_EQ(dictionary.size(), oracle.size());
    }
    for (const auto& [text, id] : oracle) {
      ASSERT_EQ(dictionary.Name(id), text);
      ASSERT_EQ(dictionary.Find(text), id);
    }
  }
}

TEST(Dictionary, NumbersByFirstAppearance) {
  Dictionary dictionary;
  EXPECT_EQ(dictionary.Intern("b"), 0u);
  EXPECT_EQ(dictionary.Intern(""), 1u);
  EXPECT_EQ(dictionary.Intern("a"), 2u);
  EXPECT_EQ(dictionary.Intern("b"), 0u);
  EXPECT_EQ(dictionary.Intern(std::string_view("b\0", 2)), 3u);
  EXPECT_EQ(dictionary.size(), 4u);
}

TEST(Dictionary, KeepsTheTableSparse) {
  Dictionary dictionary;
  for (int i = 0; i < 10000; ++i) {
    dictionary.Intern(std::to_string(i));
    const std::size_t slots = dictionary.View().slots().size();
    ASSERT_EQ(slots & (slots - 1), 0u);
    ASSERT_LE(10 * dictionary.size(), 7 * slots);
  }
}

TEST(DictionaryView, EmptyFindsNothing) {
  const DictionaryView view;
  EXPECT_EQ(view.size(), 0u);
  EXPECT_EQ(view.Find("a"), kNoId);
  EXPECT_EQ(view.Find(""), kNoId);
  EXPECT_EQ(view.Find("a", HashString("a")), kNoId);
  EXPECT_EQ(Dictionary().Find(""), kNoId);
}

TEST(DictionaryView, CandidateIsWhatFindFinds) {
  Dictionary dictionary;
  for (int i = 0; i < 5000; ++i) dictionary.Intern("name" + std::to_string(i));
  const DictionaryView view = dictionary.View();
  for (int i = 0; i < 10000; ++i) {
    const std::string name = "name" + std::to_string(i);
    const std::uint32_t candidate = view.Candidate(HashString(name));
    const std::uint32_t found = view.Find(name);
    // The tag of an unknown name may match by chance.
    if (found != kNoId || candidate == kNoId) {
      EXPECT_EQ(candidate, found);
    } else {
      EXPECT_NE(view.Name(candidate), name);
    }
  }
}

TEST(SameBytes, NoticesEveryByte) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string a(size, 'a');
    EXPECT_TRUE(SameBytes(a, std::string(size, 'a')));
    EXPECT_FALSE(SameBytes(a, a + 'a'));
    for (std::size_t at = 0; at < size; ++at) {
      std::string b = a;
      b[at] = 'b';
      EXPECT_FALSE(SameBytes(a, b)) << size << " " << at;
    }
  }
  EXPECT_TRUE(SameBytes({}, ""));
}

TEST(DictionaryView, SearchesForeignArrays) {
  Dictionary dictionary;
  for (int i = 0; i < 1000; ++i) dictionary.Intern("name" + std::to_string(i));
  const DictionaryView from = dictionary.View();
  const std::vector<std::uint64_t> offsets(from.offsets().begin(), from.offsets().end());
  const std::vector<char> bytes(from.bytes().begin(), from.bytes().end());
  const std::vector<DictionarySlot> slots(from.slots().begin(), from.slots().end());
  const DictionaryView view(offsets, bytes, slots);
  ASSERT_EQ(view.size(), 1000u);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(view.Find("name" + std::to_string(i)), i);
    EXPECT_EQ(view.Find("other" + std::to_string(i)), kNoId);
  }
}

TEST(DictionaryView, EndsTheSearchInAFullTable) {
  const std::vector<std::uint64_t> offsets{0, 1};
  const std::vector<char> bytes{'a'};
  const std::uint64_t hash = HashString("b");
  const DictionarySlot slot{static_cast<std::uint32_t>(hash >> 32), 0};
  for (const std::size_t size : {1u, 2u, 64u}) {
    const std::vector<DictionarySlot> slots(size, slot);
    EXPECT_EQ(DictionaryView(offsets, bytes, slots).Find("b"), kNoId);
  }
}

TEST(Dictionary, RoomMadeBeforeOrAfterChangesNothing) {
  Dictionary grown, reserved;
  reserved.Reserve(500, 100);
  for (int k = 0; k < 1000; ++k) {
    if (k == 700) reserved.Reserve(5000, 50000);
    const std::string name = "w" + std::to_string(k * k % 617);
    EXPECT_EQ(reserved.Intern(name), grown.Intern(name));
  }
  EXPECT_EQ(reserved.size(), grown.size());
  EXPECT_LT(reserved.size(), 617u);
  for (std::uint32_t id = 0; id < grown.size(); ++id) {
    EXPECT_EQ(reserved.Name(id), grown.Name(id));
    EXPECT_EQ(reserved.Find(grown.Name(id)), id);
  }
}

}  // namespace
}  // namespace sagitta
