// The problems on which methods are compared with their naive dense versions.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "support/chain_problem.h"

namespace sagitta {

struct NaiveCase {
  std::string name;
  SmallDatasetSettings data;
  LayoutSettings layout;
  MapSettings problem;
  double lambda = 0.05;

  friend void PrintTo(const NaiveCase& own, std::ostream* out) { *out << own.name; }
};

inline std::vector<NaiveCase> NaiveCases() {
  constexpr FeatureSet kAll = FeatureSet::kAll, kObserved = FeatureSet::kObserved;
  return {
      {"all", {}, {kAll, kAll}, {}},
      {"all_by_rows", {}, {kAll, kAll}, {.gram = false}},
      {"all_twins_apart", {}, {kAll, kAll}, {.merge_twins = false}},
      {"observed", {.labels = 5}, {kObserved, kObserved}, {}},
      // Many labels and rare attributes: most rows are sparse ones.
      {"observed_sparse", {.labels = 13, .attributes = 40}, {kObserved, kAll}, {}},
      {"values", {.values = true}, {kAll, kAll}, {}},
      {"values_observed", {.values = true}, {kObserved, kAll}, {}},
      {"weights", {.weights = true}, {kAll, kAll}, {}},
      {"edges", {.edges = true}, {kAll, kAll}, {}},
      {"edges_observed", {.labels = 4, .edges = true}, {kObserved, kObserved}, {}},
      {"edges_alone", {.labels = 4, .edges = true}, {kObserved, FeatureSet::kNone}, {}},
      {"min_count", {}, {kObserved, kAll, 3}, {}},
      {"everything",
       {.labels = 4, .values = true, .weights = true, .edges = true},
       {kObserved, kObserved},
       {}},
      {"one_token_each", {.longest = 1}, {kAll, kAll}, {}},
      {"one_example", {.examples = 1}, {kAll, kAll}, {}},
      {"two_examples", {.examples = 2, .longest = 30}, {kAll, kAll}, {}},
      {"little_penalty", {}, {kAll, kAll}, {}, 1e-4},
      {"much_penalty", {}, {kAll, kAll}, {}, 3.0},
  };
}

}  // namespace sagitta
