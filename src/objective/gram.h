// Gram matrices of examples, G[t][t'] = <x_t, x_t'> over the rows of their tokens. With them the
// scores and the norm of a gradient need no rows at all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "objective/occurrences.h"

namespace sagitta {

/// Lower triangles, one row per token; columns count from the example's first token. Examples whose
/// matrix would cost more than it saves have none.
template <class Real>
struct GramMatrices {
  std::vector<std::uint64_t> begin;  // [tokens + 1]; empty: no example has one
  std::vector<std::uint32_t> column;
  std::vector<Real> value;
  std::vector<bool> present;  // [examples]
};

/// For t' <= t, example by example: example i has the tokens [token_begin[i], token_begin[i+1]). An
/// example whose matrix has more entries than twice its occurrences gets none: walking its rows is
/// then cheaper. REQUIRES: all rows are full, otherwise G would differ from slot to slot.
template <class Real>
GramMatrices<Real> BuildGram(std::span<const std::uint64_t> token_begin,
                             const OccurrenceList<Real>& node, std::size_t rows);

}  // namespace sagitta
