// How many threads a computation may use.
#pragma once

#include <cstdint>

namespace sagitta {

/// The most threads that one computation starts; a larger number is lowered to this.
inline constexpr std::uint32_t kMostThreads = 1024;

/// The number of cores that this process may use, at least 1: those of its affinity mask, or fewer
/// if a control group (version 2) limits its share of time. Cost: a few system calls.
std::uint32_t UsableCores();

/// The number of threads that a setting stands for: 0 is UsableCores().
std::uint32_t ResolveThreads(std::uint32_t setting);

}  // namespace sagitta
