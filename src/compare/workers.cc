#include "compare/workers.h"

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

}  // namespace sagitta
