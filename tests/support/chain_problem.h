// A data set with everything that is built on it, for tests of methods.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>

#include "objective/chain_oracle.h"
#include "objective/problem.h"
#include "optim/registry.h"
#include "support/naive_crf.h"
#include "support/small_dataset.h"

namespace sagitta {

template <class Real>
struct ChainProblem {
  ChainProblem(const Dataset& given, const LayoutSettings& layout_settings,
               const ProblemSettings& settings = {})
      : data(given),
        layout(Layout::Build(data, layout_settings)),
        problem(Problem<Real>::Build(data, layout, settings)),
        oracle(problem),
        apart(problem, TableShape::kMarginals),
        naive(data, layout) {}
  ChainProblem(const ChainProblem&) = delete;
  ChainProblem& operator=(const ChainProblem&) = delete;

  std::unique_ptr<Optimizer<Real>> Make(const std::string& method, double lambda,
                                        const std::map<std::string, std::string>& given = {},
                                        double lambda1 = 0) const {
    const Options options(lambda, CompleteOptions(method, given), lambda1);
    const bool mixed = TableShapeOf(method, options) == TableShape::kMixed;
    return MakeOptimizer<Real>(method, mixed ? oracle : apart, options);
  }

  /// The weights of a method as a flat vector of the layout.
  DenseVector Flat(const Optimizer<Real>& method) const {
    PlainWeights<Real> w(problem.space);
    method.Write(w);
    DenseVector flat(layout.weights());
    problem.ToFlat(layout, w, flat);
    return flat;
  }

  Dataset data;
  Layout layout;
  Problem<Real> problem;
  ChainOracle<Real> oracle;
  ChainOracle<Real> apart;  // the same with every edge apart in its tables
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
