// Samplers: the sum tree and the fixed distribution against plain sums, distributions by even
// strata of u.
#include "optim/parts/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "optim/parts/fixed_sampler.h"
#include "optim/parts/half_uniform_sampler.h"
#include "optim/parts/sum_tree.h"

namespace sagitta {
namespace {

constexpr double kAlmostOne = 1 - 0x1.0p-53;  // the largest number that Rng::Uniform gives

SumTree TreeOf(const std::vector<double>& values) {
  SumTree tree(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) tree.Set(i, values[i]);
  return tree;
}

// How often each index is drawn when u runs through `strata` evenly spaced numbers: every count may
// be off by one at either end of its interval, and by no more.
void ExpectShares(const std::vector<double>& values, int strata) {
  const SumTree tree = TreeOf(values);
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  std::vector<int> count(values.size());
  for (int k = 0; k < strata; ++k) ++count[tree.Sample((k + 0.5) / strata)];
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(count[i], values[i] / sum * strata, 1 + 1e-6) << i;
    EXPECT_TRUE(values[i] > 0 || count[i] == 0) << i;
  }
}

TEST(SumTree, StartsWithZeroes) {
  const SumTree tree(5);
  EXPECT_EQ(tree.Sum(), 0);
  EXPECT_EQ(tree.Max(), 0);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(tree.Get(i), 0);
}

TEST(SumTree, SumAndMaximumFollowUpdates) {
  std::mt19937_64 rng(3);
  for (const std::size_t n : {1u, 2u, 3u, 5u, 8u, 13u, 100u}) {
    SumTree tree(n);
    std::vector<double> plain(n, 0.0);
    for (int k = 0; k < 500; ++k) {
      const std::size_t i = rng() % n;
      plain[i] = static_cast<double>(rng() % 1000) / 8;  // sums of these are exact
      tree.Set(i, plain[i]);
      ASSERT_EQ(tree.Sum(), std::accumulate(plain.begin(), plain.end(), 0.0));
      ASSERT_EQ(tree.Max(), *std::max_element(plain.begin(), plain.end()));
      ASSERT_EQ(tree.Get(i), plain[i]);
    }
  }
}

TEST(SumTree, ForgetsLargeNumbersCompletely) {
  SumTree tree = TreeOf({1, 1, 1});
  tree.Set(1, 1e300);
  tree.Set(1, 1);
  EXPECT_EQ(tree.Sum(), 3);
  EXPECT_EQ(tree.Max(), 1);
}

TEST(SumTree, SamplesInProportion) {
  ExpectShares({1}, 100);
  ExpectShares({1, 3}, 1000);
  ExpectShares({5, 1, 0, 2}, 1000);
  ExpectShares({0, 0, 1, 0, 7, 0, 0.5}, 1000);  // no power of two, zeroes at both ends
  ExpectShares({1e-12, 1, 1e-12}, 1000);
  std::mt19937_64 rng(5);
  for (const std::size_t n : {17u, 64u, 65u}) {
    std::vector<double> values(n);
    for (double& value : values)
      value = rng() % 3 == 0 ? 0.0 : std::exp(4e-19 * static_cast<double>(rng()));
    ExpectShares(values, 20000);
  }
}

// Whatever rounding does to u * sum on the way down, an index without weight is never drawn.
TEST(SumTree, NeverSamplesZeroWeight) {
  std::mt19937_64 rng(9);
  for (int k = 0; k < 3000; ++k) {
    const std::size_t n = 1 + rng() % 40;
    std::vector<double> values(n, 0.0);
    for (std::size_t w = 1 + rng() % 4; w > 0; --w) {
      values[rng() % n] = std::ldexp(1 + 1e-16 * static_cast<double>(rng() % 10000),
                                     static_cast<int>(rng() % 40) - 20) /
                          3;
    }
    const SumTree tree = TreeOf(values);
    for (const double u : {0.0, 0x1.0p-53, 0.5, 1 - 0x1.0p-50, kAlmostOne, 1.0}) {
      const std::size_t i = tree.Sample(u);
      ASSERT_LT(i, n);
      ASSERT_GT(values[i], 0) << "u " << u;
    }
  }
}

// The index is that of the first partial sum above u times the sum, found by looking at all.
TEST(FixedSampler, FindsWhatASearchFromTheStartFinds) {
  std::mt19937_64 rng(4);
  for (const std::size_t n : {1u, 2u, 3u, 17u, 64u, 1000u}) {
    std::vector<double> weights(n);
    for (double& weight : weights) weight = std::exp(4e-19 * static_cast<double>(rng()));
    FixedSampler sampler;
    sampler.Assign(weights);
    EXPECT_EQ(sampler.Get(n - 1), weights[n - 1]);
    EXPECT_DOUBLE_EQ(sampler.Sum(), std::accumulate(weights.begin(), weights.end(), 0.0));
    for (std::size_t k = 0; k < 20 * n; ++k) {
      // Every other one at the edge of a cell, or next to it.
      const double edge = static_cast<double>(k / 20) / static_cast<double>(n);
      const double u = k % 4 == 0   ? edge
                       : k % 4 == 2 ? std::nextafter(edge, 0.0)
                                    : static_cast<double>(rng() >> 11) * 0x1.0p-53;
      std::size_t expected = 0;
      for (double end = weights[0]; expected + 1 < n && end <= u * sampler.Sum();) {
        end += weights[++expected];
      }
      ASSERT_EQ(sampler.Sample(u), expected) << n << " u " << u;
    }
    EXPECT_EQ(sampler.Sample(kAlmostOne), n - 1);
  }
}

TEST(DrawUniform, CoversEveryExampleEvenly) {
  for (const std::size_t n : {1u, 2u, 3u, 7u, 1000u}) {
    std::vector<int> count(n);
    for (std::size_t k = 0; k < 10 * n; ++k) {
      ++count[DrawUniform((static_cast<double>(k) + 0.5) / static_cast<double>(10 * n), n)];
    }
    for (const int c : count) EXPECT_EQ(c, 10);
    EXPECT_EQ(DrawUniform(kAlmostOne, n), n - 1);
  }
  EXPECT_EQ(DrawUniform(kAlmostOne, 4294967295u), 4294967294u);
}

TEST(SeenPartition, KeepsTheTwoSidesApart) {
  std::mt19937_64 rng(2);
  for (const std::size_t n : {1u, 2u, 9u, 50u}) {
    SeenPartition partition(n);
    std::set<ExampleId> seen;
    while (partition.unseen() > 0) {
      const ExampleId i = partition.Unseen(static_cast<double>(rng() >> 11) * 0x1.0p-53);
      ASSERT_FALSE(seen.contains(i));
      partition.MarkSeen(i);
      seen.insert(i);
      ASSERT_EQ(partition.seen(), seen.size());
      ASSERT_EQ(partition.unseen(), n - seen.size());
      std::set<ExampleId> found, rest;
      for (std::size_t k = 0; k < seen.size(); ++k) {
        found.insert(
            partition.Seen((static_cast<double>(k) + 0.5) / static_cast<double>(seen.size())));
      }
      for (std::size_t k = 0; k < partition.unseen(); ++k) {
        rest.insert(partition.Unseen((static_cast<double>(k) + 0.5) /
                                     static_cast<double>(partition.unseen())));
      }
      ASSERT_EQ(found, seen);
      ASSERT_EQ(rest.size(), n - seen.size());
      for (const ExampleId k : rest) ASSERT_FALSE(seen.contains(k));
      ASSERT_TRUE(seen.contains(partition.Seen(kAlmostOne)));
      if (partition.unseen() > 0) {
        ASSERT_FALSE(seen.contains(partition.Unseen(kAlmostOne)));
      }
    }
  }
}

// The shares of a grid of draws are the probabilities p_i = 1/2 (1/n + L_i / sum L).
TEST(HalfUniformSampler, SharesAreProbabilities) {
  const std::vector<double> lipschitz = {4, 0, 1, 3, 0};
  HalfUniformSampler sampler(lipschitz.size());
  EXPECT_EQ(sampler.Probability(3), 0.2);
  EXPECT_EQ(sampler.Resolve({0.1, 0.7}), 3u);  // uniform as long as nothing is known
  for (std::size_t i = 0; i < lipschitz.size(); ++i) {
    sampler.Set(static_cast<ExampleId>(i), lipschitz[i]);
  }
  constexpr int kStrata = 400;
  std::vector<int> count(lipschitz.size());
  for (int a = 0; a < kStrata; ++a) {
    for (int b = 0; b < kStrata; ++b) {
      ++count[sampler.Resolve({(a + 0.5) / kStrata, (b + 0.5) / kStrata})];
    }
  }
  for (std::size_t i = 0; i < lipschitz.size(); ++i) {
    const double expected = 0.1 + lipschitz[i] / 16;
    EXPECT_NEAR(sampler.Probability(static_cast<ExampleId>(i)), expected, 1e-15) << i;
    EXPECT_NEAR(static_cast<double>(count[i]) / (kStrata * kStrata), expected, 1e-2) << i;
  }
}

}  // namespace
}  // namespace sagitta
