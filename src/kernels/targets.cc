// Selection of the SIMD target: a thin layer over Highway's run-time dispatch.
#include "kernels/targets.h"

#include <atomic>
#include <cstdint>

#include "hwy/highway.h"

namespace sagitta {
namespace {

std::atomic<std::int64_t> forced_target{0};  // 0: none

/// The targets that this build contains and this processor supports. A lower bit is a better
/// target.
std::int64_t UsableTargets() {
  static const std::int64_t usable = hwy::SupportedTargets() & HWY_TARGETS;
  return usable;
}

std::int64_t LowestBit(std::int64_t targets) { return targets & -targets; }

}  // namespace

std::vector<const char*> SimdTargetNames() {
  std::vector<const char*> names;
  for (std::int64_t rest = UsableTargets(); rest != 0; rest &= rest - 1) {
    names.push_back(hwy::TargetName(LowestBit(rest)));
  }
  return names;
}

const char* SimdTargetName() {
  const std::int64_t forced = forced_target.load();
  return hwy::TargetName(forced != 0 ? forced : LowestBit(UsableTargets()));
}

bool ForceSimdTarget(std::string_view name) {
  for (std::int64_t rest = UsableTargets(); rest != 0; rest &= rest - 1) {
    const std::int64_t target = LowestBit(rest);
    if (name != hwy::TargetName(target)) continue;
    forced_target.store(target);
    hwy::GetChosenTarget().Update(target);
    return true;
  }
  return false;
}

}  // namespace sagitta
