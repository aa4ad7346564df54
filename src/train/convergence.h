// Whether a training has converged.
#pragma once

#include "sagitta/train.h"

namespace sagitta {

/// See TrainSummary::converged, which need not be set yet.
bool HasConverged(const TrainSummary& summary, const TrainSettings& settings);

}  // namespace sagitta
