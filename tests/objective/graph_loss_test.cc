// GraphLoss on forests: chains given as graphs against ChainLoss, gradients against differences,
// and the two shapes of tables against each other.
#include "objective/graph_loss.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "data/corpus_graphs.h"
#include "objective/small_problem.h"
#include "support/small_dataset.h"

namespace sagitta {
namespace {

using internal::ChainsToGraphs;

Dataset AsGraphs(Dataset data) {
  ChainsToGraphs(data, 0);
  return data;
}

/// Trees over the tokens with edges of two types, the second symmetric if asked for. Attribute a of
/// edges belongs to type a mod 2.
Dataset Trees(bool symmetric, std::uint64_t seed) {
  Dataset data = AsGraphs(SmallDataset({.seed = seed, .values = true, .weights = true}));
  std::mt19937_64 rng(seed);
  GraphParts& graphs = data.graphs;
  graphs.types = 2;
  if (symmetric) {
    graphs.symmetric = {0, 1};
    graphs.symmetric_attribute = {0, 1, 0, 1};
  }
  data.edge_attributes = 4;
  data.edge = {};
  for (ExampleId i = 0; i < data.examples(); ++i) {
    for (std::size_t e = 0; e < data.edges(i); ++e) {
      Edge& edge = graphs.edge[graphs.edge_begin[i] + e];
      edge.to = static_cast<std::uint32_t>(e + 1);
      edge.from = static_cast<std::uint32_t>(rng() % edge.to);
      if (rng() % 2 == 0) std::swap(edge.from, edge.to);
      edge.type = static_cast<std::uint32_t>(rng() % 2);
      for (std::uint32_t a = edge.type; a < 4; a += 2) {
        if (rng() % 3 == 0) continue;
        data.edge.attribute.push_back(a);
        data.edge.value.push_back(0.5f + static_cast<float>(a));
      }
      data.edge.begin.push_back(data.edge.attribute.size());
    }
  }
  // Some nodes have sets of labels, some a given one.
  graphs.set_begin = {0, 0, 2};
  graphs.set_label = {0, 2};
  for (std::uint64_t t = 0; t < data.tokens(); ++t) {
    graphs.label_set.push_back(data.label[t] != 1 && rng() % 3 == 0 ? 1 : 0);
    graphs.given.push_back(rng() % 5 == 0 ? 1 : 0);
  }
  return data;
}

struct Problem {
  Problem(const Dataset& given, TableShape shape, const LayoutSettings& settings)
      : data(given),
        layout(Layout::Build(data, settings)),
        map(WeightCounts::Of(data), layout, /*merge_twins=*/false, kNoValueLimit),
        plans(data.HasGraphs() ? std::make_shared<const GraphPlans>(data, EngineChoice())
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

TEST(GraphLossTest, GradientsEqualDifferences) {
  for (const bool symmetric : {false, true}) {
    for (const FeatureSet features : {FeatureSet::kObserved, FeatureSet::kAll}) {
      Problem graph(Trees(symmetric, 7), TableShape::kMixed, {.features = features});
      Problem apart(graph.data, TableShape::kMarginals, {.features = features});
      const std::vector<double> flat = RandomFlat(graph.layout.weights(), 11);
      std::vector<double> moved = flat, gradient, other;
      const double value = graph.Value(flat, &gradient);
      EXPECT_NEAR(apart.Value(flat, &other), value, 1e-12);
      constexpr double kStep = 1e-5;
      for (std::size_t j = 0; j < flat.size(); ++j) {
        EXPECT_NEAR(gradient[j], other[j], 1e-12);
        moved[j] = flat[j] + kStep;
        const double above = graph.Value(moved);
        moved[j] = flat[j] - kStep;
        const double below = graph.Value(moved);
        moved[j] = flat[j];
        ASSERT_NEAR(gradient[j], (above - below) / (2 * kStep), 1e-8)
            << j << " symmetric " << symmetric;
      }
    }
  }
}

TEST(GraphLossTest, LossAlongTheGradientIsTheLossThere) {
  for (const bool symmetric : {false, true}) {
    Problem graph(Trees(symmetric, 9), TableShape::kMixed, {.features = FeatureSet::kAll});
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
