// What the methods that remember gradients (SAG, SAGA) would need to remember them.
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
  bool merge_twins = true;  // as in training; the paper counts without
  std::uint64_t batch = 1;  // examples to a gradient
};

/// One way of remembering the gradients of all examples.
struct MemoryUse {
  std::string form;          // as in --memory
  std::uint64_t values = 0;  // numbers that are kept
  std::uint64_t bytes = 0;   // that they take
  double fraction = 0;       // of what naive takes
};

/// The forms naive, sparse, marginals and mixed, in this order:
///
///   naive      gradients x weights
///   sparse     of each gradient the weights that can be other than zero
///   marginals  labels for each token and labels^2 for each pair of neighbouring tokens
///   mixed      labels for each token, labels^2 once for each sequence of two tokens or more, and
///              once more for each pair of neighbouring tokens that has attributes
///
/// Sizes follow from the data and the features: nothing of such a size is made. Cost: reading the
/// corpus a few times. Throws Error(kUsage) when a batch is not from 1 to 10000.
std::vector<MemoryUse> GradientMemoryTable(const Corpus& corpus, const MemorySettings& settings);

}  // namespace sagitta

#pragma GCC visibility pop
