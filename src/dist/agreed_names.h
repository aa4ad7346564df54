// Agreed names: the ids that strings have in the whole corpus, found by ranks of which each has
// read a part of it and none holds all strings.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dict/dictionary.h"
#include "dist/communicator.h"

namespace sagitta::internal {

struct AgreedNames {
  std::uint64_t total = 0;         // different strings in the whole corpus
  std::vector<std::uint64_t> ids;  // [mine.size()]: of the strings of this rank
  /// Which strings no rank before this one has, as local ids, ascending. The ids of these are
  /// consecutive, from first_id on.
  std::vector<std::uint32_t> first;
  std::uint64_t first_id = 0;
};

/// `mine`: the strings of this rank's part, numbered in order of first appearance there. Parts are
/// in the order of the ranks, so ids are in order of first appearance in the whole corpus: those
/// that one dictionary would give. Memory: the strings of this rank once more, and of those of all
/// ranks the share that falls to this one. Throws Error(kData) on all ranks when there are more
/// than 2^32 - 2 strings.
AgreedNames AgreeOnNames(Communicator& ranks, const DictionaryView& mine);

}  // namespace sagitta::internal
