// Inference where labels and steps are forbidden, against enumeration and exact recursions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/aligned_buffer.h"
#include "chain/forward_backward.h"
#include "chain/inference.h"
#include "chain/log_space.h"
#include "support/exact_chain.h"
#include "support/random_chain.h"
#include "support/simd_target_test.h"

namespace sagitta {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr OwnEdges kAllKinds[] = {OwnEdges::kNone, OwnEdges::kSome, OwnEdges::kAll};

class ForbiddenTest : public SimdTargetTest {
 protected:
  /// Near what is exact, and exactly zero where that is.
  template <class Real>
  static void ExpectProbabilities(const Real* actual, const std::vector<double>& exact,
                                  double tolerance) {
    for (std::size_t k = 0; k < exact.size(); ++k) {
      if (exact[k] == 0) {
        ASSERT_LE(std::abs(static_cast<double>(actual[k])), 1e-30) << "element " << k;
      } else {
        ASSERT_NEAR(actual[k], exact[k], tolerance) << "element " << k;
      }
    }
  }

  /// Forbidden labels and steps have no probability at all.
  template <class Real>
  static void ExpectNothingForbidden(const ChainScoresOf<Real>& s,
                                     const MarginalArrays<Real>& marginals) {
    for (std::size_t t = 0; t < s.length; ++t) {
      for (std::size_t j = 0; j < s.labels; ++j) {
        const bool never = s.node[t * s.stride + j] == kNever;
        if (never) {
          ASSERT_EQ(marginals.node[t * s.labels + j], 0);
        }
        for (std::size_t i = 0; t > 0 && i < s.labels; ++i) {
          const std::size_t pair = i * s.labels + j;
          if (never || s.Edge(t)[pair] == kNever) {
            ASSERT_EQ(marginals.edges[t * s.labels * s.labels + pair], 0);
          }
        }
      }
    }
  }

  template <class Real>
  static void ExpectExact(ForwardBackward<Real>& inference, const ChainScoresOf<Real>& scores,
                          const ExactChain& exact, double tolerance) {
    const std::size_t pairs = scores.labels * scores.labels;
    const double length = static_cast<double>(scores.length);
    const double log_z = static_cast<double>(exact.log_z);
    MarginalArrays<Real> all(scores.length, scores.labels, true);
    const double found = inference.Marginals(scores, all.View());
    if (log_z == kNever) {
      EXPECT_EQ(found, kNever);
      EXPECT_EQ(inference.LogPartition(scores), kNever);
    } else {
      const double log_tolerance = tolerance * length + 1e-14 * length * std::abs(log_z);
      EXPECT_NEAR(found, log_z, log_tolerance);
      EXPECT_NEAR(inference.LogPartition(scores), log_z, log_tolerance);
    }
    ExpectProbabilities(all.node.data(), exact.node, tolerance);
    ExpectProbabilities(all.sums.data(), exact.sums, tolerance * length);
    for (std::size_t t = 1; t < scores.length; ++t) {
      ExpectProbabilities(all.edges.data() + t * pairs, exact.edge[t], tolerance);
    }
    ExpectNothingForbidden(scores, all);
    EXPECT_TRUE(all.Intact());
    MarginalArrays<Real> slow(scores.length, scores.labels, true);
    LogSpaceMarginals(scores, slow.View());
    ExpectProbabilities(slow.node.data(), exact.node, tolerance);
    ExpectNothingForbidden(scores, slow);
  }

  template <class Real>
  void TestEnumeration(double tolerance) {
    ForwardBackward<Real> inference;
    for (std::size_t labels = 1; labels <= 4; ++labels) {
      for (std::size_t length = 1; length <= 5; ++length) {
        for (int repeat = 0; repeat < 60; ++repeat) {
          const double scale = repeat % 4 == 0   ? 0
                               : repeat % 4 == 1 ? 3
                               : repeat % 4 == 2 ? 40
                                                 : 400;
          SCOPED_TRACE(testing::Message()
                       << length << " tokens, " << labels << " labels, scores to " << scale);
          RandomChain<Real> chain(length, labels, scale, kAllKinds[repeat % 3], rng_);
          chain.Forbid(0.15 * (repeat % 5), 0.15 * (repeat / 5 % 5), rng_);
          ExpectExact(inference, chain.scores(), EnumerateChain(chain.scores()), tolerance);
        }
      }
    }
  }

  /// Labels 0: O, then B, I (and E, S) of every type.
  template <class Real>
  static void ForbidOutsideOf(std::size_t kinds, std::size_t length, std::size_t labels,
                              RandomChain<Real>& chain) {
    const auto kind = [&](std::size_t k) { return k == 0 ? 'O' : "BIES"[(k - 1) % kinds]; };
    const auto type = [&](std::size_t k) { return (k - 1) / kinds; };
    const auto inside = [](char c) { return c == 'I' || c == 'E'; };
    const auto open = [&](char c) { return c == 'B' || c == 'I'; };
    for (std::size_t i = 0; i < labels; ++i) {
      for (std::size_t j = 0; j < labels; ++j) {
        const bool continues = inside(kind(j));
        const bool follows = i > 0 && j > 0 && open(kind(i)) && type(i) == type(j);
        if (continues && !follows) chain.ForbidStep(i, j);
        if (kinds == 4 && open(kind(i)) && !(continues && follows)) chain.ForbidStep(i, j);
      }
      if (inside(kind(i))) chain.ForbidLabel(0, i);
      if (kinds == 4 && open(kind(i))) chain.ForbidLabel(length - 1, i);
    }
  }

  template <class Real>
  void TestSpans(double fast, double slow) {
    ForwardBackward<Real> inference;
    for (const std::size_t kinds : {2, 4}) {
      for (const std::size_t length : {2, 7, 60}) {
        for (const double scale : {0.0, 3.0, 10.0, 20.0, 35.0, 60.0, 150.0, 500.0, 1e4}) {
          SCOPED_TRACE(testing::Message()
                       << kinds << " kinds, " << length << " tokens, scores to " << scale);
          const std::size_t labels = 1 + kinds * 5;
          RandomChain<Real> chain(length, labels, scale, kAllKinds[length % 3], rng_);
          ForbidOutsideOf(kinds, length, labels, chain);
          ExpectExact(inference, chain.scores(), RecurseChain(chain.scores()),
                      scale < 100 ? fast * (1 + scale) : slow);
        }
      }
    }
  }
};

TEST_P(ForbiddenTest, EnumerationFloat) { TestEnumeration<float>(4e-5); }
TEST_P(ForbiddenTest, EnumerationDouble) { TestEnumeration<double>(1e-12); }
TEST_P(ForbiddenTest, SpansFloat) { TestSpans<float>(2e-6, 2e-6); }
TEST_P(ForbiddenTest, SpansDouble) { TestSpans<double>(1e-13, 1e-10); }

// A path that is improbable at every token, until the last token allows nothing else: every scaled
// probability on the way is one that a float, and then a double, cannot hold.
TEST_P(ForbiddenTest, OnlyAnUnlikelyPathIsAllowed) {
  for (const float drop : {5.0f, 20.0f, 60.0f, 100.0f, 500.0f, 2000.0f}) {
    for (const std::size_t length : {3, 10, 100}) {
      SCOPED_TRACE(testing::Message() << length << " tokens, drop " << drop);
      RandomChain<float> chain(length, 3, 1.0, OwnEdges::kNone, rng_);
      for (std::size_t t = 0; t < length; ++t) chain.node[t * 4 + 1] -= drop;
      for (const std::size_t other : {0, 2}) {  // once there, always there; nobody gets there later
        chain.ForbidStep(1, other);
        chain.ForbidStep(other, 1);
        chain.ForbidLabel(length - 1, other);
      }
      ForwardBackward<float> inference;
      ExpectExact(inference, chain.scores(), RecurseChain(chain.scores()), 1e-5);
      ChainScores wide;
      AlignedBuffer<double> node(chain.node.size());  // with room for reading past the end
      std::copy_n(chain.node.data(), chain.node.size(), node.data());
      AlignedBuffer<double> transition(9);
      std::copy_n(chain.transition.data(), 9, transition.data());
      wide = {length, 3, 4, node.data(), transition.data(), nullptr};
      ForwardBackward<double> in_double;
      ExpectExact(in_double, wide, RecurseChain(wide), 1e-10);
    }
  }
}

// Labels that no path reaches may have futures beyond all bounds.
TEST_P(ForbiddenTest, UnreachableLabelsWithGreatFutures) {
  for (const double drop : {10.0, 80.0, 600.0}) {
    RandomChain<double> chain(200, 4, 1.0, OwnEdges::kNone, rng_);
    for (std::size_t t = 1; t < 200; ++t) {
      chain.node[t * 5 + 0] -= drop;
      chain.node[t * 5 + 1] -= drop;
    }
    for (const std::size_t from : {0, 1}) {  // two halves without a way from one to the other
      for (const std::size_t to : {2, 3}) {
        chain.ForbidStep(from, to);
        chain.ForbidStep(to, from);
      }
    }
    chain.ForbidLabel(0, 2);
    chain.ForbidLabel(0, 3);
    ForwardBackward<double> inference;
    ExpectExact(inference, chain.scores(), RecurseChain(chain.scores()), 1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ForbiddenTest, AllSimdTargets(), SimdTargetLabel);

TEST(ForbiddenPathTest, ViterbiGoesWhereItMay) {
  std::mt19937_64 rng(3);
  ChainInference inference;
  for (int repeat = 0; repeat < 400; ++repeat) {
    const std::size_t labels = 1 + rng() % 4, length = 1 + rng() % 5;
    RandomChain<double> chain(length, labels, 2, kAllKinds[repeat % 3], rng);
    chain.Forbid(0.2 * (repeat % 4), 0.15 * (repeat % 5), rng);
    const ChainScores scores = chain.scores();
    long double best = kNever;
    std::vector<std::uint32_t> best_labels(length);
    ForEachLabelling(length, labels, [&](const std::vector<std::uint32_t>& y) {
      if (const long double score = PathScoreOf(scores, y); score > best) {
        best = score;
        best_labels = y;
      }
    });
    std::vector<std::uint32_t> found(length);
    const double score = inference.Viterbi(scores, found.data());
    if (best == kNever) {
      EXPECT_EQ(score, kNever);
    } else {
      EXPECT_NEAR(score, static_cast<double>(best), 1e-12);
      EXPECT_EQ(found, best_labels);
      EXPECT_EQ(PathScore(scores, found), score);
    }
  }
}

}  // namespace
}  // namespace sagitta
