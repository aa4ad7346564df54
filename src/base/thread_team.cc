// ThreadTeam: members claim one task after the other; a Run ends when none is unfinished.
#include "base/thread_team.h"

#include <system_error>
#include <utility>

#include "base/denormals.h"
#include "base/spin_wait.h"
#include "base/thread_count.h"
#include "sagitta/error.h"

namespace sagitta {

// A team of one has nothing to prepare: such teams are made within passes, where nothing may
// allocate. With more threads than cores a spinning one would keep another from its work.
ThreadTeam::ThreadTeam(std::uint32_t threads) {
  if (threads == 1) return;
  if (threads <= UsableCores()) spin_time_ = kSpinTime;
  threads_.reserve(threads - 1);
  try {
    for (std::size_t member = 1; member < threads; ++member) {
      threads_.emplace_back([this, member] { Serve(member); });
    }
  } catch (const std::system_error& error) {
    const std::size_t started = size();
    Stop();
    throw Error(ErrorKind::kSystem, "cannot start " + std::to_string(threads) + " threads, only " +
                                        std::to_string(started) + ": " + error.what());
  }
}

ThreadTeam::~ThreadTeam() { Stop(); }

void ThreadTeam::Stop() {
  stopping_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  threads_.clear();  // joins
}

void ThreadTeam::RunShared(std::size_t tasks, Call call, const void* body) {
  call_ = call;
  body_ = body;
  tasks_ = static_cast<std::uint32_t>(tasks);
  float_control_ = FloatControl();
  unfinished_.store(tasks_, std::memory_order_relaxed);
  const std::uint64_t round = round_.load(std::memory_order_relaxed) + 1;
  unclaimed_.store(round << 32 | tasks_, std::memory_order_release);
  round_.store(static_cast<std::uint32_t>(round), std::memory_order_release);
  round_.notify_all();
  WorkAs(0);
  std::uint32_t left = unfinished_.load(std::memory_order_acquire);
  while (left != 0) left = WaitForChange(unfinished_, left, spin_time_);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadTeam::Serve(std::size_t member) {
  for (std::uint32_t round = 0; !stopping_.load(std::memory_order_relaxed);) {
    WorkAs(member);
    round = WaitForChange(round_, round, spin_time_);
  }
}

// A member that comes late finds nothing to claim and delays nobody.
void ThreadTeam::WorkAs(std::size_t member) {
  std::uint32_t finished = 0;
  for (std::size_t task = 0; Claim(task); ++finished) {
    if (finished == 0) SetFloatControl(float_control_);
    try {
      call_(body_, task, member);
    } catch (...) {
      Keep(task);
      finished += ClaimAll();  // and leaves them undone
    }
  }
  if (finished == 0) return;
  if (unfinished_.fetch_sub(finished, std::memory_order_acq_rel) == finished) {
    unfinished_.notify_one();
  }
}

bool ThreadTeam::Claim(std::size_t& task) {
  std::uint64_t seen = unclaimed_.load(std::memory_order_acquire);
  do {
    if (static_cast<std::uint32_t>(seen) == 0) return false;
  } while (!unclaimed_.compare_exchange_weak(seen, seen - 1, std::memory_order_acquire));
  task = tasks_ - static_cast<std::uint32_t>(seen);
  return true;
}

// Returns how many they were.
std::uint32_t ThreadTeam::ClaimAll() {
  constexpr std::uint64_t kRound = ~std::uint64_t{0xffffffff};
  return static_cast<std::uint32_t>(unclaimed_.fetch_and(kRound, std::memory_order_acquire));
}

// All tasks before a failed one have been started, so the first failure is among those that are
// kept.
void ThreadTeam::Keep(std::size_t task) {
  const std::lock_guard lock(failure_mutex_);
  if (failure_ && failed_task_ < task) return;
  failed_task_ = task;
  failure_ = std::current_exception();
}

}  // namespace sagitta
