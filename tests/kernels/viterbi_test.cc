// ViterbiStep against a plain reference, on every SIMD target of the machine.
#include "kernels/viterbi.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "support/simd_target_test.h"

namespace sagitta::kernels {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Arrays of exactly the required sizes, so that a sanitizer detects any access outside them.
struct StepData {
  StepData(std::size_t k, std::mt19937_64& rng, int distinct)
      : labels(k), stride(ViterbiStride(k)), previous(k), edge(k * stride) {
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
  const std::size_t stride = ViterbiStride(labels);
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

}  // namespace
}  // namespace sagitta::kernels
