// TrainingInput: what a training is about.
#pragma once

#include <memory>

#include "data/corpus_data.h"
#include "model/layout.h"
#include "model/model_data.h"
#include "objective/graph_plans.h"
#include "sagitta/train.h"

namespace sagitta {

/// Everything must outlive the run; `dev`, `from` and `observer` may be null.
struct TrainingInput {
  const internal::CorpusData& train;
  const internal::CorpusData* dev;
  const internal::ModelData* from;
  const Layout& layout;
  const TrainSettings& settings;  // resolved
  TrainObserver* observer;
  std::shared_ptr<const GraphPlans> plans = nullptr;  // of the training data, if they are graphs
};

}  // namespace sagitta
