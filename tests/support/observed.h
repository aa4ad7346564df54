// Constraints that a data set obeys, and what they say of a labelling, from their definition.
#pragma once

#include <algorithm>
#include <cstddef>

#include "data/dataset.h"
#include "sagitta/constraints.h"

namespace sagitta {

/// Whether a labelling y[0 .. length) is allowed.
template <class Labels>
bool IsAllowed(const Constraints& constraints, std::size_t length, const Labels& y) {
  if (constraints.empty()) return true;
  const std::size_t labels = constraints.first.size();
  bool allowed = constraints.first[y[0]] != 0 && constraints.last[y[length - 1]] != 0;
  for (std::size_t t = 1; t < length; ++t) {
    allowed = allowed && constraints.pair[y[t - 1] * labels + y[t]] != 0;
  }
  return allowed;
}

/// Allows what some example has.
inline Constraints ObservedIn(const Dataset& data) {
  const std::size_t labels = data.labels;
  Constraints seen;
  seen.first.assign(labels, 0);
  seen.last.assign(labels, 0);
  seen.pair.assign(labels * labels, 0);
  for (ExampleId i = 0; i < data.examples(); ++i) {
    const LabelId* y = data.label.data() + data.token_begin[i];
    const std::size_t length = data.length(i);
    seen.first[y[0]] = 1;
    seen.last[y[length - 1]] = 1;
    for (std::size_t t = 1; t < length; ++t) seen.pair[y[t - 1] * labels + y[t]] = 1;
  }
  return seen;
}

}  // namespace sagitta
