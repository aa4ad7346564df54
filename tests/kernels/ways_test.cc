// NextWay and FindMaximum against plain references, on every SIMD target of the machine.
#include "kernels/ways.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/simd_target_test.h"

namespace sagitta::kernels {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

/// A few distinct values, so that ties are frequent; some of them are -infinity.
std::vector<double> RandomValues(std::size_t count, int distinct, std::mt19937_64& rng) {
  std::vector<double> values(count);
  for (double& x : values) {
    x = rng() % 5 == 0 ? kNever : static_cast<double>(rng() % distinct) * 0.5 - 3;
  }
  return values;
}

void ExpectSame(const Maximum& found, const Maximum& expected) {
  EXPECT_EQ(found.value, expected.value);
  EXPECT_EQ(found.first, expected.first);
  EXPECT_EQ(found.is_tied, expected.is_tied);
}

// ---- Plain references ----

Way NextWayReference(const double* previous, const double* column, std::size_t count, Way than) {
  Way best{-std::numeric_limits<double>::infinity(), Way::kNone};
  for (std::uint32_t from = 0; from < count; ++from) {
    const double value = previous[from] + column[from];
    const bool follows = value < than.value || (value == than.value && from > than.from);
    if (follows && value > best.value) best = {value, from};
  }
  return best;
}

Maximum FindMaximumReference(const double* values, std::size_t count) {
  const double* first = std::max_element(values, values + count);
  return {*first, static_cast<std::uint32_t>(first - values),
          std::find(first + 1, values + count, *first) != values + count};
}

/// Enumerates all ways from best to worst, and returns their number.
std::size_t ExpectSameWays(const std::vector<double>& previous, const std::vector<double>& column) {
  Way way{std::numeric_limits<double>::infinity(), 0};
  for (std::size_t count = 0;; ++count) {
    const Way next = NextWay(previous.data(), column.data(), previous.size(), way);
    const Way expected = NextWayReference(previous.data(), column.data(), previous.size(), way);
    EXPECT_EQ(next.value, expected.value);
    EXPECT_EQ(next.from, expected.from);
    if (next.from == Way::kNone || count > previous.size()) return count;
    way = next;
  }
}

class WaysTest : public SimdTargetTest {};

TEST_P(WaysTest, NextWayGoesThroughAllInOrder) {
  for (std::size_t count = kWayLanes; count <= 8 * kWayLanes; count += kWayLanes) {
    for (const int distinct : {1, 3, 1 << 30}) {
      const std::vector<double> previous = RandomValues(count, distinct, rng_);
      const std::vector<double> column = RandomValues(count, distinct, rng_);
      std::size_t allowed = 0;
      for (std::size_t i = 0; i < count; ++i) allowed += previous[i] + column[i] != kNever;
      EXPECT_EQ(ExpectSameWays(previous, column), allowed);
    }
  }
}

TEST_P(WaysTest, NoWay) {
  const std::vector<double> previous(16, 1.0), column(16, kNever);
  const Way way = NextWay(previous.data(), column.data(), 16, {5, 3});
  EXPECT_EQ(way.from, Way::kNone);
  EXPECT_EQ(way.value, kNever);
}

TEST_P(WaysTest, MaximumOfManyAndFew) {
  for (std::size_t count = kWayLanes; count <= 40 * kWayLanes; count += kWayLanes) {
    for (const int distinct : {1, 3, 1 << 30}) {
      const std::vector<double> values = RandomValues(count, distinct, rng_);
      ExpectSame(FindMaximum(values.data(), count), FindMaximumReference(values.data(), count));
    }
  }
}

TEST_P(WaysTest, MaximumAtEveryPlace) {
  for (std::size_t place = 0; place < 24; ++place) {
    std::vector<double> values(24, kNever);
    ExpectSame(FindMaximum(values.data(), 24), {kNever, 0, true});
    values[place] = -7;
    ExpectSame(FindMaximum(values.data(), 24), {-7, static_cast<std::uint32_t>(place), false});
    values[23] = -7;
    ExpectSame(FindMaximum(values.data(), 24),
               {-7, static_cast<std::uint32_t>(place), place != 23});
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, WaysTest, AllSimdTargets(), SimdTargetLabel);

}  // namespace
}  // namespace sagitta::kernels
