// Histograms against counting by hand and by brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "compare/run_method.h"

namespace sagitta {
namespace {

// Every value above zero is in exactly the bin that the edges say.
void ExpectCounts(const std::vector<double>& values, const Distribution& distribution) {
  const auto& [edges, counts] = distribution.histogram;
  ASSERT_EQ(edges.size(), counts.size() + 1);
  ASSERT_LE(counts.size(), kMostBins);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    std::uint64_t expected = 0;
    const bool last = k + 1 == counts.size();
    for (const double value : values) {
      const bool inside =
          value >= edges[k] && (value < edges[k + 1] || (last && value <= edges[k + 1]));
      expected += value > 0 && inside ? 1 : 0;
    }
    EXPECT_EQ(counts[k], expected) << k;
    EXPECT_LT(edges[k], edges[k + 1] + (edges.size() == 2 ? 1 : 0));
  }
  std::uint64_t positive = 0, counted = 0;
  for (const double value : values) positive += value > 0 ? 1 : 0;
  for (const std::uint64_t count : counts) counted += count;
  EXPECT_EQ(counted, positive);
}

TEST(SamplingSummary, CountsSmallNumbersOneByOne) {
  const SamplingSummary summary = Summarize({{0, 1, 3, 1, 2, 0}, {}});
  EXPECT_EQ(summary.examples, 6u);
  EXPECT_EQ(summary.unseen, 2u);
  EXPECT_EQ(summary.iterations, 7u);
  EXPECT_EQ(summary.visits.smallest, 1);
  EXPECT_EQ(summary.visits.largest, 3);
  EXPECT_EQ(summary.visits.mean, 7.0 / 4);
  EXPECT_EQ(summary.visits.histogram.edges, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(summary.visits.histogram.counts, (std::vector<std::uint64_t>{2, 1, 1}));
  EXPECT_FALSE(summary.lipschitz);
}

TEST(SamplingSummary, HasOneBinForEqualValues) {
  const SamplingSummary summary = Summarize({{5, 5}, {0.5, 0.5}});
  EXPECT_EQ(summary.visits.histogram.edges, (std::vector<double>{5, 6}));
  EXPECT_EQ(summary.visits.histogram.counts, (std::vector<std::uint64_t>{2}));
  EXPECT_EQ(summary.lipschitz->histogram.counts, (std::vector<std::uint64_t>{2}));
  EXPECT_EQ(summary.lipschitz_visits, (std::vector<double>{5}));
}

TEST(SamplingSummary, IsEmptyWhereNothingWasSeen) {
  const SamplingSummary summary = Summarize({{0, 0}, {0, 0}});
  EXPECT_EQ(summary.unseen, 2u);
  EXPECT_TRUE(summary.visits.histogram.counts.empty());
  EXPECT_TRUE(summary.lipschitz->histogram.counts.empty());
}

TEST(SamplingSummary, AgreesWithBruteForce) {
  std::mt19937_64 rng(3);
  for (int round = 0; round < 200; ++round) {
    SamplingReport report;
    const double spread = 1 + static_cast<double>(round % 8);
    std::lognormal_distribution<double> draw(0, spread);
    for (std::size_t n = 1 + rng() % 300; n > 0; --n) {
      report.visits.push_back(static_cast<std::uint32_t>(std::min(draw(rng), 4e9)));
      report.lipschitz.push_back(report.visits.back() == 0 ? 0 : draw(rng));
    }
    const SamplingSummary summary = Summarize(report);
    ExpectCounts({report.visits.begin(), report.visits.end()}, summary.visits);
    ExpectCounts(report.lipschitz, *summary.lipschitz);
    double visits = 0;
    for (std::size_t k = 0; k < summary.lipschitz_visits.size(); ++k) {
      const auto count = static_cast<double>(summary.lipschitz->histogram.counts[k]);
      EXPECT_EQ(count == 0, std::isnan(summary.lipschitz_visits[k]));
      if (count > 0) visits += count * summary.lipschitz_visits[k];
    }
    const double iterations = static_cast<double>(summary.iterations);
    EXPECT_NEAR(visits, iterations, 1e-9 * iterations + 1e-9);
    EXPECT_LE(std::abs(summary.visits.smallest - std::round(summary.visits.smallest)), 0);
  }
}

}  // namespace
}  // namespace sagitta
