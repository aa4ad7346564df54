// Scheduling of the runs of a comparison: worker threads, and an estimate of the remaining time.
#pragma once

#include <functional>
#include <span>

namespace sagitta {

/// Calls `work` repeatedly in each of `jobs` threads until it returns false there. A single job
/// runs on the calling thread. If a call throws, its thread ends, `stop` is called, and RunWorkers
/// throws the exception after all threads have ended.
void RunWorkers(unsigned jobs, const std::function<bool()>& work,
                const std::function<void()>& stop);

/// The remaining passes of one method.
struct Workload {
  double passes = 0;
  double pace = 0;  // seconds per pass; 0 if not known yet
};

/// The remaining time with `jobs` parallel jobs. Methods of unknown pace count with the mean of the
/// others. Negative if no pace is known.
double SecondsLeft(std::span<const Workload> loads, unsigned jobs);

}  // namespace sagitta
