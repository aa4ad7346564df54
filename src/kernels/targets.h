// Which SIMD targets the kernels are compiled for, and which of them runs.
//
// A kernel file includes this before any Highway header: every kernel then has the same set of
// targets. Two targets that gain nothing over their neighbours here are left out, for the sake of
// build time.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)

#include <string_view>
#include <vector>

namespace sagitta {

/// Names of the targets that were compiled in and that this processor has, best first.
std::vector<const char*> SimdTargetNames();

/// The target that the kernels run on: the best one unless another was forced.
const char* SimdTargetName();

/// Makes all kernels run on the named target; false (and no change) when this processor or build
/// does not have it. Affects the whole process; call it before other threads use kernels.
bool ForceSimdTarget(std::string_view name);

}  // namespace sagitta
