// Reading a corpus with chunks of a given size, for tests.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "data/corpus_data.h"

namespace sagitta::internal {

/// Longer than for tagging: each chunk numbers its strings by itself, and the share of those that
/// occur more than once in it grows with its length.
inline constexpr std::size_t kCorpusChunkBytes = std::size_t{1} << 21;

/// What Corpus::Read, or with given dictionaries ReadHeldOut, reads. options.threads threads are
/// used; the result does not depend on them.
std::shared_ptr<const CorpusData> ReadCorpus(const std::vector<std::string>& files,
                                             const ReadOptions& options,
                                             std::shared_ptr<const Dictionaries> known,
                                             std::size_t chunk_bytes);

}  // namespace sagitta::internal
