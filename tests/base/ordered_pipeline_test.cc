// OrderedPipeline: order, bounded slots, and the failure that a plain loop would have ended with.
#include "base/ordered_pipeline.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

namespace sagitta {
namespace {

/// Parts 0 .. parts - 1; any step may fail at a part.
struct Plan {
  std::uint64_t parts = 0;
  std::uint64_t fill_fails = UINT64_MAX;
  std::uint64_t work_fails = UINT64_MAX;
  std::uint64_t drain_fails = UINT64_MAX;
};

/// What was drained, and the failure.
std::string RunPlan(const Plan& plan, std::uint32_t threads, std::size_t slots) {
  ThreadTeam team(threads);
  std::vector<std::uint64_t> part(slots, 0);
  std::vector<std::string> text(slots);
  std::uint64_t filled = 0;
  std::string out;
  const auto fail = [](bool now, const char* where) {
    if (now) throw std::runtime_error(where);
  };
  PipelineSteps steps;
  steps.fill = [&](std::size_t slot) {
    fail(filled == plan.fill_fails, "fill");
    if (filled == plan.parts) return false;
    EXPECT_EQ(text[slot], "");  // drained
    part[slot] = filled++;
    return true;
  };
  steps.work = [&](std::size_t slot, std::size_t member, const std::atomic<bool>&) {
    EXPECT_LT(member, threads);
    if (part[slot] % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(50));
    text[slot] = std::to_string(part[slot]);
    fail(part[slot] >= plan.work_fails, "work");
    text[slot] += " ";
  };
  steps.drain = [&](std::size_t slot) {
    fail(part[slot] == plan.drain_fails, "drain");
    out += text[slot];
    text[slot].clear();
  };
  steps.wake = [] {};
  OrderedPipeline pipeline(team, slots, steps);
  try {
    pipeline.Run();
  } catch (const std::exception& error) {
    out += error.what();
  }
  return out;
}

TEST(OrderedPipelineThreads, DrainInOrderAndFailAsAPlainLoop) {
  const Plan plans[] = {{},
                        {1},
                        {100},
                        {100, 57},
                        {100, UINT64_MAX, 40},
                        {100, 60, 59},
                        {100, 0},
                        {100, 60, 80, 30},
                        {100, UINT64_MAX, 20, 21}};
  for (const Plan& plan : plans) {
    const std::string expected = RunPlan(plan, 1, 1);
    for (const std::uint32_t threads : {1, 2, 3, 8, 17}) {
      for (const std::size_t slots : {1, 2, 5, 40}) {
        EXPECT_EQ(RunPlan(plan, threads, slots), expected) << threads << " threads, " << slots;
      }
    }
  }
}

TEST(OrderedPipelineThreads, AFillThatWaitsIsWokenByAFailure) {
  ThreadTeam team(2);
  std::atomic<bool> woken = false;
  int filled = 0;
  PipelineSteps steps;
  steps.fill = [&](std::size_t) {
    if (filled++ == 0) return true;
    while (!woken) std::this_thread::yield();
    return false;
  };
  steps.work = [](std::size_t, std::size_t, const std::atomic<bool>&) {};
  steps.drain = [](std::size_t) { throw std::runtime_error("closed"); };
  steps.wake = [&] { woken = true; };
  OrderedPipeline pipeline(team, 5, steps);
  EXPECT_THROW(pipeline.Run(), std::runtime_error);
}

}  // namespace
}  // namespace sagitta
