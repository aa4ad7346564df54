// One run of a comparison: a training run that is recorded pass by pass.
#pragma once

#include <functional>

#include "sagitta/compare.h"

namespace sagitta {

/// Thrown by RunMethod if the watcher stops it; the record is lost.
struct RunStopped {};

struct RunWatcher {
  std::function<void(const PassRecord&)> on_pass;
  std::function<bool()> should_stop;  // called between passes and within them
};

/// Trains with `settings`, which must trace the objective, and records every pass. `test` may be
/// null. Fills the whole record except name, mark and jobs. A run ends early if its objective is
/// not finite. Throws Error(kUsage) if the method cannot run with the settings.
RunRecord RunMethod(const Corpus& train, const Corpus* test, const TrainSettings& settings,
                    const RunWatcher& watcher);

/// Trains to the optimum with one method, in double precision.
ReferenceRun RunReference(const Corpus& train, const TrainSettings& settings,
                          const std::string& method, const RunWatcher& watcher);

/// The maximum number of passes of a training run for the optimum.
inline constexpr double kReferencePasses = 3000;

/// The maximum number of bins in a histogram.
inline constexpr std::size_t kMostBins = 40;

/// Histograms of the visits and Lipschitz constants of all examples.
/// REQUIRES: report.visits is not empty.
SamplingSummary Summarize(const SamplingReport& report);

}  // namespace sagitta
