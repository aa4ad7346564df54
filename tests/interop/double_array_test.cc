// The trie of CRF++'s binary models.
#include "interop/double_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "sagitta/error.h"

namespace sagitta::internal {
namespace {

struct Unit {
  std::int32_t base = 0;
  std::uint32_t check = 0;
};

const std::string kPath = "file";

/// A trie by a naive rule: every node takes the first base at which all its children are free.
class NaiveTrie {
 public:
  explicit NaiveTrie(const std::map<std::string, std::uint32_t>& names) : names_(names) {
    units_.resize(1);
    units_[0].base = Insert("");
    units_.resize(units_.size() + 300);
  }
  std::vector<Unit>& units() { return units_; }

 private:
  /// The base of the node that `prefix` leads to.
  std::int32_t Insert(const std::string& prefix) {
    std::map<std::uint32_t, std::string> children;  // offset from the base, prefix
    for (const auto& [name, value] : names_) {
      if (!name.starts_with(prefix)) continue;
      if (name == prefix) {
        children[0] = name;
      } else {
        const auto byte = static_cast<unsigned char>(name[prefix.size()]);
        children[byte + 1u] = name.substr(0, prefix.size() + 1);
      }
    }
    std::uint32_t base = 1;
    while (!Free(base, children)) ++base;
    bases_[base] = true;
    for (const auto& [offset, child] : children) units_[base + offset].check = base;
    for (const auto& [offset, child] : children) {
      const std::int32_t below =
          offset == 0 ? -static_cast<std::int32_t>(names_.at(prefix)) - 1 : Insert(child);
      units_[base + offset].base = below;
    }
    return static_cast<std::int32_t>(base);
  }

  bool Free(std::uint32_t base, const std::map<std::uint32_t, std::string>& children) {
    units_.resize(std::max<std::size_t>(units_.size(), base + 300));
    if (bases_[base]) return false;
    for (const auto& [offset, child] : children) {
      if (units_[base + offset].check != 0) return false;
    }
    return true;
  }

  const std::map<std::string, std::uint32_t>& names_;
  std::vector<Unit> units_;
  std::map<std::uint32_t, bool> bases_;
};

std::map<std::string, std::uint32_t> Read(const std::vector<Unit>& units,
                                          std::uint64_t most = 1000) {
  std::map<std::string, std::uint32_t> names;
  const std::string_view bytes(reinterpret_cast<const char*>(units.data()),
                               units.size() * sizeof(Unit));
  ForEachName(ByteView(kPath, bytes), most, [&](std::string_view name, std::uint32_t value) {
    EXPECT_TRUE(names.emplace(name, value).second);
  });
  return names;
}

std::string Complaint(const std::vector<Unit>& units, std::uint64_t most = 1000) {
  try {
    Read(units, most);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(DoubleArray, GivesAllNames) {
  const std::map<std::string, std::uint32_t> names = {
      {"B", 0}, {"B01:x", 7}, {"U", 3}, {"U01:a", 12}, {"U01:ab", 2147483647}, {"U\xff\x01", 9}};
  EXPECT_EQ(Read(NaiveTrie(names).units()), names);
}

TEST(DoubleArray, TooManyBytesOfNames) {
  const std::map<std::string, std::uint32_t> names = {{"abc", 0}, {"abd", 1}};
  EXPECT_EQ(Complaint(NaiveTrie(names).units(), 6), "");
  EXPECT_EQ(Complaint(NaiveTrie(names).units(), 5),
            "file: the double array holds implausibly many names");
}

TEST(DoubleArray, WhatIsNoTree) {
  const std::map<std::string, std::uint32_t> names = {{"ab", 0}};
  std::vector<Unit> units = NaiveTrie(names).units();
  EXPECT_EQ(Complaint({}), "file: the double array has a wrong size");
  const auto base = static_cast<std::uint32_t>(units[0].base);
  std::vector<Unit> bad = units;
  bad[base + 'a' + 1].base = units[0].base;  // leads back to where it came from
  EXPECT_EQ(Complaint(bad), "file: the double array is not a tree");
  bad = units;
  bad[0].base = static_cast<std::int32_t>(units.size());
  EXPECT_EQ(Complaint(bad), "file: the double array leads outside itself");
  bad[0].base = -1;
  EXPECT_EQ(Complaint(bad), "file: the double array leads outside itself");
  bad = units;
  bad[5].check = static_cast<std::uint32_t>(units.size());
  EXPECT_EQ(Complaint(bad), "file: the double array leads outside itself");
  bad = units;
  bad.resize(bad.size() + 600);
  bad.back().check = base;  // too far from its node
  EXPECT_EQ(Complaint(bad), "file: the double array has a unit that does not belong to any node");
  bad = units;
  bad[base].check = base;  // the end of a name that has no value
  EXPECT_EQ(Complaint(bad), "file: the double array has a name without a value");
}

}  // namespace
}  // namespace sagitta::internal
