// Finds attributes that occur on exactly the same tokens with the same values.
#pragma once

#include <cstdint>
#include <vector>

#include "data/dataset.h"

namespace sagitta {

/// For every attribute the first attribute (in order of id) with the same occurrences: itself when
/// it has no earlier twin. Occurrences are compared through their number and two 64-bit sums of a
/// mixed hash, so unequal ones are taken for equal with a probability below 2^-64 a pair. Cost: one
/// sweep over the data.
struct Twins {
  std::vector<std::uint32_t> first;  // [attributes]
  std::vector<std::uint32_t> count;  // [attributes]: occurrences
};

Twins FindTwins(const SparseRows& rows, std::uint32_t attributes);

}  // namespace sagitta
