// A data set with everything that is built on it, for tests of methods.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "objective/example_sum.h"
#include "objective/shard_evaluator.h"
#include "objective/weight_map.h"
#include "optim/registry.h"
#include "support/map_settings.h"
#include "support/naive_crf.h"
#include "support/small_dataset.h"

namespace sagitta {

template <class Real>
struct ChainProblem {
  ChainProblem(const Dataset& given, const LayoutSettings& layout_settings,
               const MapSettings& settings = {})
      : data(given),
        layout(Layout::Build(data, layout_settings)),
        map(WeightCounts::Of(data), layout, settings.merge_twins, settings.value_limit),
        shared(MakeChainEvaluator<Real>(map, data, TableShape::kMixed, settings.gram)),
        shared_apart(MakeChainEvaluator<Real>(map, data, TableShape::kMarginals, settings.gram)),
        examples(*shared),
        apart(*shared_apart),
        naive(data, layout) {}
  ChainProblem(const ChainProblem&) = delete;
  ChainProblem& operator=(const ChainProblem&) = delete;

  /// A sum over the examples, with workers and a count of its own.
  ExampleSum<Real>& NewSum(TableShape shape = TableShape::kMixed) const {
    sums.push_back(
        std::make_unique<ExampleSum<Real>>(shape == TableShape::kMixed ? shared : shared_apart));
    return *sums.back();
  }

  std::unique_ptr<Optimizer<Real>> Make(const std::string& method, double lambda,
                                        const std::map<std::string, std::string>& given = {},
                                        double lambda1 = 0) const {
    const Options options(lambda, CompleteOptions(method, given), lambda1);
    return MakeOptimizer<Real>(method, NewSum(TableShapeOf(method, options)), options);
  }

  double Objective(const DenseVector& flat, double lambda) const {
    return naive.Objective(flat, lambda);
  }

  /// The weights of a method as a flat vector of the layout.
  DenseVector Flat(const Optimizer<Real>& method) const {
    PlainWeights<Real> w(map.space());
    method.Write(w);
    DenseVector flat(layout.weights());
    map.ToFlat(w, flat);
    return flat;
  }

  Dataset data;
  Layout layout;
  WeightMap map;
  std::shared_ptr<const ChainEvaluator<Real>> shared;
  std::shared_ptr<const ChainEvaluator<Real>> shared_apart;
  const ChainEvaluator<Real>& examples;
  const ChainEvaluator<Real>& apart;  // the same with every edge apart in their tables
  mutable std::vector<std::unique_ptr<ExampleSum<Real>>> sums;
  NaiveCrf naive;
};

/// max |x|; NaN when there is one.
inline double MaxAbs(const DenseVector& x) {
  double most = 0;
  for (const double value : x) {
    if (!(std::abs(value) <= most)) most = std::abs(value);
    if (std::isnan(most)) break;
  }
  return most;
}

/// max |x - y| / max |y|.
inline double RelativeDistance(const DenseVector& x, const DenseVector& y) {
  DenseVector difference = x;
  for (std::size_t j = 0; j < y.size(); ++j) difference[j] -= y[j];
  return MaxAbs(difference) / MaxAbs(y);
}

}  // namespace sagitta
