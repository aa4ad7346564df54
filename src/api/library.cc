// What the library says about itself: its version and its SIMD targets. (ForceSimdTarget is in
// src/kernels.)
#include "kernels/targets.h"
#include "sagitta/simd.h"
#include "sagitta/version.h"

namespace sagitta {

std::string_view Version() { return SAGITTA_VERSION; }

std::string SimdTarget() { return SimdTargetName(); }

std::vector<std::string> SimdTargets() {
  const std::vector<const char*> names = SimdTargetNames();
  return {names.begin(), names.end()};
}

}  // namespace sagitta
