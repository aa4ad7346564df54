// The memory that methods with stored gradients (SAG, SAGA) would need.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sagitta/corpus.h"
#include "sagitta/train.h"

#pragma GCC visibility push(default)

namespace sagitta {

struct MemorySettings {
  FeatureSet features = FeatureSet::kObserved;
  std::optional<FeatureSet> transitions;  // as in training
  std::uint32_t min_count = 1;
  Precision precision = Precision::kFloat;
  bool merge_twins = true;  // as in training; the numbers in the paper are without
  std::uint64_t batch = 1;  // examples per gradient
};

/// One form in which the gradients of all examples can be stored.
struct MemoryUse {
  std::string form;          // as in --memory
  std::uint64_t values = 0;  // number of stored values
  std::uint64_t bytes = 0;   // their size
  double fraction = 0;       // of the size of naive
};

/// The forms naive, sparse, marginals and mixed, in this order:
///
///   naive      gradients x weights
///   sparse     the weights of each gradient that can be non-zero
///   marginals  V K + E K^2: labels per token and labels^2 per edge (pair of neighbouring tokens)
///   mixed      labels per token, labels^2 per type of edges for each sequence that has edges, and
///              for each edge that has attributes the pairs of labels on which these have weights
///
/// The sizes are computed from the data and the features, without allocating them. Cost: reading
/// the corpus a few times. Throws Error(kUsage) if batch is not between 1 and 10000.
std::vector<MemoryUse> GradientMemoryTable(const Corpus& corpus, const MemorySettings& settings);

}  // namespace sagitta

#pragma GCC visibility pop
