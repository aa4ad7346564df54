// ExactObjective: how good weights are, in double precision whatever they were trained in.
#pragma once

#include <span>

#include "data/dataset.h"
#include "model/layout.h"
#include "objective/example_sum.h"
#include "objective/weight_map.h"
#include "sagitta/model.h"

namespace sagitta {

/// Everywhere `weights` is the flat vector of the layout. Not thread safe.
class ExactObjective {
 public:
  /// The data and the layout must outlive it. Twins stay apart: norms are those of the weights as
  /// the model has them.
  ExactObjective(const Dataset& data, const Layout& layout);

  /// f(w). Cost: a forward pass.
  double Value(std::span<const double> weights, double lambda, double lambda1);
  /// f is lambda-strongly convex, hence f(w) - f* <= ||grad f(w)||^2 / (2 lambda).
  Certificate Certify(std::span<const double> weights, double lambda, double lambda1);

 private:
  double Penalty(double lambda, double lambda1) const;

  WeightMap map_;
  ExampleSum<double> sum_;
  PlainWeights<double> w_;
};

/// Cost: about two passes.
Certificate Certify(const Dataset& data, const Layout& layout, std::span<const double> weights,
                    double lambda, double lambda1 = 0);

}  // namespace sagitta
