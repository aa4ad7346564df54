// Folds: the parts of a corpus that a cross-validation scores in turn.
//
// Neighbouring sequences are often from the same document and share names and topics: with folds of
// single sequences drawn at random, much of a held-out sequence is known from its neighbours,
// scores are too high, and the lambda that looks best is too weak. Folds of one long run each have
// the opposite problem: a corpus that is sorted by genre or date has folds unlike all the rest. So
// a fold consists of several runs of consecutive sequences, and the seed decides which.
#pragma once

#include <cstdint>
#include <vector>

namespace sagitta {

/// Runs per fold; fewer where there are not enough sequences.
inline constexpr std::uint32_t kRunsPerFold = 10;

/// The sequences of each fold, in order. Every one of `sequences` is in exactly one fold; the same
/// seed gives the same folds. REQUIRES: 2 <= folds <= sequences.
std::vector<std::vector<std::uint32_t>> MakeFolds(std::uint32_t sequences, std::uint32_t folds,
                                                  std::uint64_t seed);

}  // namespace sagitta
