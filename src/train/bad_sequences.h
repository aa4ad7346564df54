// Sequences of the training data with labels that the constraints forbid: their loss would be
// infinite. They are refused, left out, or given the nearest labels that are allowed.
#pragma once

#include <memory>
#include <vector>

#include "data/corpus_data.h"
#include "sagitta/constraints.h"
#include "sagitta/train.h"

namespace sagitta {

struct BadSequence {
  ExampleId example = 0;
  std::string problem;  // "begins with 'I-X' at token 1"
};

std::vector<BadSequence> FindBadSequences(const Constraints& constraints,
                                          const internal::CorpusData& train);

/// Throws Error(kData), with the place of the first one, if there are any.
void RefuseBadSequences(const Constraints& constraints, const internal::CorpusData& train);

/// The corpus as settings.bad_sequences says, or null if it stays as it is; `found` gets what was
/// found. With kRefuse, and without constraints that could forbid anything, it stays. Throws
/// Error(kData) if no sequence is left.
///
/// A repair changes labels at the least cost: 2 where the type of the span stays, as from I-X to
/// B-X, otherwise 3. A sequence for which no labelling is allowed is left out.
std::shared_ptr<const internal::CorpusData> WithoutBadSequences(const TrainSettings& settings,
                                                                const internal::CorpusData& train,
                                                                BadSequences& found);

}  // namespace sagitta
