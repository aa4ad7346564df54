// The kernels of decoding against plain references, on every SIMD target of the machine.
#include "kernels/decoding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/simd_target_test.h"

namespace sagitta::kernels {
namespace {

// ---- The step of Viterbi ----

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Arrays of exactly the required sizes, so that a sanitizer detects any access outside them.
struct StepData {
  StepData(std::size_t k, std::mt19937_64& rng, int distinct)
      : labels(k), stride(DecodingStride(k)), previous(k), edge(k * stride) {
    // A small number of distinct values makes ties frequent.
    std::uniform_int_distribution<int> pick(0, distinct - 1);
    for (double& x : previous) x = pick(rng) * 0.5 - 3;
    for (double& x : edge) x = pick(rng) * 0.25 - 1;
  }

  std::size_t labels, stride;
  std::vector<double> previous, edge;
};

/// The formula as plain loops.
void ViterbiStepReference(std::size_t labels, const double* previous, const double* edge,
                          double* best, std::uint16_t* back) {
  const std::size_t stride = DecodingStride(labels);
  for (std::size_t j = 0; j < stride; ++j) {
    best[j] = previous[0] + edge[j];
    back[j] = 0;
    for (std::size_t i = 1; i < labels; ++i) {
      const double candidate = previous[i] + edge[i * stride + j];
      if (candidate > best[j]) {
        best[j] = candidate;
        back[j] = static_cast<std::uint16_t>(i);
      }
    }
  }
}

void ExpectSameAsReference(const StepData& data) {
  std::vector<double> best(data.stride, 7), expected_best(data.stride, 8);
  std::vector<std::uint16_t> back(data.stride, 7), expected_back(data.stride, 8);
  ViterbiStep(data.labels, data.previous.data(), data.edge.data(), best.data(), back.data());
  ViterbiStepReference(data.labels, data.previous.data(), data.edge.data(), expected_best.data(),
                       expected_back.data());
  EXPECT_EQ(best, expected_best) << data.labels << " labels";
  EXPECT_EQ(back, expected_back) << data.labels << " labels";
}

class ViterbiStepTest : public SimdTargetTest {};

TEST_P(ViterbiStepTest, EveryWidthWithFewTies) {
  for (std::size_t k = 1; k <= 100; ++k) ExpectSameAsReference({k, rng_, 1 << 30});
}

TEST_P(ViterbiStepTest, EveryWidthWithManyTies) {
  for (std::size_t k = 1; k <= 100; ++k) ExpectSameAsReference({k, rng_, 3});
}

TEST_P(ViterbiStepTest, AllEqualTakesTheLowest) {
  for (std::size_t k = 1; k <= 40; ++k) {
    const StepData data(k, rng_, 1);
    std::vector<double> best(data.stride);
    std::vector<std::uint16_t> back(data.stride, 99);
    ViterbiStep(k, data.previous.data(), data.edge.data(), best.data(), back.data());
    EXPECT_EQ(back, std::vector<std::uint16_t>(data.stride, 0));
  }
}

TEST_P(ViterbiStepTest, TheMostLabels) {
  StepData data(2000, rng_, 1 << 30);
  ExpectSameAsReference(data);
  for (std::size_t j = 0; j < data.stride; ++j) data.edge[1999 * data.stride + j] = 1e12;
  std::vector<double> best(data.stride);
  std::vector<std::uint16_t> back(data.stride);
  ViterbiStep(2000, data.previous.data(), data.edge.data(), best.data(), back.data());
  EXPECT_EQ(back, std::vector<std::uint16_t>(data.stride, 1999));
}

TEST_P(ViterbiStepTest, InfinitiesAndLargeScores) {
  StepData data(19, rng_, 1 << 30);
  data.previous[3] = -kInfinity;
  data.previous[5] = 1e300;
  for (std::size_t i = 0; i < data.labels; ++i) data.edge[i * data.stride + 4] = -kInfinity;
  ExpectSameAsReference(data);
}

INSTANTIATE_TEST_SUITE_P(Targets, ViterbiStepTest, AllSimdTargets(), SimdTargetLabel);

TEST(SimdTargetTest, KnowsItsTargets) {
  const std::vector<const char*> names = SimdTargetNames();
  ASSERT_FALSE(names.empty());
  EXPECT_STREQ(SimdTargetName(), names.front());
  for (const char* name : names) {
    EXPECT_TRUE(ForceSimdTarget(name));
    EXPECT_STREQ(SimdTargetName(), name);
  }
  EXPECT_FALSE(ForceSimdTarget("PDP11"));
  EXPECT_FALSE(ForceSimdTarget(""));
  EXPECT_STREQ(SimdTargetName(), names.back());
  ForceSimdTarget(names.front());
}

// ---- Searches of N-best decoding ----

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
  for (std::size_t count = kDecodingLanes; count <= 8 * kDecodingLanes; count += kDecodingLanes) {
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
  for (std::size_t count = kDecodingLanes; count <= 40 * kDecodingLanes; count += kDecodingLanes) {
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
