// A small data set with everything that an objective is made of.
#pragma once

#include <algorithm>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "objective/example_sum.h"
#include "objective/shard_evaluator.h"
#include "objective/weight_map.h"
#include "support/map_settings.h"
#include "support/naive_crf.h"
#include "support/observed.h"
#include "support/small_dataset.h"

namespace sagitta {

template <class Real>
struct SmallProblem {
  SmallProblem(const Dataset& given, const LayoutSettings& layout_settings,
               const MapSettings& settings = {})
      : data(given),
        layout(Layout::Build(data, Fitted(layout_settings, data))),
        map(WeightCounts::Of(data), layout, settings.merge_twins, settings.value_limit),
        gram(settings.gram),
        shared(MakeChainEvaluator<Real>(map, data, TableShape::kMixed, gram)),
        examples(*shared),
        sum(shared),
        naive(data, layout),
        worker(examples.NewWorker()) {}
  /// Constraints of any kind stand for what the data has: others it would not obey.
  static LayoutSettings Fitted(LayoutSettings settings, const Dataset& data) {
    if (!settings.constraints.empty()) settings.constraints = ObservedIn(data);
    return settings;
  }

  SmallProblem(const SmallProblem&) = delete;
  SmallProblem& operator=(const SmallProblem&) = delete;

  PlainWeights<Real> FromFlat(const DenseVector& flat) const {
    PlainWeights<Real> w(map.space());
    map.FromFlat(flat, w);
    return w;
  }
  DenseVector ToFlat(const PlainWeights<Real>& w) const {
    DenseVector flat(layout.weights(), 77.0);    // whatever ToFlat forgets shows
    if (WeightCounts::Of(data).edges[0] == 0) {  // it leaves transitions that do not occur
      std::fill_n(flat.begin() + static_cast<std::ptrdiff_t>(layout.edge_offset()),
                  layout.edge.begin[1], 0.0);
    }
    map.ToFlat(w, flat);
    return flat;
  }

  /// Random weights that are equal for twins: the only ones that a merged problem can express.
  DenseVector RandomFlat(std::uint64_t seed, double scale = 1.0) const {
    std::mt19937_64 rng(seed);
    std::uniform_real_distribution<double> draw(-scale, scale);
    DenseVector flat(layout.weights());
    for (double& w : flat) w = draw(rng);
    return ToFlat(FromFlat(flat));
  }

  /// f_i and its gradient as a flat vector.
  double Gradient(ExampleId i, const PlainWeights<Real>& w, DenseVector& gradient) const {
    examples.Gather(i, w, 1, kNoExample, *worker);
    const double loss = examples.Infer(i, *worker);
    PlainWeights<Real> table_sum(map.space());
    examples.Scatter(i, *worker, 1, kNoExample, table_sum);
    gradient = ToFlat(table_sum);
    return loss;
  }

  /// The same examples with every edge apart in their tables.
  std::shared_ptr<const ChainEvaluator<Real>> Apart() const {
    return MakeChainEvaluator<Real>(map, data, TableShape::kMarginals, gram);
  }

  Dataset data;
  Layout layout;
  WeightMap map;
  bool gram;
  std::shared_ptr<const ChainEvaluator<Real>> shared;
  const ChainEvaluator<Real>& examples;
  mutable ExampleSum<Real> sum;
  NaiveCrf naive;
  std::unique_ptr<typename ExampleEvaluator<Real>::Worker> worker;
};

/// The rows on all tokens of the examples.
template <class Real>
OccurrenceList<Real> NodesOf(const SmallProblem<Real>& small) {
  OccurrenceList<Real> node;
  for (ExampleId i = 0; i < small.data.examples(); ++i) {
    const kernels::Occurrences<Real> at = small.examples.rows().Nodes(i);
    for (std::size_t t = 0; t < at.tokens; ++t) {
      node.row.insert(node.row.end(), at.row + at.begin[t], at.row + at.begin[t + 1]);
      node.value.insert(node.value.end(), at.value + at.begin[t], at.value + at.begin[t + 1]);
      node.begin.push_back(node.row.size());
    }
  }
  return node;
}

/// Data, features and settings that lead to every kind of row: dense, masked, sparse and absent.
struct ProblemKind {
  std::string name;
  SmallDatasetSettings data;
  LayoutSettings layout;
  MapSettings settings;
};

inline void PrintTo(const ProblemKind& kind, std::ostream* out) { *out << kind.name; }

inline std::vector<ProblemKind> AllProblemKinds() {
  using enum FeatureSet;
  const MapSettings plain{.merge_twins = false, .gram = false};
  std::vector<ProblemKind> kinds;
  const auto add = [&](std::string name, SmallDatasetSettings data, LayoutSettings layout,
                       MapSettings settings = {}) {
    kinds.push_back({std::move(name), data, layout, settings});
  };
  add("AllFeatures", {.seed = 1}, {kAll, kAll, 1});
  add("AllFeaturesPlain", {.seed = 1}, {kAll, kAll, 1}, plain);
  add("Masked", {.seed = 2, .attributes = 40}, {kObserved, kAll, 1});
  add("Sparse", {.seed = 3, .labels = 9, .attributes = 40}, {kObserved, kObserved, 1});
  add("SparsePlain", {.seed = 3, .labels = 9, .attributes = 40}, {kObserved, kObserved, 1}, plain);
  add("MinCount", {.seed = 4, .labels = 5, .attributes = 30}, {kAll, kObserved, 4});
  add("Values", {.seed = 5, .labels = 4, .values = true}, {kAll, kAll, 1});
  add("ValuesObserved", {.seed = 6, .labels = 7, .values = true}, {kObserved, kAll, 2});
  add("Weights", {.seed = 7, .labels = 6, .weights = true}, {kObserved, kAll, 1});
  add("Edges", {.seed = 8, .labels = 3, .edges = true}, {kAll, kAll, 1});
  add("EdgesMasked", {.seed = 9, .labels = 4, .edges = true}, {kObserved, kObserved, 1});
  add("EdgesSparse", {.seed = 10, .examples = 6, .labels = 9, .edges = true}, {kObserved, kAll, 1});
  add("Everything", {.seed = 11, .labels = 7, .values = true, .weights = true, .edges = true},
      {kObserved, kObserved, 1});
  add("OneTokenEach", {.seed = 12, .longest = 1, .labels = 5, .edges = true},
      {kObserved, kObserved, 1});
  add("EdgesAlone", {.seed = 17, .labels = 5, .weights = true, .edges = true},
      {kObserved, kNone, 1});
  add("NoTransitions", {.seed = 18, .labels = 4}, {kAll, kNone, 1});
  const Constraints some{{1}, {1}, {1}};
  add("Constrained", {.seed = 14, .examples = 8, .labels = 4}, {kAll, kAll, 1, some});
  add("ConstrainedSparse", {.seed = 15, .examples = 8, .labels = 9, .weights = true},
      {kObserved, kObserved, 1, some});
  add("ConstrainedEdges", {.seed = 16, .examples = 6, .labels = 4, .values = true, .edges = true},
      {kObserved, kAll, 1, some});
  add("TwoLabels", {.seed = 13, .labels = 2, .values = true, .edges = true}, {kAll, kAll, 1});
  return kinds;
}

}  // namespace sagitta
