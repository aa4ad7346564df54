// The driver: owns passes, stopping, the clock, dev scoring and the certificate. Optimizers own
// none.
#pragma once

#include <vector>

#include "data/corpus_data.h"
#include "model/layout.h"
#include "model/model_data.h"
#include "sagitta/train.h"

namespace sagitta {

struct Trained {
  Layout layout;
  std::vector<double> weights;  // the flat vector of `layout`
  TrainSettings settings;       // with what was chosen on the way: lambda of a path, step sizes
  TrainSummary summary;
};

/// The layout of a training with resolved settings and the constraints made of them.
Layout TrainingLayout(const internal::CorpusData& train, const TrainSettings& settings,
                      const Constraints& constraints);

/// Trains on `train` with resolved settings (see ResolveSettings). `dev`, `from` (weights to begin
/// with) and `observer` may be null. Fills everything but the size of the corpus in TrainStart from
/// `start`.
Trained RunTraining(const internal::CorpusData& train, const internal::CorpusData* dev,
                    const internal::ModelData* from, const TrainStart& start,
                    TrainObserver* observer);

}  // namespace sagitta
