// ThreadTeam: threads that work on the tasks of one computation together.
//
//   ThreadTeam team(threads);  // once; the calling thread is a member
//   std::vector<Scratch> scratch(team.size());
//   team.Run(tasks, [&](std::size_t task, std::size_t member) {
//     Work(task, scratch[member]);
//   });  // all tasks are done
//
// Which member does a task is left to chance, so that a slow core delays nobody. A result does not
// depend on the number of threads if every task writes only what is its own, and if what tasks
// contribute to a sum is added up in task order afterwards.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace sagitta {

/// Between two Runs the members spin for about 200 microseconds, unless there are more of them than
/// cores, and then sleep. So Runs in quick succession cost about a microsecond each, and a team
/// without work costs nothing. The work of a Run happens after what the caller did before it, and
/// before what the caller does after it: no other synchronisation is needed. Members compute with
/// the floating-point mode of the caller (see denormals.h).
///
/// Run may be called by one thread at a time, and not by a task.
class ThreadTeam {
 public:
  /// `threads` >= 1, including the caller: a team of one has no thread of its own and runs all
  /// tasks in a plain loop. Throws Error(kSystem) when the system refuses to start a thread.
  explicit ThreadTeam(std::uint32_t threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// The number of members.
  std::size_t size() const { return threads_.size() + 1; }

  /// Calls work(task, member) for task = 0 .. tasks - 1 and returns when all calls have returned.
  /// Tasks are started in ascending order; members count from 0, and the caller is member 0. When a
  /// task throws, no task is started once that is known, and the exception of the first in task
  /// order leaves Run: the one that a plain loop would have ended with. REQUIRES: tasks < 2^32.
  template <class Work>
  void Run(std::size_t tasks, Work&& work) {
    using Body = std::remove_reference_t<Work>;
    if (threads_.empty() || tasks < 2) {
      for (std::size_t task = 0; task < tasks; ++task) work(task, std::size_t{0});
      return;
    }
    RunShared(
        tasks,
        [](const void* body, std::size_t task, std::size_t member) {
          (*static_cast<Body*>(const_cast<void*>(body)))(task, member);
        },
        std::addressof(work));
  }

 private:
  using Call = void (*)(const void* body, std::size_t task, std::size_t member);

  void RunShared(std::size_t tasks, Call call, const void* body);
  void Serve(std::size_t member);
  void WorkAs(std::size_t member);
  bool Claim(std::size_t& task);
  std::uint32_t ClaimAll();
  void Keep(std::size_t task);
  void Stop();

  // The current Run. Whoever has claimed a task may read it: the Run cannot end before the task.
  Call call_ = nullptr;
  const void* body_ = nullptr;
  std::uint32_t tasks_ = 0;
  unsigned float_control_ = 0;

  std::mutex failure_mutex_;
  std::size_t failed_task_ = 0;
  std::exception_ptr failure_;

  // Each on a cache line of its own.
  alignas(64) std::atomic<std::uint32_t> round_{0};      // changes when there is work
  alignas(64) std::atomic<std::uint64_t> unclaimed_{0};  // upper half: the round; lower: tasks
  alignas(64) std::atomic<std::uint32_t> unfinished_{0};
  std::atomic<bool> stopping_{false};

  std::chrono::microseconds spin_time_{0};
  std::vector<std::jthread> threads_;
};

}  // namespace sagitta
