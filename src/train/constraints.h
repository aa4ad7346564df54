// The constraints of a training: made for its labels and checked against its examples.
#pragma once

#include "data/corpus_data.h"
#include "sagitta/constraints.h"

namespace sagitta {

/// What the examples do: the labels they begin and end with, and the pairs in them.
Constraints ObservedConstraints(const Dataset& data);

/// The constraints that are wished for, kObserved included. Throws what MakeConstraints throws, and
/// Error(kData) that names file, line and pair when an example's own labels are forbidden, as its
/// loss would be infinite.
Constraints TrainingConstraints(const ConstraintSettings& settings,
                                const internal::CorpusData& train);

}  // namespace sagitta
