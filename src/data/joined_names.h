// Joined names: the dictionaries of a corpus with other names in front, for example those of a
// model that is trained further, and the corpus renumbered to them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "data/corpus_data.h"
#include "dict/dictionary.h"

namespace sagitta::internal {

struct NameViews {
  DictionaryView labels;
  DictionaryView node;
  DictionaryView edge;
  std::vector<std::string> types;
};

/// The names of `first` with their ids, then those of `own` that `first` does not have, in their
/// order. When `own` begins with the names of `first` already, the result is `own` itself. Throws
/// Error(kData) when there are too many labels.
std::shared_ptr<const Dictionaries> JoinNames(const NameViews& first,
                                              const std::shared_ptr<const Dictionaries>& own);

/// The same sequences with the ids of `names`. Labels that were unknown and are in `names` become
/// known. REQUIRES: `names` has all names of the corpus. Cost: a copy.
std::shared_ptr<const CorpusData> WithNames(const CorpusData& corpus,
                                            const std::shared_ptr<const Dictionaries>& names);

}  // namespace sagitta::internal
