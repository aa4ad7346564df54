// Waiting for an atomic number to change: spin briefly, then sleep.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sagitta {

/// How long a waiting thread spins. Waking a thread that sleeps takes time, so a wait that is about
/// as short is better spent awake; a longer one would take the core from others. In trainings on a
/// virtual machine with two cores, two threads were hardly faster than one with 20 microseconds,
/// but clearly with 300.
inline constexpr std::chrono::microseconds kSpinTime{200};

inline void PauseCore() {
#if defined(__SSE2__)
  _mm_pause();
#endif
}

/// Returns the value of `number` when it is no longer `old`. Whoever changes it calls notify.
/// `spin_time`: zero where the thread that is waited for may need this core.
inline std::uint32_t WaitForChange(const std::atomic<std::uint32_t>& number, std::uint32_t old,
                                   std::chrono::microseconds spin_time) {
  constexpr int kLooksPerClock = 32;  // reading the clock costs about as much as a pause
  const auto start = std::chrono::steady_clock::now();
  do {
    for (int look = 0; look < kLooksPerClock; ++look) {
      const std::uint32_t now = number.load(std::memory_order_acquire);
      if (now != old) return now;
      PauseCore();
    }
  } while (std::chrono::steady_clock::now() - start < spin_time);
  number.wait(old, std::memory_order_acquire);  // returns only after a change
  return number.load(std::memory_order_acquire);
}

}  // namespace sagitta
