// One run of a comparison: a training that is watched pass by pass.
#pragma once

#include <functional>

#include "sagitta/compare.h"

namespace sagitta {

/// Thrown by RunMethod when it was told to stop; what it had is lost.
struct RunStopped {};

/// Called after each pass; false: stop.
using PassWatcher = std::function<bool(const PassRecord&)>;

/// Trains with `settings` and records every pass; their objective must be traced. `test` may be
/// null. Fills everything in the record but name, mark and jobs. A run ends early when its
/// objective is not finite. Throws Error(kUsage) when the method cannot run with the settings.
RunRecord RunMethod(const Corpus& train, const Corpus* test, const TrainSettings& settings,
                    const PassWatcher& watcher);

/// Trains for the optimum by one method, in double precision.
ReferenceRun RunReference(const Corpus& train, const TrainSettings& settings,
                          const std::string& method, const PassWatcher& watcher);

/// The passes of a training for the optimum, at most.
inline constexpr double kReferencePasses = 3000;

}  // namespace sagitta
