// The N best paths against all labellings, sorted.
#include "chain/nbest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "chain/inference.h"
#include "support/exact_chain.h"
#include "support/random_chain.h"

namespace sagitta {
namespace {

struct Path {
  double score;
  std::vector<std::uint32_t> labels;
};

/// All labellings that are allowed, by score, then by the labels from the last to the first.
std::vector<Path> AllPaths(const ChainScores& scores) {
  std::vector<Path> paths;
  ForEachLabelling(scores.length, scores.labels, [&](const std::vector<std::uint32_t>& y) {
    const double score = PathScore(scores, y);
    if (std::isfinite(score)) paths.push_back({score, y});
  });
  // ForEachLabelling goes in the order of the second criterion.
  std::stable_sort(paths.begin(), paths.end(),
                   [](const Path& x, const Path& y) { return x.score > y.score; });
  return paths;
}

void ExpectBest(NBestDecoder& decoder, const ChainScores& scores, std::size_t n) {
  const std::vector<Path> all = AllPaths(scores);
  decoder.Decode(scores, n);
  ASSERT_EQ(decoder.size(), std::min(n, all.size()));
  for (std::size_t k = 0; k < decoder.size(); ++k) {
    ASSERT_EQ(decoder.Score(k), all[k].score) << "path " << k;
    const auto labels = decoder.Labels(k);
    ASSERT_EQ(std::vector<std::uint32_t>(labels.begin(), labels.end()), all[k].labels)
        << "path " << k;
  }
}

constexpr OwnEdges kAllKinds[] = {OwnEdges::kNone, OwnEdges::kSome, OwnEdges::kAll};

TEST(NBestTest, EqualsEnumeration) {
  std::mt19937_64 rng(5);
  NBestDecoder decoder;
  for (int repeat = 0; repeat < 600; ++repeat) {
    const std::size_t labels = 1 + rng() % 5, length = 1 + rng() % 5;
    RandomChain<double> chain(length, labels, repeat % 7 == 0 ? 300 : 3, kAllKinds[repeat % 3],
                              rng);
    if (repeat % 2 == 1) chain.Forbid(0.1, 0.2, rng);
    for (const std::size_t n : {std::size_t{1}, std::size_t{3}, std::size_t{20}, rng() % 4000}) {
      SCOPED_TRACE(testing::Message() << length << " tokens, " << labels << " labels, n " << n);
      ExpectBest(decoder, chain.scores(), n);
    }
  }
}

// Small whole numbers as scores: most labellings share theirs with others.
TEST(NBestTest, TiesComeInTheOrderOfLabels) {
  std::mt19937_64 rng(6);
  NBestDecoder decoder;
  for (int repeat = 0; repeat < 300; ++repeat) {
    const std::size_t labels = 2 + rng() % 3, length = 1 + rng() % 5;
    RandomChain<double> chain(length, labels, repeat % 3, OwnEdges::kNone, rng);
    for (double& score : chain.node.span()) score = std::round(score);
    for (double& score : chain.transition.span()) score = std::round(score);
    if (repeat % 4 == 3) chain.Forbid(0.1, 0.2, rng);
    for (const std::size_t n : {1, 2, 7, 30, 5000}) ExpectBest(decoder, chain.scores(), n);
  }
}

// More labels than a vector has lanes, with and without ties.
TEST(NBestTest, EqualsEnumerationOfManyLabels) {
  std::mt19937_64 rng(10);
  NBestDecoder decoder;
  for (int repeat = 0; repeat < 60; ++repeat) {
    const std::size_t labels = 6 + rng() % 20, length = 1 + rng() % 3;
    RandomChain<double> chain(length, labels, 3, kAllKinds[repeat % 3], rng);
    if (repeat % 4 == 0) {
      for (double& score : chain.node.span()) score = std::round(score);
      for (double& score : chain.transition.span()) score = std::round(score);
    }
    if (repeat % 2 == 1) chain.Forbid(0.1, 0.3, rng);
    for (const std::size_t n : {1, 20, 300}) {
      SCOPED_TRACE(testing::Message() << length << " tokens, " << labels << " labels, n " << n);
      ExpectBest(decoder, chain.scores(), n);
    }
  }
}

// The decoder keeps the transitions of the last time.
TEST(NBestTest, SeesThatTransitionsChanged) {
  std::mt19937_64 rng(11);
  NBestDecoder decoder;
  RandomChain<double> chain(3, 9, 2, OwnEdges::kSome, rng);
  for (int repeat = 0; repeat < 20; ++repeat) {
    ExpectBest(decoder, chain.scores(), 50);
    ExpectBest(decoder, chain.scores(), 20);
    chain.transition[rng() % 81] += repeat % 2 == 0 ? 3 : -3;
    if (repeat % 5 == 4) chain.ForbidStep(rng() % 9, rng() % 9);
  }
}

TEST(NBestTest, BeginsWithViterbi) {
  std::mt19937_64 rng(7);
  NBestDecoder decoder;
  ChainInference inference;
  for (const std::size_t labels : {1, 2, 7, 8, 22, 45}) {
    for (const std::size_t length : {1, 2, 30, 300}) {
      const RandomChain<double> chain(length, labels, 2, kAllKinds[length % 3], rng);
      std::vector<std::uint32_t> best(length);
      const double score = inference.Viterbi(chain.scores(), best.data());
      decoder.Decode(chain.scores(), 50);
      ASSERT_EQ(decoder.size(), labels == 1   ? 1
                                : length == 1 ? std::min<std::size_t>(labels, 50)
                                : length == 2 ? std::min<std::size_t>(labels * labels, 50)
                                              : 50);
      EXPECT_EQ(decoder.Score(0), score);
      EXPECT_TRUE(std::equal(best.begin(), best.end(), decoder.Labels(0).begin()));
      for (std::size_t k = 1; k < decoder.size(); ++k) {
        EXPECT_LE(decoder.Score(k), decoder.Score(k - 1));
        EXPECT_EQ(decoder.Score(k), PathScore(chain.scores(), decoder.Labels(k)));
      }
    }
  }
}

// Every labelling has the same score, and there are more than anybody can count.
TEST(NBestTest, EndlessTies) {
  std::mt19937_64 rng(8);
  const RandomChain<double> chain(2000, 30, 0, OwnEdges::kNone, rng);
  NBestDecoder decoder;
  decoder.Decode(chain.scores(), 100);
  ASSERT_EQ(decoder.size(), 100u);
  for (std::size_t k = 0; k < 100; ++k) {
    const auto labels = decoder.Labels(k);  // k in base 30, the lowest digit first
    EXPECT_EQ(labels[0], k % 30);
    EXPECT_EQ(labels[1], k / 30);
    EXPECT_EQ(std::count(labels.begin() + 2, labels.end(), 0u), 1998);
  }
}

TEST(NBestTest, NothingAllowed) {
  std::mt19937_64 rng(9);
  RandomChain<double> chain(5, 3, 1, OwnEdges::kNone, rng);
  for (std::size_t k = 0; k < 3; ++k) chain.ForbidLabel(2, k);
  NBestDecoder decoder;
  decoder.Decode(chain.scores(), 10);
  EXPECT_EQ(decoder.size(), 0u);
  decoder.Decode(RandomChain<double>(5, 3, 1, OwnEdges::kNone, rng).scores(), 0);
  EXPECT_EQ(decoder.size(), 0u);
}

}  // namespace
}  // namespace sagitta
