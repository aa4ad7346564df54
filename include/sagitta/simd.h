// Which SIMD instructions the library computes with. Results of different targets differ by
// rounding.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)

namespace sagitta {

/// The target in use, e.g. "AVX2": the best one of this processor unless another was forced.
std::string SimdTarget();

/// All targets that this build and this processor support, best first.
std::vector<std::string> SimdTargets();

/// Uses the named target from now on; returns false and changes nothing when it is not among
/// SimdTargets(). Affects the whole process; call it before other threads train or tag.
bool ForceSimdTarget(std::string_view name);

}  // namespace sagitta

#pragma GCC visibility pop
