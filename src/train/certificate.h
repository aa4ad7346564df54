// ExactObjective: how good weights are, in double precision whatever they were trained in.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "data/dataset.h"
#include "model/layout.h"
#include "objective/example_sum.h"
#include "objective/graph_plans.h"
#include "objective/weight_map.h"
#include "sagitta/model.h"

namespace sagitta {

/// Everywhere `weights` is the flat vector of the layout. Not thread safe.
class ExactObjective {
 public:
  /// The data and the layout must outlive it. Twins stay apart: norms are those of the weights as
  /// the model has them, except for attributes with a value above value_limit. They are scaled as
  /// in training (objective/weight_map.h), and penalty and gradient are those of scaled weights.
  /// Attributes that do not occur in the data have no part in either. `team` shares the work, and
  /// must outlive it; null: the caller's thread alone. With a `center` c, a flat vector, unless
  /// empty, penalties are those of w - c. With `plans` the data are graphs, and the loss is what
  /// their engine computes.
  ExactObjective(const Dataset& data, const Layout& layout, double value_limit,
                 ThreadTeam* team = nullptr, std::span<const double> center = {},
                 std::shared_ptr<const GraphPlans> plans = nullptr);

  /// f(w). Cost: a forward pass.
  double Value(std::span<const double> weights, double lambda, double lambda1);
  /// f is lambda-strongly convex, hence f(w) - f* <= ||grad f(w)||^2 / (2 lambda).
  Certificate Certify(std::span<const double> weights, double lambda, double lambda1);

 private:
  /// Brings the flat weights, or their difference from the center, to w_.
  void Load(std::span<const double> weights);
  double PenaltyOf(double lambda, double lambda1) const;

  std::vector<double> center_;      // empty: zero
  std::vector<double> difference_;  // from it
  WeightMap map_;
  ExampleSum<double> sum_;
  PlainWeights<double> w_;
};

}  // namespace sagitta
