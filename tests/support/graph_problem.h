// A data set of graphs with everything that is built on it, for tests of methods.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "objective/example_sum.h"
#include "objective/shard_evaluator.h"
#include "objective/weight_map.h"
#include "optim/registry.h"
#include "support/naive_crf.h"
#include "support/small_graphs.h"

namespace sagitta {

/// Like ChainProblem (chain_problem.h).
template <class Real>
struct GraphProblem {
  GraphProblem(const Dataset& given, const LayoutSettings& layout_settings, Inference inference)
      : data(given),
        layout(Layout::Build(data, layout_settings)),
        map(WeightCounts::Of(data), layout, /*merge_twins=*/true, kNoValueLimit),
        plans(std::make_shared<const GraphPlans>(data, EngineChoice{inference, {}})),
        shared(MakeGraphEvaluator<Real>(map, plans, TableShape::kMixed)),
        shared_apart(MakeGraphEvaluator<Real>(map, plans, TableShape::kMarginals)),
        exact(MakeGraphEvaluator<double>(map, plans)) {}
  GraphProblem(const GraphProblem&) = delete;
  GraphProblem& operator=(const GraphProblem&) = delete;

  std::unique_ptr<Optimizer<Real>> Make(
      const std::string& method, double lambda,
      const std::map<std::string, std::string>& given_options = {}, double lambda1 = 0) const {
    const Options options(lambda, CompleteOptions(method, given_options), lambda1);
    const bool mixed = TableShapeOf(method, options) == TableShape::kMixed;
    sums.push_back(std::make_unique<ExampleSum<Real>>(mixed ? shared : shared_apart));
    return MakeOptimizer<Real>(method, *sums.back(), options);
  }

  DenseVector Flat(const Optimizer<Real>& method) const {
    PlainWeights<Real> w(map.space());
    method.Write(w);
    DenseVector flat(layout.weights());
    map.ToFlat(w, flat);
    return flat;
  }

  /// In double, by the engine: tests/graph and tests/objective say that it is right.
  double Objective(const DenseVector& flat, double lambda) const {
    PlainWeights<double> w(map.space());
    map.FromFlat(flat, w);
    return exact.MeanLoss(w) + 0.5 * lambda * SquaredNorm(flat);
  }

  Dataset data;
  Layout layout;
  WeightMap map;
  std::shared_ptr<const GraphPlans> plans;
  std::shared_ptr<const GraphEvaluator<Real>> shared;
  std::shared_ptr<const GraphEvaluator<Real>> shared_apart;
  mutable ExampleSum<double> exact;
  mutable std::vector<std::unique_ptr<ExampleSum<Real>>> sums;
};

}  // namespace sagitta
