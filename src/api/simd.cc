// The public names of the kernels' targets; ForceSimdTarget is the kernels' own.
#include "sagitta/simd.h"

#include "kernels/targets.h"

namespace sagitta {

std::string SimdTarget() { return SimdTargetName(); }

std::vector<std::string> SimdTargets() {
  const std::vector<const char*> names = SimdTargetNames();
  return {names.begin(), names.end()};
}

}  // namespace sagitta
