// Which SIMD instructions the library computes with. Results of different targets differ by
// rounding.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sagitta {

/// The target in use, e.g. "AVX2": the best one of this processor unless another was forced.
std::string SimdTarget();

/// Every target that this build and this processor have, best first.
std::vector<std::string> SimdTargets();

/// Uses the named target from now on; false, and no change, when it is not among SimdTargets().
/// Affects the whole process; call it before other threads train or tag.
bool ForceSimdTarget(std::string_view name);

}  // namespace sagitta
