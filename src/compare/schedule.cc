// Worker threads, and the estimate of the remaining time.
#include "compare/schedule.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sagitta {

void RunWorkers(unsigned jobs, const std::function<bool()>& work,
                const std::function<void()>& stop) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto loop = [&] {
    try {
      while (work()) {
      }
    } catch (...) {
      {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
      stop();
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned k = 1; k < jobs; ++k) threads.emplace_back(loop);
  loop();
  threads.clear();
  if (failure) std::rethrow_exception(failure);
}

double SecondsLeft(std::span<const Workload> loads, unsigned jobs) {
  double sum = 0, longest = 0;
  std::size_t known = 0;
  for (const Workload& load : loads) {
    sum += load.pace;
    known += load.pace > 0 ? 1 : 0;
  }
  if (known == 0) return -1;
  const double mean = sum / static_cast<double>(known);
  double seconds = 0;
  for (const Workload& load : loads) {
    const double own = load.passes * (load.pace > 0 ? load.pace : mean);
    seconds += own;
    longest = std::max(longest, own);
  }
  // The runs of one method are sequential, however many jobs there are.
  return std::max(longest, seconds / jobs);
}

}  // namespace sagitta
