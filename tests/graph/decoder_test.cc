// Decoding of graphs against enumeration.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "graph/graph_checks.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

class DecoderTest : public testing::Test {
 protected:
  void ExpectBest(Inference inference, const OwnedGraph& graph, const OwnedScores<double>& scores,
                  std::size_t n) {
    const auto plan = MakePlan(inference, graph.Shape(), {});
    const auto decoder = MakeDecoder(inference, {});
    const ExactGraph exact(graph, scores.View());
    const auto best = decoder->Best(*plan, scores.View(), n);
    ASSERT_EQ(best.size(), std::min(n, exact.best.size()));
    std::set<std::vector<LabelId>> different;
    for (std::size_t k = 0; k < best.size(); ++k) {
      ASSERT_NEAR(best[k].score, exact.best[k].first, 1e-12 * (1 + std::abs(best[k].score)));
      const std::vector<LabelId> labels(best[k].labels.begin(), best[k].labels.end());
      EXPECT_EQ(GraphScore(graph.Shape(), scores.View(), labels), best[k].score);
      different.insert(labels);
    }
    EXPECT_EQ(different.size(), best.size());
    std::vector<LabelId> labels(graph.nodes);
    const double score = decoder->Decode(*plan, scores.View(), labels.data());
    if (exact.best.empty()) {
      EXPECT_EQ(score, -INFINITY);
    } else {
      EXPECT_NEAR(score, exact.best[0].first, 1e-12 * (1 + std::abs(score)));
      EXPECT_EQ(score, GraphScore(graph.Shape(), scores.View(), labels));
    }
  }

  std::mt19937_64 rng_{5};
};

TEST_F(DecoderTest, ExactEnginesFindTheBestLabellings) {
  for (int n = 0; n < 300; ++n) {
    SCOPED_TRACE(n);
    const double forbidden = n % 4 == 3 ? 0.2 : 0;
    const OwnedGraph forest = RandomGraph({.forest = true}, rng_);
    const auto on_forest = RandomScores<double>(forest, 2, n % 3 * 0.5, forbidden, rng_);
    ExpectBest(Inference::kTree, forest, on_forest, n % 40 + 1);
    ExpectBest(Inference::kJunction, forest, on_forest, n % 40 + 1);
    const OwnedGraph graph = RandomGraph({}, rng_);
    const auto scores = RandomScores<double>(graph, 2, n % 3 * 0.5, forbidden, rng_);
    ExpectBest(Inference::kJunction, graph, scores, n % 40 + 1);
    if (HasFatalFailure()) return;
  }
}

TEST_F(DecoderTest, FindsAllLabellingsWhenAskedForMore) {
  const OwnedGraph graph = RandomGraph({.most_nodes = 4, .most_labels = 3}, rng_);
  ExpectBest(Inference::kJunction, graph, RandomScores<double>(graph, 1, 0, 0, rng_), 100000);
}

// Labels that no change of one node improves, mostly the best ones.
TEST_F(DecoderTest, ApproximateEnginesFindGoodLabels) {
  for (const Inference inference : {Inference::kTrw, Inference::kLoopy}) {
    int best = 0, graphs = 0;
    const auto decoder = MakeDecoder(inference, {});
    for (int n = 0; n < 100; ++n) {
      const OwnedGraph graph = RandomGraph({}, rng_);
      const auto scores = RandomScores<double>(graph, 1, 0, 0, rng_);
      const ExactGraph exact(graph, scores.View());
      const auto plan = MakePlan(inference, graph.Shape(), {});
      std::vector<LabelId> labels(graph.nodes);
      const double score = decoder->Decode(*plan, scores.View(), labels.data());
      EXPECT_EQ(score, GraphScore(graph.Shape(), scores.View(), labels));
      EXPECT_LE(score, exact.best[0].first + 1e-12);
      for (std::uint32_t v = 0; v < graph.nodes; ++v) {
        for (std::uint32_t k = 0; k < graph.labels; ++k) {
          std::vector<LabelId> other = labels;
          other[v] = static_cast<LabelId>(k);
          EXPECT_LE(GraphScore(graph.Shape(), scores.View(), other), score + 1e-12);
        }
      }
      best += score >= exact.best[0].first - 1e-12;
      ++graphs;
    }
    EXPECT_GE(best, graphs * 9 / 10) << NameOf(inference);
    const OwnedGraph graph = RandomGraph({}, rng_);
    const auto scores = RandomScores<double>(graph, 1, 0, 0, rng_);
    const auto plan = MakePlan(inference, graph.Shape(), {});
    EXPECT_THROW(decoder->Best(*plan, scores.View(), 2), Error);
  }
}

}  // namespace
}  // namespace sagitta
