// GraphLoss: chains given as graphs against ChainLoss, gradients against differences for every
// engine, and the two shapes of tables against each other.
#include "objective/graph_loss.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "objective/small_problem.h"
#include "support/small_graphs.h"

namespace sagitta {
namespace {

using internal::ChainsToGraphs;

Dataset AsGraphs(Dataset data) {
  ChainsToGraphs(data, 0);
  return data;
}

Dataset Graphs(bool cycles, bool symmetric, std::uint64_t seed) {
  return SmallGraphs({.tokens = {.seed = seed, .values = true, .weights = true},
                      .cycles = cycles,
                      .symmetric = symmetric});
}

struct Problem {
  Problem(const Dataset& given, TableShape shape, const LayoutSettings& settings,
          Inference inference = Inference::kTree)
      : data(given),
        layout(Layout::Build(data, settings)),
        map(WeightCounts::Of(data), layout, /*merge_twins=*/false, kNoValueLimit),
        plans(data.HasGraphs()
                  ? std::make_shared<const GraphPlans>(data, EngineChoice{inference, {}})
                  : nullptr),
        sum(MakeEvaluator<double>(map, data, plans, shape, /*gram=*/true)) {}

  double Value(const std::vector<double>& flat, std::vector<double>* gradient = nullptr) {
    PlainWeights<double> w(map.space()), g(map.space());
    map.FromFlat(flat, w);
    if (gradient == nullptr) return sum.MeanLoss(w);
    const double value = sum.MeanLossAndGradient(w, g);
    gradient->assign(layout.weights(), 0.0);
    map.ToFlat(g, *gradient);
    return value;
  }

  Dataset data;
  Layout layout;
  WeightMap map;
  std::shared_ptr<const GraphPlans> plans;
  ExampleSum<double> sum;
};

std::vector<double> RandomFlat(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 rng(seed);
  std::normal_distribution<double> normal;
  std::vector<double> flat(size);
  for (double& w : flat) w = normal(rng);
  return flat;
}

TEST(GraphLossTest, AChainAsAGraphHasTheSameObjectiveAndGradient) {
  for (const bool edges : {false, true}) {
    for (const FeatureSet features : {FeatureSet::kObserved, FeatureSet::kAll}) {
      const Dataset chains =
          SmallDataset({.seed = 5, .longest = 12, .values = true, .weights = true, .edges = edges});
      Problem chain(chains, TableShape::kMixed, {.features = features});
      for (const TableShape shape : {TableShape::kMixed, TableShape::kMarginals}) {
        Problem graph(AsGraphs(chains), shape, {.features = features});
        ASSERT_EQ(chain.layout.weights(), graph.layout.weights());
        const std::vector<double> flat = RandomFlat(chain.layout.weights(), 3);
        std::vector<double> one, other;
        EXPECT_NEAR(chain.Value(flat, &one), graph.Value(flat, &other), 1e-12);
        ASSERT_EQ(one.size(), other.size());
        for (std::size_t j = 0; j < one.size(); ++j) ASSERT_NEAR(one[j], other[j], 1e-12) << j;
      }
    }
  }
}

// In score space and in the space of weights; trw knows its value to about 1e-9 only.
TEST(GraphLossTest, GradientsEqualDifferences) {
  for (const Inference inference :
       {Inference::kTree, Inference::kJunction, Inference::kTrw, Inference::kPseudo}) {
    SCOPED_TRACE(NameOf(inference));
    const double step = inference == Inference::kTrw ? 1e-4 : 1e-5;
    const double tolerance = inference == Inference::kTrw ? 1e-6 : 1e-8;
    for (const bool symmetric : {false, true}) {
      for (const FeatureSet features : {FeatureSet::kObserved, FeatureSet::kAll}) {
        const Dataset data = Graphs(inference != Inference::kTree, symmetric, 7);
        Problem graph(data, TableShape::kMixed, {.features = features}, inference);
        Problem apart(data, TableShape::kMarginals, {.features = features}, inference);
        const std::vector<double> flat = RandomFlat(graph.layout.weights(), 11);
        std::vector<double> moved = flat, gradient, other;
        const double value = graph.Value(flat, &gradient);
        EXPECT_NEAR(apart.Value(flat, &other), value, 1e-12);
        for (std::size_t j = 0; j < flat.size(); ++j) {
          EXPECT_NEAR(gradient[j], other[j], 1e-12);
          moved[j] = flat[j] + step;
          const double above = graph.Value(moved);
          moved[j] = flat[j] - step;
          const double below = graph.Value(moved);
          moved[j] = flat[j];
          ASSERT_NEAR(gradient[j], (above - below) / (2 * step), tolerance)
              << j << " symmetric " << symmetric;
        }
      }
    }
  }
}

TEST(GraphLossTest, LossAlongTheGradientIsTheLossThere) {
  for (const bool symmetric : {false, true}) {
    Problem graph(Graphs(false, symmetric, 9), TableShape::kMixed, {.features = FeatureSet::kAll});
    const std::vector<double> flat = RandomFlat(graph.layout.weights(), 13);
    PlainWeights<double> w(graph.map.space());
    graph.map.FromFlat(flat, w);
    for (ExampleId i = 0; i < graph.data.examples(); ++i) {
      const auto here = graph.sum.Gather(i, w, 1, kNoExample).Infer();
      const auto line = here.AlongGradient();
      const double along = line.Loss(0.3);
      PlainWeights<double> moved(graph.map.space());
      graph.map.FromFlat(flat, moved);
      graph.sum.Gather(i, w, 1, kNoExample).Infer().Scatter(-0.3, kNoExample, moved);
      EXPECT_NEAR(graph.sum.Gather(i, moved, 1, kNoExample).Loss(), along, 1e-10);
    }
  }
}

}  // namespace
}  // namespace sagitta
