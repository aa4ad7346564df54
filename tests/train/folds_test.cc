// Folds: they partition the sequences, are of similar size, and depend on the seed alone.
#include "train/folds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sagitta {
namespace {

using Parts = std::vector<std::vector<std::uint32_t>>;

std::size_t Runs(const std::vector<std::uint32_t>& part) {
  std::size_t runs = 1;
  for (std::size_t k = 1; k < part.size(); ++k) runs += part[k] != part[k - 1] + 1;
  return runs;
}

TEST(MakeFolds, PartitionTheSequences) {
  for (const std::uint32_t n : {2u, 3u, 7u, 41u, 100u, 101u, 1234u}) {
    for (const std::uint32_t folds : {2u, 3u, 5u, 10u, 41u}) {
      if (folds > n) continue;
      const Parts parts = MakeFolds(n, folds, 1);
      ASSERT_EQ(parts.size(), folds);
      std::vector<int> seen(n, 0);
      for (const auto& part : parts) {
        EXPECT_FALSE(part.empty()) << n << " in " << folds;
        EXPECT_TRUE(std::is_sorted(part.begin(), part.end()));
        for (const std::uint32_t i : part) ++seen.at(i);
      }
      EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), n) << n << " in " << folds;
    }
  }
}

// Runs differ by one sequence at most.
TEST(MakeFolds, AreOfSimilarSize) {
  for (const auto& part : MakeFolds(1234, 5, 7)) {
    EXPECT_NEAR(static_cast<double>(part.size()), 1234 / 5.0, kRunsPerFold);
  }
  for (const auto& part : MakeFolds(40, 4, 7)) EXPECT_EQ(part.size(), 10u);
}

TEST(MakeFolds, ConsistOfRuns) {
  for (const auto& part : MakeFolds(10000, 5, 3)) {
    EXPECT_LE(Runs(part), kRunsPerFold) << "neighbours stay together";
    EXPECT_GE(Runs(part), kRunsPerFold / 2) << "from all over the corpus";
  }
}

TEST(MakeFolds, DependOnTheSeedAlone) {
  EXPECT_EQ(MakeFolds(500, 5, 1), MakeFolds(500, 5, 1));
  EXPECT_NE(MakeFolds(500, 5, 1), MakeFolds(500, 5, 2));
}

}  // namespace
}  // namespace sagitta
