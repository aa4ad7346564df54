// Forward-backward against the enumeration of all labellings and against exact recursions, over all
// its routes: scaled probabilities in float and in double, and log space.
#include "chain/forward_backward.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "chain/inference.h"
#include "support/exact_chain.h"
#include "support/random_chain.h"
#include "support/simd_target_test.h"

namespace sagitta {
namespace {

constexpr OwnEdges kAllKinds[] = {OwnEdges::kNone, OwnEdges::kSome, OwnEdges::kAll};

class ForwardBackwardTest : public SimdTargetTest {
 protected:
  template <class Real, class Expected>
  static void ExpectNear(const GuardedArray<Real>& actual, const Expected& expected,
                         double tolerance) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t k = 0; k < actual.size(); ++k) {
      ASSERT_NEAR(actual[k], expected[k], tolerance) << "element " << k;
    }
  }

  /// Everything that inference offers, against the exact answer. The tolerance is that of a
  /// marginal.
  template <class Real>
  static void ExpectExact(ForwardBackward<Real>& inference, const ChainScoresOf<Real>& scores,
                          const ExactChain& exact, double tolerance) {
    const std::size_t pairs = scores.labels * scores.labels;
    const bool with_edges = scores.length > 1 && !exact.edge[1].empty();
    MarginalArrays<Real> all(scores.length, scores.labels, with_edges);
    const double length = static_cast<double>(scores.length);
    const double log_z = static_cast<double>(exact.log_z);
    const double log_tolerance = tolerance * length + 1e-14 * std::sqrt(length) * std::abs(log_z);
    EXPECT_NEAR(inference.Marginals(scores, all.View()), log_z, log_tolerance);
    EXPECT_NEAR(inference.LogPartition(scores), log_z, log_tolerance);
    ExpectNear(all.node, exact.node, tolerance);
    ExpectNear(all.sums, exact.sums, tolerance * length);
    for (std::size_t t = 1; with_edges && t < scores.length; ++t) {
      for (std::size_t k = 0; k < pairs; ++k) {
        ASSERT_NEAR(all.edges[t * pairs + k], exact.edge[t][k], tolerance) << "edge " << t;
      }
    }
    EXPECT_TRUE(all.Intact());

    // The same marginals when only some are asked for.
    MarginalArrays<Real> some(scores.length, scores.labels, false);
    inference.Marginals(scores, {some.node.data(), nullptr, nullptr});
    ExpectNear(some.node, exact.node, tolerance);
    inference.Marginals(scores, {some.node.data(), some.sums.data(), nullptr});
    ExpectNear(some.sums, exact.sums, tolerance * length);
    EXPECT_TRUE(some.Intact());
  }

  template <class Real>
  void TestEnumeration(double tolerance) {
    ForwardBackward<Real> inference;
    for (std::size_t labels = 1; labels <= 4; ++labels) {
      for (std::size_t length = 1; length <= 5; ++length) {
        for (const OwnEdges own : kAllKinds) {
          for (const double scale : {0.0, 2.0, 12.0, 60.0, 500.0}) {
            SCOPED_TRACE(testing::Message()
                         << length << " tokens, " << labels << " labels, scores to " << scale);
            const RandomChain<Real> chain(length, labels, scale, own, rng_);
            ExpectExact(inference, chain.scores(), EnumerateChain(chain.scores()), tolerance);
          }
        }
      }
    }
  }

  template <class Real>
  void TestLarger(double tolerance) {
    ForwardBackward<Real> inference;
    for (const std::size_t labels : {1, 2, 3, 7, 16, 17, 33, 45, 70}) {
      for (const std::size_t length : {1, 2, 9, 60}) {
        const OwnEdges own = kAllKinds[(labels + length) % 3];
        SCOPED_TRACE(testing::Message() << length << " tokens, " << labels << " labels");
        const RandomChain<Real> chain(length, labels, 3.0, own, rng_);
        ExpectExact(inference, chain.scores(), RecurseChain(chain.scores()), tolerance);
      }
    }
  }

  // Wide scores leave the fast route: the answer then has the precision of the slower one.
  template <class Real>
  void TestWide(double fast, double slow) {
    ForwardBackward<Real> inference;
    const double limit = kernels::ScoreRangeLimit<Real>();
    for (const double scale : {1.0, 5.0, 13.0, 14.0, 40.0, 108.0, 110.0, 300.0, 1e3, 1e4}) {
      for (const OwnEdges own : kAllKinds) {
        SCOPED_TRACE(testing::Message() << "scores to " << scale);
        const RandomChain<Real> chain(40, 5, scale, own, rng_);
        const double tolerance = 6 * scale < 1.1 * limit ? fast * (1 + scale) : slow;
        ExpectExact(inference, chain.scores(), RecurseChain(chain.scores()), tolerance);
      }
    }
  }

  // Nodes as wide as they like, with edges up to what the forward pass takes (chain/accuracy.h).
  template <class Real>
  void TestWideNodes(double largest_edge, double tolerance) {
    ForwardBackward<Real> inference;
    for (const double edges : {0.5, 0.9 * largest_edge, 1.1 * largest_edge}) {
      for (const double wider : {30.0, 1e3, 1e5}) {
        for (const OwnEdges own : kAllKinds) {
          SCOPED_TRACE(testing::Message() << "edges to " << edges << ", nodes to " << wider);
          RandomChain<Real> chain(40, 5, edges, own, rng_);
          for (Real& score : chain.node.span()) score *= static_cast<Real>(wider / edges);
          ExpectExact(inference, chain.scores(), RecurseChain(chain.scores()), tolerance);
        }
      }
    }
  }

  template <class Real>
  void TestLong(std::size_t length, double scale, double tolerance) {
    SCOPED_TRACE(testing::Message() << length << " tokens, scores to " << scale);
    ForwardBackward<Real> inference;
    const RandomChain<Real> chain(length, 3, scale, OwnEdges::kNone, rng_);
    const ExactChain exact = RecurseChain(chain.scores());
    MarginalArrays<Real> marginals(length, 3, false);
    const double log_z = static_cast<double>(exact.log_z);
    EXPECT_NEAR(inference.Marginals(chain.scores(), marginals.View()), log_z,
                tolerance * std::abs(log_z));
    ExpectNear(marginals.node, exact.node, tolerance);
    for (std::size_t t = 0; t < length; ++t) {
      const Real* p = marginals.node.data() + 3 * t;
      ASSERT_NEAR(std::accumulate(p, p + 3, 0.0), 1.0, 2 * tolerance) << "token " << t;
    }
    const double edges = static_cast<double>(length - 1);
    ExpectNear(marginals.sums, exact.sums, tolerance * edges);
    EXPECT_NEAR(std::accumulate(marginals.sums.data(), marginals.sums.data() + 9, 0.0), edges,
                tolerance * edges);
  }
};

TEST_P(ForwardBackwardTest, EnumerationFloat) { TestEnumeration<float>(2e-5); }
TEST_P(ForwardBackwardTest, EnumerationDouble) { TestEnumeration<double>(1e-12); }
TEST_P(ForwardBackwardTest, LargerFloat) { TestLarger<float>(2e-5); }
TEST_P(ForwardBackwardTest, LargerDouble) { TestLarger<double>(1e-13); }
TEST_P(ForwardBackwardTest, WideFloat) { TestWide<float>(2e-6, 1e-7); }
TEST_P(ForwardBackwardTest, WideDouble) { TestWide<double>(1e-14, 1e-10); }

TEST_P(ForwardBackwardTest, WideNodesFloat) { TestWideNodes<float>(15, 2e-5); }
TEST_P(ForwardBackwardTest, WideNodesDouble) { TestWideNodes<double>(80, 1e-10); }

TEST_P(ForwardBackwardTest, LongFloat) {
  TestLong<float>(4096, 2.0, 2e-5);  // the longest that stays in float
  for (const double scale : {2.0, 30.0, 1e4}) TestLong<float>(5000, scale, 1e-7);
}

TEST_P(ForwardBackwardTest, LongDouble) {
  for (const double scale : {0.0, 2.0, 30.0, 1e3, 1e4}) TestLong<double>(5000, scale, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Targets, ForwardBackwardTest, AllSimdTargets(), SimdTargetLabel);

// The longest sequences there may be, on the best target.
class LongestChainTest : public ForwardBackwardTest {};

TEST_P(LongestChainTest, IsExact) {
  TestLong<float>(100000, 2.0, 1e-7);
  TestLong<double>(100000, 2.0, 1e-11);
  TestLong<double>(100000, 1e4, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Best, LongestChainTest, testing::Values(SimdTargetNames().front()),
                         SimdTargetLabel);

// Two regimes, 0 and 1, that can hardly be left. The first token is all for 0, the last even more
// for 1, so that staying in 1 is best; but after the first token's scaled step the probability of 1
// is exp(-first), which is no number any more. A recursion that lets it go to zero ends up certain
// of the wrong regime.
template <class Real>
void TestRegimes(double first, double last, double leave) {
  SCOPED_TRACE(testing::Message() << first << ", " << last << ", " << leave);
  RandomChain<Real> chain = [] {
    std::mt19937_64 rng(1);
    return RandomChain<Real>(30, 2, 0.0, OwnEdges::kNone, rng);
  }();
  chain.node[0] = static_cast<Real>(first);
  chain.node[29 * 3 + 1] = static_cast<Real>(last);
  chain.transition[1] = chain.transition[2] = static_cast<Real>(-leave);
  MarginalArrays<Real> marginals(30, 2, false);
  ForwardBackward<Real> inference;
  const double log_z = inference.Marginals(chain.scores(), marginals.View());
  EXPECT_NEAR(log_z, last, 1e-6 * last);
  EXPECT_NEAR(inference.LogPartition(chain.scores()), last, 1e-6 * last);
  for (std::size_t t = 0; t < 30; ++t) EXPECT_NEAR(marginals.node[2 * t + 1], 1.0, 1e-6);
  EXPECT_NEAR(marginals.sums[3], 29.0, 1e-5);
}

TEST(RegimesTest, TheImprobableBeginningWins) {
  TestRegimes<float>(110, 150, 300);    // beyond float
  TestRegimes<float>(800, 1500, 4000);  // beyond double
  TestRegimes<double>(800, 1500, 4000);
  TestRegimes<double>(9000, 9900, 10000);
}

TEST(OneTokenTest, NeedsNoTransitions) {
  for (const float scale : {1.0f, 300.0f, 9000.0f}) {
    GuardedArray<float> node(3);
    node[1] = scale;
    GuardedArray<float> marginals(3);
    ForwardBackward<float> inference;
    const ChainScoresOf<float> scores{1, 3, 3, node.data(), nullptr, nullptr};
    const double log_z = inference.Marginals(scores, {marginals.data(), nullptr, nullptr});
    EXPECT_NEAR(log_z, scale + std::log1p(2 * std::exp(-double{scale})), 1e-5);
    EXPECT_NEAR(inference.LogPartition(scores), log_z, 1e-5);
    EXPECT_NEAR(marginals[1], 1 / (1 + 2 * std::exp(-double{scale})), 1e-6);
  }
}

// One object serves chains of all sizes in any order.
template <class Real>
void TestSharedScratch(ForwardBackward<Real> shared) {
  std::mt19937_64 rng(3);
  for (int k = 0; k < 200; ++k) {
    const std::size_t length = 1 + rng() % 30, labels = 1 + rng() % 20;
    const RandomChain<Real> chain(length, labels, k % 5 == 0 ? 400.0 : 3.0, kAllKinds[k % 3], rng);
    MarginalArrays<Real> marginals(length, labels, true), expected(length, labels, true);
    ForwardBackward<Real> fresh;
    EXPECT_EQ(shared.Marginals(chain.scores(), marginals.View()),
              fresh.Marginals(chain.scores(), expected.View()));
    EXPECT_TRUE(std::equal(marginals.node.data(), marginals.node.data() + length * labels,
                           expected.node.data()));
    EXPECT_TRUE(std::equal(marginals.sums.data(), marginals.sums.data() + labels * labels,
                           expected.sums.data()));
  }
}

TEST(ForwardBackwardScratchTest, ScratchHoldsNoMemoryOfOtherChains) {
  TestSharedScratch(ForwardBackward<float>());
  TestSharedScratch(ForwardBackward<double>());
}

// Reserved sizes are a matter of memory alone: chains may be smaller or larger.
template <class Real>
void TestReserved() {
  for (const std::size_t own_edges : {0, 7, 14}) {
    ForwardBackward<Real> reserved;
    reserved.Reserve(15, 10, own_edges);
    TestSharedScratch(std::move(reserved));
  }
}

TEST(ForwardBackwardScratchTest, WhatIsReservedMayBeExceeded) {
  TestReserved<float>();
  TestReserved<double>();
}

TEST(ForwardBackwardScratchTest, MovesWithItsScratch) {
  std::mt19937_64 rng(4);
  const RandomChain<float> chain(6, 3, 200.0, OwnEdges::kSome, rng);
  ForwardBackward<float> first;
  const double log_z = first.LogPartition(chain.scores());
  ForwardBackward<float> second = std::move(first);
  EXPECT_EQ(second.LogPartition(chain.scores()), log_z);
}

TEST(ChainInferenceTest, PosteriorsAreThoseOfForwardBackward) {
  std::mt19937_64 rng(5);
  const RandomChain<double> chain(12, 4, 2.0, OwnEdges::kSome, rng);
  const ExactChain exact = RecurseChain(chain.scores());
  ChainInference inference;
  GuardedArray<double> marginals(48);
  EXPECT_NEAR(inference.Marginals(chain.scores(), marginals.data()),
              static_cast<double>(exact.log_z), 1e-12);
  EXPECT_NEAR(inference.LogPartition(chain.scores()), static_cast<double>(exact.log_z), 1e-12);
  for (std::size_t k = 0; k < 48; ++k) EXPECT_NEAR(marginals[k], exact.node[k], 1e-13);
  EXPECT_TRUE(marginals.GuardsIntact() && marginals.SlackIntact());
}

}  // namespace
}  // namespace sagitta
