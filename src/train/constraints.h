// The constraints of a training run: made for its labels and checked against its examples.
#pragma once

#include "data/corpus_data.h"
#include "model/model_data.h"
#include "sagitta/constraints.h"

namespace sagitta {

/// Allows what occurs in the examples: their first and last labels, and their pairs of labels.
Constraints ObservedConstraints(const Dataset& data);

/// The requested constraints, including kObserved. Throws like MakeConstraints, and Error(kData)
/// with file, line and pair if the labels of an example are forbidden, because its loss would be
/// infinite. With a model to be kept, which may be null, kObserved also allows what the model's own
/// constraints allow; if it has none, all pairs of its labels one of which does not occur in the
/// examples, because nothing was observed about that one.
Constraints TrainingConstraints(const ConstraintSettings& settings,
                                const internal::CorpusData& train,
                                const internal::ModelData* kept = nullptr);

}  // namespace sagitta
