// The tangent of forward-backward against covariances by enumeration, against differences of exact
// marginals, and against what any covariance obeys, with scores on all routes of inference.
#include "chain/tangent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "chain/forward_backward.h"
#include "support/exact_chain.h"
#include "support/random_chain.h"

namespace sagitta {
namespace {

constexpr OwnEdges kAllKinds[] = {OwnEdges::kNone, OwnEdges::kSome, OwnEdges::kAll};

// The derivatives of all marginals, computed as a user does.
template <class Real>
class Tangent {
 public:
  void Run(const ChainScoresOf<Real>& at, const ChainScoresOf<Real>& along) {
    MarginalArrays<Real> marginals(at.length, at.labels, true);
    out = std::make_unique<MarginalArrays<Real>>(at.length, at.labels, true);
    inference_.Marginals(at, marginals.View());
    tangents_.Compute(marginals.View(), along, out->View());
    EXPECT_TRUE(out->Intact());
    ExpectPartsAgree(marginals, along);
  }

  std::unique_ptr<MarginalArrays<Real>> out;

 private:
  // What is asked for does not depend on what else is.
  void ExpectPartsAgree(MarginalArrays<Real>& marginals, const ChainScoresOf<Real>& along) {
    MarginalArrays<Real> some(along.length, along.labels, false);
    tangents_.Compute(marginals.View(), along, {some.node.data(), nullptr, nullptr});
    for (std::size_t k = 0; k < some.node.size(); ++k) ASSERT_EQ(some.node[k], out->node[k]);
    tangents_.Compute(marginals.View(), along, {some.node.data(), some.sums.data(), nullptr});
    for (std::size_t k = 0; k < some.sums.size(); ++k) ASSERT_EQ(some.sums[k], out->sums[k]);
    EXPECT_TRUE(some.Intact());
  }

  ForwardBackward<Real> inference_;
  MarginalTangents<Real> tangents_;
};

// sum_y p(y) (S(y) - E[S]) [y has it].
template <class Real>
ExactChain EnumerateTangent(const ChainScoresOf<Real>& s, const ChainScoresOf<Real>& along) {
  const ExactChain at = EnumerateChain(s);
  ExactChain change = internal::EmptyChain(s.length, s.labels, true);
  const auto p = [&](const auto& y) { return std::exp(PathScoreOf(s, y) - at.log_z); };
  long double mean = 0;
  ForEachLabelling(s.length, s.labels,
                   [&](const auto& y) { mean += p(y) * PathScoreOf(along, y); });
  ForEachLabelling(s.length, s.labels, [&](const auto& y) {
    const auto part = static_cast<double>(p(y) * (PathScoreOf(along, y) - mean));
    for (std::size_t t = 0; t < s.length; ++t) {
      change.node[t * s.labels + y[t]] += part;
      if (t == 0) continue;
      change.edge[t][y[t - 1] * s.labels + y[t]] += part;
      change.sums[y[t - 1] * s.labels + y[t]] += part;
    }
  });
  return change;
}

template <class Real>
void ExpectNear(const MarginalArrays<Real>& actual, const ExactChain& expected, double tolerance) {
  const std::size_t pairs = expected.sums.size();
  for (std::size_t k = 0; k < expected.node.size(); ++k) {
    ASSERT_NEAR(actual.node[k], expected.node[k], tolerance) << "node " << k;
  }
  const double length = static_cast<double>(expected.edge.size());
  for (std::size_t k = 0; k < pairs; ++k) {
    ASSERT_NEAR(actual.sums[k], expected.sums[k], tolerance * length) << "sum " << k;
  }
  for (std::size_t t = 1; t < expected.edge.size(); ++t) {
    for (std::size_t k = 0; k < pairs; ++k) {
      ASSERT_NEAR(actual.edges[t * pairs + k], expected.edge[t][k], tolerance) << "edge " << t;
    }
  }
}

template <class Real>
void TestEnumeration(double tolerance) {
  std::mt19937_64 rng(3);
  Tangent<Real> tangent;
  for (std::size_t labels = 1; labels <= 4; ++labels) {
    for (std::size_t length = 1; length <= 5; ++length) {
      for (const OwnEdges own : kAllKinds) {
        for (const double scale : {0.0, 2.0, 12.0, 60.0, 500.0, 1e4}) {
          SCOPED_TRACE(testing::Message()
                       << length << " tokens, " << labels << " labels, scores to " << scale);
          const RandomChain<Real> at(length, labels, scale, own, rng);
          const RandomChain<Real> along(length, labels, 3.0, kAllKinds[rng() % 3], rng);
          tangent.Run(at.scores(), along.scores());
          ExpectNear(*tangent.out, EnumerateTangent(at.scores(), along.scores()), tolerance);
        }
      }
    }
  }
}

TEST(MarginalTangents, AreEnumeratedCovariancesInFloat) { TestEnumeration<float>(1e-4); }
TEST(MarginalTangents, AreEnumeratedCovariancesInDouble) { TestEnumeration<double>(1e-11); }

// Central differences of exact marginals, on chains too long to enumerate.
TEST(MarginalTangents, AreDerivatives) {
  std::mt19937_64 rng(4);
  Tangent<double> tangent;
  constexpr double kStep = 1e-4;
  for (const std::size_t labels : {2, 5, 17}) {
    for (const std::size_t length : {2, 9, 60}) {
      RandomChain<double> at(length, labels, 2.0, OwnEdges::kNone, rng);
      const RandomChain<double> along(length, labels, 1.0, OwnEdges::kNone, rng);
      tangent.Run(at.scores(), along.scores());
      const auto move = [&](double step) {
        for (std::size_t k = 0; k < at.node.size(); ++k) at.node[k] += step * along.node[k];
        for (std::size_t k = 0; k < at.transition.size(); ++k) {
          at.transition[k] += step * along.transition[k];
        }
        return RecurseChain(at.scores());
      };
      ExactChain change = move(kStep);
      const ExactChain below = move(-2 * kStep);
      const auto difference = [](std::vector<double>& above, const std::vector<double>& under) {
        for (std::size_t k = 0; k < above.size(); ++k) above[k] = (above[k] - under[k]) / 2 / kStep;
      };
      difference(change.node, below.node);
      difference(change.sums, below.sums);
      for (std::size_t t = 1; t < length; ++t) difference(change.edge[t], below.edge[t]);
      ExpectNear(*tangent.out, change, 1e-6);
    }
  }
}

// <u, d p along v> over all cliques.
template <class Real>
double Product(const ChainScoresOf<Real>& u, const MarginalArrays<Real>& change) {
  double sum = 0;
  for (std::size_t t = 0; t < u.length; ++t) {
    for (std::size_t j = 0; j < u.labels; ++j) {
      sum += u.node[t * u.stride + j] * change.node[t * u.labels + j];
    }
    const std::size_t pairs = u.labels * u.labels;
    for (std::size_t k = 0; t > 0 && k < pairs; ++k) {
      sum += u.Edge(t)[k] * change.edges[t * pairs + k];
    }
  }
  return sum;
}

// A covariance is symmetric and positive; probabilities keep their sum.
TEST(MarginalTangents, BehaveLikeCovariancesForAnyScores) {
  std::mt19937_64 rng(5);
  Tangent<double> along_u, along_v;
  for (const double scale : {0.5, 20.0, 110.0, 1e3, 1e5, 1e12}) {
    for (const std::size_t length : {1, 2, 300, 5000}) {
      SCOPED_TRACE(testing::Message() << length << " tokens, scores to " << scale);
      const RandomChain<double> at(length, 4, scale, OwnEdges::kSome, rng);
      const RandomChain<double> u(length, 4, 2.0, OwnEdges::kAll, rng);
      const RandomChain<double> v(length, 4, 2.0, OwnEdges::kSome, rng);
      along_u.Run(at.scores(), u.scores());
      along_v.Run(at.scores(), v.scores());
      const double square = Product(u.scores(), *along_u.out);
      const double other = Product(v.scores(), *along_v.out);
      ASSERT_TRUE(std::isfinite(square) && std::isfinite(other));
      EXPECT_GE(square, -1e-10);
      EXPECT_NEAR(Product(u.scores(), *along_v.out), Product(v.scores(), *along_u.out),
                  1e-10 * (1 + std::sqrt(std::abs(square * other))));
      for (std::size_t t = 0; t < length; ++t) {
        const double* node = along_v.out->node.data() + 4 * t;
        ASSERT_NEAR(std::accumulate(node, node + 4, 0.0), 0, 1e-13);
        const double* edge = along_v.out->edges.data() + 16 * t;
        if (t == 0) continue;
        ASSERT_NEAR(std::accumulate(edge, edge + 16, 0.0), 0, 1e-13);
      }
    }
  }
}

// Adding the same to all scores of a token changes nothing.
TEST(MarginalTangents, AreZeroAlongConstants) {
  std::mt19937_64 rng(6);
  const RandomChain<double> at(40, 3, 2.0, OwnEdges::kSome, rng);
  RandomChain<double> along(40, 3, 0.0, OwnEdges::kNone, rng);
  for (std::size_t k = 0; k < along.node.size(); ++k) along.node[k] = 1e6;
  Tangent<double> tangent;
  tangent.Run(at.scores(), along.scores());
  for (std::size_t k = 0; k < 120; ++k) EXPECT_NEAR(tangent.out->node[k], 0, 1e-9);
}

}  // namespace
}  // namespace sagitta
