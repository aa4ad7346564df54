// Run-time dispatch: calls the version of a kernel that was compiled for the target in use.
//
//   SAGITTA_KERNEL(Name);               lists the versions, once, after all of them were compiled
//   SAGITTA_DISPATCH(Name)(arguments)   calls one of them
//
// Highway's own HWY_EXPORT and HWY_DYNAMIC_DISPATCH need libhwy.so, whose initialisers measure a
// timer for milliseconds before main begins. With these macros Highway is a set of headers.
#pragma once

#include <atomic>
#include <cstddef>

namespace sagitta::kernels {

/// The place of the target in use in the tables of versions; 0: not yet chosen.
extern std::atomic<std::size_t> target_place;

/// Chooses the best target, unless one was forced, and returns its place.
std::size_t ChooseTarget();

inline std::size_t TargetPlace() {
  const std::size_t place = target_place.load(std::memory_order_relaxed);
  return place != 0 ? place : ChooseTarget();
}

}  // namespace sagitta::kernels

// Place 0 is empty, the last one is for the plain version. Highway's macros put a null pointer
// where a target is not compiled in.
#define SAGITTA_KERNEL(NAME)                                       \
  [[maybe_unused]] static constexpr decltype(&HWY_STATIC_DISPATCH( \
      NAME)) NAME##_versions[HWY_MAX_DYNAMIC_TARGETS + 2] = {      \
      nullptr, HWY_CHOOSE_TARGET_LIST(NAME), HWY_CHOOSE_FALLBACK(NAME)}
#define SAGITTA_DISPATCH(NAME) (*NAME##_versions[::sagitta::kernels::TargetPlace()])
