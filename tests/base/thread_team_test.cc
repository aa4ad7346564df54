// ThreadTeam: every task once, failures in task order, many short Runs, and late or idle members.
#include "base/thread_team.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>

#include "base/denormals.h"
#include "base/thread_count.h"

namespace sagitta {
namespace {

constexpr std::uint32_t kTeams[] = {1, 2, 3, 8, 17};

TEST(ThreadTeam, DoesEveryTaskOnce) {
  for (const std::uint32_t threads : kTeams) {
    ThreadTeam team(threads);
    ASSERT_EQ(team.size(), threads);
    for (const std::size_t tasks : {0, 1, 2, 7, 1000}) {
      std::vector<int> done(tasks, 0);  // not atomic: every task has its own
      std::vector<int> of_member(team.size(), 0);
      team.Run(tasks, [&](std::size_t task, std::size_t member) {
        ++done[task];
        ++of_member.at(member);
      });
      EXPECT_EQ(done, std::vector<int>(tasks, 1)) << threads;
      EXPECT_EQ(std::accumulate(of_member.begin(), of_member.end(), 0), static_cast<int>(tasks));
    }
  }
}

TEST(ThreadTeam, MembersWorkAtTheSameTime) {
  ThreadTeam team(3);
  std::atomic<int> arrived = 0;
  // Ends only if three members are in a task at once.
  team.Run(3, [&](std::size_t, std::size_t) {
    ++arrived;
    while (arrived < 3) std::this_thread::yield();
  });
  EXPECT_EQ(arrived, 3);
}

TEST(ThreadTeam, TheCallerIsMemberZero) {
  const auto caller = std::this_thread::get_id();
  ThreadTeam team(3);
  for (int k = 0; k < 50; ++k) {
    team.Run(8, [&](std::size_t, std::size_t member) {
      EXPECT_EQ(member == 0, std::this_thread::get_id() == caller);
    });
  }
}

// What one Run wrote the next one reads, on other threads, without further synchronisation.
TEST(ThreadTeam, ManyShortRunsSeeEachOther) {
  for (const std::uint32_t threads : kTeams) {
    ThreadTeam team(threads);
    constexpr std::size_t kTasks = 5;
    std::vector<std::uint64_t> values(kTasks, 1), next(kTasks);
    std::vector<std::uint64_t> expected(kTasks, 1);
    for (int run = 0; run < 500; ++run) {
      team.Run(kTasks, [&](std::size_t task, std::size_t) {
        next[task] = 3 * values[(task + 1) % kTasks] + task;
      });
      values.swap(next);
      std::vector<std::uint64_t> serial(kTasks);
      for (std::size_t task = 0; task < kTasks; ++task) {
        serial[task] = 3 * expected[(task + 1) % kTasks] + task;
      }
      expected.swap(serial);
    }
    EXPECT_EQ(values, expected) << threads;
  }
}

TEST(ThreadTeam, WorksAgainAfterItsThreadsFellAsleep) {
  ThreadTeam team(4);
  for (int run = 0; run < 5; ++run) {
    std::vector<int> done(16, 0);
    team.Run(done.size(), [&](std::size_t task, std::size_t) { ++done[task]; });
    EXPECT_EQ(done, std::vector<int>(16, 1));
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
  }
}

// Tasks 30, 50 and 90 fail. A plain loop would have ended with 30, and so must every team, however
// late that one fails.
TEST(ThreadTeam, TheFirstFailureInTaskOrderWins) {
  for (const std::uint32_t threads : kTeams) {
    ThreadTeam team(threads);
    for (int run = 0; run < 30; ++run) {
      std::atomic<int> begun = 0;
      const auto work = [&](std::size_t task, std::size_t) {
        ++begun;
        if (task == 30) std::this_thread::sleep_for(std::chrono::microseconds(100));
        if (task == 30 || task == 50 || task == 90) throw std::runtime_error(std::to_string(task));
      };
      std::string message;
      try {
        team.Run(100, work);
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
      EXPECT_EQ(message, "30") << threads;
      EXPECT_GE(begun, 31);
      if (threads == 1) {
        EXPECT_EQ(begun, 31);
      }
    }
    std::atomic<int> done = 0;
    team.Run(10, [&](std::size_t, std::size_t) { ++done; });
    EXPECT_EQ(done, 10) << "the team is as good as new";
  }
}

// The other member has two seconds' work, far more than the failure takes to be known.
TEST(ThreadTeam, NoTaskIsStartedOnceAFailureIsKnown) {
  constexpr int kTasks = 2000;
  ThreadTeam team(2);
  std::atomic<int> begun = 0;
  const auto work = [&](std::size_t task, std::size_t) {
    ++begun;
    if (task == 0) throw std::runtime_error("failed");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  EXPECT_THROW(team.Run(kTasks, work), std::runtime_error);
  EXPECT_LT(begun, kTasks);
}

#if defined(__SSE2__)
TEST(ThreadTeam, MembersHaveTheFloatingPointModeOfTheCaller) {
  ThreadTeam team(3);
  const auto expect_same = [&] {
    const unsigned caller = FloatControl() & 0xffc0;  // without the flags of past operations
    std::atomic<int> arrived = 0;
    team.Run(3, [&](std::size_t, std::size_t) {
      ++arrived;
      while (arrived < 3) std::this_thread::yield();  // one task for each member
      EXPECT_EQ(FloatControl() & 0xffc0, caller);
    });
  };
  expect_same();
  {
    const FlushDenormals flush;
    expect_same();
  }
  expect_same();
}
#endif

TEST(ThreadTeam, BodiesMayBeConstAndMayChange) {
  ThreadTeam team(2);
  std::atomic<int> sum = 0;
  const auto constant = [&](std::size_t task, std::size_t) { sum += static_cast<int>(task); };
  team.Run(10, constant);
  EXPECT_EQ(sum, 45);
  struct Counter {
    std::atomic<int> calls = 0;
    void operator()(std::size_t, std::size_t) { ++calls; }
  } counter;
  team.Run(10, counter);
  EXPECT_EQ(counter.calls, 10);
}

TEST(ThreadCount, IsWithinBounds) {
  EXPECT_GE(UsableCores(), 1u);
  EXPECT_LE(UsableCores(), std::max(1u, std::thread::hardware_concurrency()));
  EXPECT_EQ(ResolveThreads(0), UsableCores());
  EXPECT_EQ(ResolveThreads(1), 1u);
  EXPECT_EQ(ResolveThreads(17), 17u);
  EXPECT_EQ(ResolveThreads(4000000000u), kMostThreads);
}

// A process that may use one core only, on a machine with more of them.
TEST(ThreadCount, ObeysTheAffinityMask) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  int core = 0;
  while (!CPU_ISSET(core, &before)) ++core;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(UsableCores(), 1u);
  sched_setaffinity(0, sizeof before, &before);
}

}  // namespace
}  // namespace sagitta
