// Threads that work until there is nothing left.
#pragma once

#include <functional>

namespace sagitta {

/// Calls `work` again and again in each of `jobs` threads until it returns false there. One job: on
/// the calling thread. When a call throws, its thread ends, `stop` is called, and the exception
/// leaves RunWorkers once all have ended.
void RunWorkers(unsigned jobs, const std::function<bool()>& work,
                const std::function<void()>& stop);

}  // namespace sagitta
