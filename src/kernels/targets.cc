// Selection of the SIMD target: what this processor supports, and which target kernels use.
#include "kernels/targets.h"

#include <algorithm>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <stdexcept>

#include "hwy/highway.h"
#include "kernels/dispatch.h"

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

// The one function of libhwy that its headers call, where an assertion of theirs fails; only builds
// with sanitizers have these assertions. Weak, so that programs may link libhwy as well.
__attribute__((weak)) void hwy::Abort(const char* file, int line, const char* format, ...) {
  char text[512];
  const int begin = std::snprintf(text, sizeof text, "%s:%d: ", file, line);
  const std::size_t used = std::min<std::size_t>(begin < 0 ? 0 : begin, sizeof text - 1);
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text + used, sizeof text - used, format, arguments);
  va_end(arguments);
  throw std::logic_error(text);
}

namespace sagitta {
namespace kernels {

std::atomic<std::size_t> target_place{0};

}  // namespace kernels

namespace {

std::atomic<std::int64_t> forced_target{0};  // 0: none

#if HWY_ARCH_X86

/// F16C and LZCNT, which __builtin_cpu_supports does not know with all compilers.
bool HasConversionsAndCounts() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  const bool f16c = __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
  const bool lzcnt = __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c & bit_ABM) != 0;
  return f16c && lzcnt;
}

/// What Highway's versions use. The built-in function also asks whether the operating system saves
/// the wide registers.
std::int64_t SupportedTargets() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("aes") ||
      !__builtin_cpu_supports("pclmul")) {
    return 0;
  }
  const std::int64_t sse4 = HWY_SSE4;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") ||
      !HasConversionsAndCounts()) {
    return sse4;
  }
  const std::int64_t avx2 = sse4 | HWY_AVX2;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl") ||
      !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512cd")) {
    return avx2;
  }
  return avx2 | HWY_AVX3;
}

#else

std::int64_t SupportedTargets() { return 0; }

#endif

/// The targets that this build contains and this processor supports. A lower bit is a better
/// target.
std::int64_t UsableTargets() {
  static const std::int64_t usable =
      (SupportedTargets() | HWY_STATIC_TARGET | HWY_EMU128 | HWY_SCALAR) & HWY_TARGETS;
  return usable;
}

std::int64_t LowestBit(std::int64_t targets) { return targets & -targets; }

std::int64_t TargetInUse() {
  const std::int64_t forced = forced_target.load();
  return forced != 0 ? forced : LowestBit(UsableTargets());
}

}  // namespace

std::size_t kernels::ChooseTarget() {
  const auto places = static_cast<std::uint64_t>(HWY_CHOSEN_TARGET_SHIFT(TargetInUse()) |
                                                 HWY_CHOSEN_TARGET_MASK_SCALAR);
  const std::size_t place = hwy::Num0BitsBelowLS1Bit_Nonzero64(places);
  target_place.store(place, std::memory_order_relaxed);
  return place;
}

std::vector<const char*> SimdTargetNames() {
  std::vector<const char*> names;
  for (std::int64_t rest = UsableTargets(); rest != 0; rest &= rest - 1) {
    names.push_back(hwy::TargetName(LowestBit(rest)));
  }
  return names;
}

const char* SimdTargetName() { return hwy::TargetName(TargetInUse()); }

bool ForceSimdTarget(std::string_view name) {
  for (std::int64_t rest = UsableTargets(); rest != 0; rest &= rest - 1) {
    const std::int64_t target = LowestBit(rest);
    if (name != hwy::TargetName(target)) continue;
    forced_target.store(target);
    kernels::ChooseTarget();
    return true;
  }
  return false;
}

}  // namespace sagitta
