// Problems on which methods are asked for the optimum.
#pragma once

#include <vector>

#include "model/layout.h"
#include "support/observed.h"
#include "support/small_dataset.h"

namespace sagitta {

struct OptimumCase {
  const char* name;
  SmallDatasetSettings data;
  LayoutSettings layout;
  double lambda;
};

/// Only labels and pairs of labels that the data has are allowed.
inline OptimumCase Constrained(const SmallDatasetSettings& data) {
  return {"constrained",
          data,
          {FeatureSet::kAll, FeatureSet::kAll, 1, ObservedIn(SmallDataset(data))},
          0.05};
}

/// `little` is the lambda of the case with less penalty, which takes longest.
inline std::vector<OptimumCase> OptimumCases(double little) {
  return {
      {"all", {}, {FeatureSet::kAll, FeatureSet::kAll}, 0.05},
      {"observed", {.labels = 6}, {FeatureSet::kObserved, FeatureSet::kObserved}, 0.05},
      {"everything",
       {.labels = 4, .values = true, .weights = true, .edges = true},
       {FeatureSet::kObserved, FeatureSet::kAll},
       0.05},
      {"edges alone",
       {.labels = 4, .edges = true},
       {FeatureSet::kObserved, FeatureSet::kNone},
       0.05},
      {"no transitions", {}, {FeatureSet::kAll, FeatureSet::kNone}, 0.05},
      {"one token each", {.longest = 1}, {FeatureSet::kAll, FeatureSet::kAll}, 0.05},
      {"one example", {.examples = 1}, {FeatureSet::kAll, FeatureSet::kAll}, 1.0},
      {"less penalty", {.examples = 60}, {FeatureSet::kAll, FeatureSet::kAll}, little},
      {"much penalty", {}, {FeatureSet::kAll, FeatureSet::kAll}, 20.0},
      Constrained({.examples = 10, .labels = 5}),
      Constrained({.examples = 10, .labels = 4, .weights = true, .edges = true}),
  };
}

}  // namespace sagitta
