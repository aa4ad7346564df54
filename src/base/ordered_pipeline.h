// OrderedPipeline: parts of an input are worked on by several threads and handed out in order.
//
//   fill(0)  fill(1)  fill(2)  ...      one at a time, in order
//      work(0)  work(1)  work(2) ...    several at once
//         drain(0)  drain(1)  ...       one at a time, in order
//
// Parts live in a fixed number of slots, so memory does not grow with the input: a part is filled
// into a slot only when what was there before has been drained. No thread has a role of its own:
// each drains if the next part is ready, else fills a slot and works on it, else waits. So a fill
// that waits for input never keeps results back.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

#include "base/thread_team.h"

namespace sagitta {

struct PipelineSteps {
  /// Fills the slot with the next part; false at the end.
  std::function<bool(std::size_t slot)> fill;
  /// `member` < team.size() is not the same for two works at once. What takes long should ask
  /// `stop` now and then and return when it is true: the part is then not drained.
  std::function<void(std::size_t slot, std::size_t member, const std::atomic<bool>& stop)> work;
  std::function<void(std::size_t slot)> drain;
  /// Makes a fill that waits return false; called when an exception is about to leave Run.
  std::function<void()> wake;
};

class OrderedPipeline {
 public:
  /// Everything is done by the members of `team`, which must outlive the pipeline.
  OrderedPipeline(ThreadTeam& team, std::size_t slots, PipelineSteps steps);

  /// The number of slots that keeps all members of the team busy.
  static std::size_t SlotsFor(const ThreadTeam& team) { return 2 * team.size() + 1; }

  /// Returns when all parts have been drained. An exception ends it early, and it is the one that a
  /// plain loop would have ended with: the first in the order of parts, where a part that work
  /// failed on is drained, as far as it came, before its exception is thrown. Call it once.
  void Run();

 private:
  enum class State { kFree, kBusy, kDone };
  struct Slot {
    State state = State::kFree;
    std::exception_ptr failure;
  };
  using Lock = std::unique_lock<std::mutex>;

  void Serve(std::size_t member);
  bool CanDrain() const;
  bool CanFill() const;
  void Drain(Lock& lock);
  void FillAndWork(Lock& lock, std::size_t member);
  void Fail(std::exception_ptr failure);
  Slot& At(std::uint64_t part) { return slots_[part % slots_.size()]; }
  const Slot& At(std::uint64_t part) const { return slots_[part % slots_.size()]; }

  ThreadTeam& team_;
  PipelineSteps steps_;

  std::mutex mutex_;  // guards what follows, except for stop_
  std::condition_variable changed_;
  std::vector<Slot> slots_;
  std::uint64_t filled_ = 0;   // parts
  std::uint64_t drained_ = 0;  // parts
  bool filling_ = false;
  bool draining_ = false;
  bool ended_ = false;               // there is nothing more to fill
  std::exception_ptr fill_failure_;  // to be thrown after all parts
  std::exception_ptr failure_;       // to be thrown now
  std::atomic<bool> stop_ = false;
};

}  // namespace sagitta
