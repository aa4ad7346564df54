// ThreadRanks: ranks that are threads of one process, for tests, sanitizers and measurements.
#pragma once

#include <cstdint>
#include <functional>

#include "dist/communicator.h"

namespace sagitta::internal {

/// Runs `work` once for each of `ranks` ranks, each in a thread of its own, and returns when all
/// have ended. Throws the error that they agreed on.
void RunThreadRanks(std::uint32_t ranks, const std::function<void(Communicator&)>& work);

}  // namespace sagitta::internal
