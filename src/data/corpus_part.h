// A part of a corpus, as a corpus of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "data/corpus_data.h"

namespace sagitta::internal {

/// The sequences at these places, in this order, with the same dictionaries. Throws Error(kUsage)
/// when there is no such sequence or none at all.
std::shared_ptr<const CorpusData> SelectSequences(const CorpusData& whole,
                                                  std::span<const std::uint32_t> sequences);

}  // namespace sagitta::internal
