// The sequences of a corpus as strings again.
#pragma once

#include "data/corpus_data.h"
#include "sagitta/sequence.h"

namespace sagitta::internal {

/// Fills `sequence` with example i. It has no lines. REQUIRES: no label of it is unknown.
void CopySequence(const CorpusData& corpus, ExampleId i, Sequence& sequence);

}  // namespace sagitta::internal
