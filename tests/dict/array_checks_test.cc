// The checks of a model file's arrays, held against plain loops.
#include "dict/array_checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace sagitta::internal {
namespace {

using Values = std::vector<std::uint64_t>;

TEST(ArrayChecks, Ascends) {
  EXPECT_TRUE(Ascends({}));
  EXPECT_TRUE(Ascends(Values{5}));
  EXPECT_TRUE(Ascends(Values{0, 0, 1, 7, 7}));
  EXPECT_FALSE(Ascends(Values{0, 2, 1, 7, 7}));
  EXPECT_FALSE(Ascends(Values{1, 0}));
  const std::uint64_t huge = std::uint64_t{1} << 63;
  EXPECT_FALSE(Ascends(Values{huge}));
  EXPECT_FALSE(Ascends(Values{0, huge - 1, huge + 1, 3})) << "differences that wrap around";
  for (std::size_t at = 1; at < 100; ++at) {
    Values values(100, 9);
    values[at] = 8;
    EXPECT_FALSE(Ascends(values)) << at;
  }
}

TEST(ArrayChecks, CountSlots) {
  std::vector<DictionarySlot> slots(200000);
  EXPECT_EQ(CountSlots(slots).used, 0u);
  EXPECT_EQ(CountSlots(slots).end, 0u);
  slots[3] = {0, 0};
  slots[70000] = {0xffffffff, 41};
  slots[199999] = {1, 7};
  EXPECT_EQ(CountSlots(slots).used, 3u);
  EXPECT_EQ(CountSlots(slots).end, 42u);
  slots[0] = {0, kNoId - 1};
  EXPECT_EQ(CountSlots(slots).end, std::uint64_t{kNoId});
  for (DictionarySlot& slot : slots) slot.id = 5;  // more than one block's counter
  EXPECT_EQ(CountSlots(slots).used, slots.size());
}

template <class Slot>
void ExpectDescents(std::size_t size, Slot top, std::mt19937& random) {
  std::vector<Slot> slot(size);
  for (Slot& s : slot) s = static_cast<Slot>(random() % (std::uint64_t{top} + 1));
  std::uint64_t expected = 0;
  for (std::size_t k = 1; k < size; ++k) expected += slot[k] <= slot[k - 1];
  const std::span<const Slot> view = slot;
  EXPECT_EQ(CountDescents(view), expected);
  EXPECT_EQ(Highest(view), *std::max_element(slot.begin(), slot.end()));
  // With a row for each element, and empty rows among them, all descents are at begins.
  std::vector<std::uint64_t> begin{0, 0};
  for (std::size_t k = 1; k <= size; ++k) begin.insert(begin.end(), 1 + random() % 3, k);
  EXPECT_EQ(CountDescentsAtBegins(view, begin), expected);
  EXPECT_EQ(CountDescentsAtBegins(view, Values{0, size}), 0u);
}

TEST(ArrayChecks, Descents) {
  std::mt19937 random(2);
  for (const std::size_t size : {1, 2, 17, 1000, 100000}) {
    ExpectDescents<std::uint16_t>(size, 0, random);  // each one a descent
    ExpectDescents<std::uint16_t>(size, 0xffff, random);
    ExpectDescents<std::uint32_t>(size, 0, random);
    ExpectDescents<std::uint32_t>(size, 0xffffffff, random);
  }
}

template <class Real>
void ExpectFinite() {
  using Limits = std::numeric_limits<Real>;
  const std::vector<Real> good{0,
                               -Real{0},
                               1,
                               Limits::max(),
                               Limits::lowest(),
                               Limits::min(),
                               Limits::denorm_min(),
                               -Limits::denorm_min()};
  EXPECT_TRUE(AllFinite(std::span<const Real>(good)));
  EXPECT_TRUE(AllFinite(std::span<const Real>()));
  for (const Real bad : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                         -Limits::quiet_NaN(), Limits::signaling_NaN()}) {
    for (std::size_t at = 0; at < good.size(); ++at) {
      std::vector<Real> values = good;
      values[at] = bad;
      EXPECT_FALSE(AllFinite(std::span<const Real>(values))) << bad << " at " << at;
    }
  }
}

TEST(ArrayChecks, AllFinite) {
  ExpectFinite<float>();
  ExpectFinite<double>();
}

}  // namespace
}  // namespace sagitta::internal
