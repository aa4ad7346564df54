// Cross-validation: chooses lambda from a path without a dev corpus, then trains with it.
//
// For each fold the path is walked on all other sequences, and each value is scored on the fold.
// The value is chosen by the mean scores (StrongestNearBest), and one training on everything with
// this value makes the model, which is therefore the one that `lambda` alone would give. A
// path with `stop` ends in all folds where the first one ends it.
//
// A value of the path has the same c2 in a fold as in the whole corpus: lambda times the number of
// sequences, the strength of the prior against the sum of the losses. The same is true of c1.
#pragma once

#include "data/corpus_data.h"
#include "model/model_data.h"
#include "train/trainer.h"

namespace sagitta {

/// `start` has resolved settings with cv and a path. See RunTraining for the other arguments. When
/// the observer cancels it before the choice, the result is that of the last fold that is complete,
/// or else of the first one as it is.
Trained CrossValidatedTraining(const internal::CorpusData& train, const internal::ModelData* from,
                               const TrainStart& start, TrainObserver* observer);

}  // namespace sagitta
