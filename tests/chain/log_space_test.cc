// The log-space route, which is itself what wild scores rely on, against exact answers.
#include "chain/log_space.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "support/exact_chain.h"
#include "support/random_chain.h"

namespace sagitta {
namespace {

template <class Real>
void ExpectExact(const ChainScoresOf<Real>& scores, const ExactChain& exact, double tolerance) {
  const std::size_t pairs = scores.labels * scores.labels;
  MarginalArrays<Real> marginals(scores.length, scores.labels, true);
  const double log_z = static_cast<double>(exact.log_z);
  const double length = static_cast<double>(scores.length);
  EXPECT_NEAR(LogSpaceMarginals(scores, marginals.View()), log_z,
              1e-14 * (length + std::abs(log_z)));
  EXPECT_NEAR(LogSpacePartition(scores), log_z, 1e-14 * (length + std::abs(log_z)));
  for (std::size_t k = 0; k < marginals.node.size(); ++k) {
    ASSERT_NEAR(marginals.node[k], exact.node[k], tolerance);
  }
  for (std::size_t k = 0; k < pairs; ++k) {
    ASSERT_NEAR(marginals.sums[k], exact.sums[k], tolerance * length);
    for (std::size_t t = 1; t < scores.length && !exact.edge[t].empty(); ++t) {
      ASSERT_NEAR(marginals.edges[t * pairs + k], exact.edge[t][k], tolerance);
    }
  }
  EXPECT_TRUE(marginals.Intact());
}

template <class Real>
void TestEnumeration(double tolerance) {
  std::mt19937_64 rng(11);
  for (std::size_t labels = 1; labels <= 4; ++labels) {
    for (std::size_t length = 1; length <= 5; ++length) {
      for (const OwnEdges own : {OwnEdges::kNone, OwnEdges::kSome, OwnEdges::kAll}) {
        for (const double scale : {0.0, 1.0, 50.0, 1e4}) {
          SCOPED_TRACE(testing::Message()
                       << length << " tokens, " << labels << " labels, " << scale);
          const RandomChain<Real> chain(length, labels, scale, own, rng);
          ExpectExact(chain.scores(), EnumerateChain(chain.scores()), tolerance);
        }
      }
    }
  }
}

TEST(LogSpaceTest, EnumerationFloat) { TestEnumeration<float>(1e-7); }
TEST(LogSpaceTest, EnumerationDouble) { TestEnumeration<double>(1e-10); }

TEST(LogSpaceTest, LongChains) {
  std::mt19937_64 rng(12);
  for (const double scale : {1.0, 100.0, 1e4}) {
    const RandomChain<double> chain(3000, 4, scale, OwnEdges::kSome, rng);
    ExpectExact(chain.scores(), RecurseChain(chain.scores()), 1e-10);
  }
}

// Log Z of 20000 tokens with scores near a million is near 10^10: were it subtracted as a whole,
// six digits of every marginal would go with it.
TEST(LogSpaceTest, ManyHighScoresCostNoDigits) {
  std::mt19937_64 rng(13);
  RandomChain<double> chain(20000, 3, 1.0, OwnEdges::kNone, rng);
  for (double& score : chain.node.span()) score += 1e6;
  ExpectExact(chain.scores(), RecurseChain(chain.scores()), 1e-9);
}

TEST(LogSpaceTest, HopelessLabelsHaveProbabilityZero) {
  GuardedArray<double> node(4), transition(4);
  node[1] = -1e300;
  node[2] = -1e300;
  const ChainScores scores{2, 2, 2, node.data(), transition.data(), nullptr};
  MarginalArrays<double> marginals(2, 2, false);
  EXPECT_EQ(LogSpaceMarginals(scores, marginals.View()), 0.0);
  EXPECT_EQ(marginals.node[0], 1.0);
  EXPECT_EQ(marginals.node[1], 0.0);
  EXPECT_EQ(marginals.sums[1], 1.0);
}

}  // namespace
}  // namespace sagitta
