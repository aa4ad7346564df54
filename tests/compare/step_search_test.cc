// The search for step sizes against looking at all powers of ten.
#include "compare/step_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace sagitta {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::map<int, double> Search(const std::function<double(int)>& objective) {
  std::map<int, double> tried;
  while (const auto power = NextPower(tried)) {
    EXPECT_FALSE(tried.contains(*power));
    EXPECT_GE(*power, kSmallestPower);
    EXPECT_LE(*power, kLargestPower);
    tried[*power] = objective(*power);
  }
  return tried;
}

int Best(const std::map<int, double>& values) {
  int best = values.begin()->first;
  for (const auto& [power, value] : values) {
    if (value < values.at(best)) best = power;
  }
  return best;
}

TEST(StepSearch, FindsTheLowestOfAllAndItsNeighbours) {
  for (int lowest = kSmallestPower; lowest <= kLargestPower; ++lowest) {
    for (int divergence = lowest + 1; divergence <= kLargestPower + 1; ++divergence) {
      // Falls slowly from small steps, rises fast, and diverges somewhere.
      const auto objective = [&](int power) {
        if (power >= divergence) return kInfinity;
        return power <= lowest ? 1.0 * (lowest - power) : 10.0 * (power - lowest);
      };
      const std::map<int, double> tried = Search(objective);
      EXPECT_EQ(Best(tried), lowest) << divergence;
      EXPECT_EQ(tried.contains(lowest - 1), lowest > kSmallestPower);
      EXPECT_EQ(tried.contains(lowest + 1), lowest < kLargestPower);
    }
  }
}

TEST(StepSearch, TriesFewPowers) {
  EXPECT_EQ(Search([](int power) { return std::abs(power); }).size(), 3u);
  EXPECT_EQ(Search([](int power) { return std::abs(power + 1); }).size(), 3u);
  EXPECT_EQ(Search([](int power) { return std::abs(power - 1); }).size(), 4u);
}

TEST(StepSearch, GoesDownToTheEndWhereAllDiverge) {
  const auto tried = Search([](int) { return kInfinity; });
  EXPECT_EQ(tried.begin()->first, kSmallestPower);
  EXPECT_EQ(tried.rbegin()->first, 0);
}

TEST(StepSearch, EndsOnEqualValues) {
  EXPECT_LE(Search([](int) { return 1.0; }).size(), 1u + kLargestPower - kSmallestPower);
}

TEST(StepSearch, PowersAreTheNearestDoubles) {
  EXPECT_EQ(EtaOf(-3), 1e-3);
  EXPECT_EQ(EtaOf(0), 1.0);
  EXPECT_EQ(EtaOf(5), 1e5);
  for (int power = kSmallestPower; power <= kLargestPower; ++power) {
    EXPECT_EQ(PowerOf(EtaOf(power)), power);
  }
}

RunRecord RunWith(double objective) {
  RunRecord run;
  run.curve.objective = {1, objective};
  return run;
}

TEST(StepSearch, MarksBestAndSecond) {
  std::vector<RunRecord> runs = {RunWith(3), RunWith(1), RunWith(kInfinity), RunWith(2),
                                 RunWith(std::nan(""))};
  MarkRuns(runs);
  EXPECT_EQ(runs[0].mark, RunMark::kOther);
  EXPECT_EQ(runs[1].mark, RunMark::kBest);
  EXPECT_EQ(runs[2].mark, RunMark::kDiverged);
  EXPECT_EQ(runs[3].mark, RunMark::kSecond);
  EXPECT_EQ(runs[4].mark, RunMark::kDiverged);
  runs.resize(1);
  MarkRuns(runs);
  EXPECT_EQ(runs[0].mark, RunMark::kBest);
}

}  // namespace
}  // namespace sagitta
