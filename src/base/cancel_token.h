// CancelToken: how a long computation learns that its caller wants it to end.
//
// The caller gives a question; the computation asks Requested() as often as it likes, say once per
// example, and ends in an orderly way when the answer is true. The question itself is put a few
// times per second only, so that asking costs next to nothing.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace sagitta {

class CancelToken {
 public:
  /// The most time between two questions, if Requested() is called that often.
  static constexpr std::chrono::milliseconds kInterval{5};

  /// Never requested.
  CancelToken() = default;
  /// `question` must be cheap and may be put on any thread that calls Requested(), but not on two
  /// at once. What it throws leaves Requested().
  explicit CancelToken(std::function<bool()> question) : question_(std::move(question)) {}
  CancelToken(const CancelToken&) = delete;
  CancelToken& operator=(const CancelToken&) = delete;

  /// Whether to end. Once true it stays true. Thread-safe.
  bool Requested() const {
    if (requested()) return true;
    // The clock is looked at every kCalls calls: a relaxed counter that loses a count now and then
    // does no harm.
    const std::uint32_t calls = calls_.load(std::memory_order_relaxed) + 1;
    calls_.store(calls, std::memory_order_relaxed);
    return calls % kCalls == 0 && question_ && AskIfDue();
  }

  /// The same, but puts the question at once.
  bool Ask() const {
    if (requested() || !question_) return requested();
    if (asking_.test_and_set(std::memory_order_acquire)) return false;
    const Release release{asking_};
    asked_.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
    if (question_()) requested_.store(true, std::memory_order_relaxed);
    return requested();
  }

  /// Whether the answer was true before; asks nothing.
  bool requested() const { return requested_.load(std::memory_order_relaxed); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint32_t kCalls = 16;

  struct Release {
    std::atomic_flag& flag;
    ~Release() { flag.clear(std::memory_order_release); }
  };

  bool AskIfDue() const {
    const Clock::duration asked(asked_.load(std::memory_order_relaxed));
    return Clock::now().time_since_epoch() - asked >= kInterval && Ask();
  }

  std::function<bool()> question_;
  mutable std::atomic<bool> requested_ = false;
  mutable std::atomic<std::uint32_t> calls_ = 0;
  mutable std::atomic<Clock::rep> asked_ = 0;
  mutable std::atomic_flag asking_ = ATOMIC_FLAG_INIT;
};

}  // namespace sagitta
