// The driver: owns passes, stopping, timing, dev scoring and the certificate. Optimizers own none
// of these.
#pragma once

#include <string>
#include <vector>

#include "data/corpus_data.h"
#include "model/layout.h"
#include "model/model_data.h"
#include "sagitta/train.h"

namespace sagitta {

struct Trained {
  Layout layout;
  std::vector<double> weights;  // the flat vector of `layout`
  TrainSettings settings;       // including what training chose: lambda of a path, step sizes
  TrainSummary summary;
  std::string inference;  // of graphs: the engine, as a model stores it
};

/// The layout of a training with resolved settings and the constraints made of them.
Layout TrainingLayout(const internal::CorpusData& train, const TrainSettings& settings,
                      const Constraints& constraints);

/// Trains on `train` with resolved settings (see ResolveSettings). `dev`, `from` (a model to train
/// further) and `observer` may be null. Fills all fields of TrainStart except the size of the
/// corpus and the cross-validation, which are taken from `start`, like constraints that are not
/// empty. REQUIRES: unless settings.forget is true, the dictionaries of the corpora have all names
/// of `from`.
Trained RunTraining(const internal::CorpusData& train, const internal::CorpusData* dev,
                    const internal::ModelData* from, const TrainStart& start,
                    TrainObserver* observer);

}  // namespace sagitta
