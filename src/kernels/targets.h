// Which SIMD targets the kernels are compiled for, and which of them runs.
//
// A kernel file includes this header before any Highway header, so that every kernel has the same
// set of targets. Two targets that are no faster here than the next lower one are left out to save
// build time.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)

#include <string_view>
#include <vector>

namespace sagitta {

/// The names of the targets that are compiled in and supported by this processor, best first.
std::vector<const char*> SimdTargetNames();

/// The target that the kernels use: the best one, unless another was forced.
const char* SimdTargetName();

/// Makes all kernels use the named target. Returns false and changes nothing if this processor or
/// build does not have it. Affects the whole process; call it before other threads use kernels.
bool ForceSimdTarget(std::string_view name);

}  // namespace sagitta
