// CancelToken: what is asked, how often, and that an answer stays.
#include "base/cancel_token.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

namespace sagitta {
namespace {

using Clock = std::chrono::steady_clock;

TEST(CancelToken, WithoutAQuestionIsNeverRequested) {
  const CancelToken token;
  for (int k = 0; k < 1000; ++k) EXPECT_FALSE(token.Requested());
  EXPECT_FALSE(token.Ask());
}

TEST(CancelToken, AnAnswerStays) {
  int questions = 0;
  const CancelToken token([&] { return ++questions == 3; });
  EXPECT_FALSE(token.Ask());
  EXPECT_FALSE(token.Ask());
  EXPECT_FALSE(token.requested());
  EXPECT_TRUE(token.Ask());
  EXPECT_TRUE(token.requested());
  EXPECT_TRUE(token.Requested());
  EXPECT_TRUE(token.Ask());
  EXPECT_EQ(questions, 3);
}

TEST(CancelToken, AsksFarLessOftenThanItIsAsked) {
  int questions = 0;
  const CancelToken token([&] {
    ++questions;
    return false;
  });
  const auto start = Clock::now();
  for (int k = 0; k < 1000000; ++k) token.Requested();
  const auto intervals = (Clock::now() - start) / CancelToken::kInterval;
  EXPECT_GE(questions, 1);
  EXPECT_LE(questions, intervals + 1);
}

TEST(CancelToken, IsRequestedSoonAfterTheAnswerChanges) {
  std::atomic<bool> stop = false;
  const CancelToken token([&] { return stop.load(); });
  while (!token.Requested()) {
    stop = true;  // ends the loop, or the test never ends
  }
  EXPECT_TRUE(token.requested());
}

TEST(CancelToken, WhatTheQuestionThrowsPassesThrough) {
  int questions = 0;
  const CancelToken token([&]() -> bool {
    if (++questions == 1) throw std::runtime_error("no");
    return true;
  });
  EXPECT_THROW(token.Ask(), std::runtime_error);
  EXPECT_FALSE(token.requested());
  EXPECT_TRUE(token.Ask());
}

TEST(CancelToken, ManyThreadsPutTheQuestionOneAtATime) {
  std::atomic<int> inside = 0;
  std::atomic<bool> overlapped = false;
  std::atomic<int> questions = 0;
  const CancelToken token([&] {
    if (++inside > 1) overlapped = true;
    const bool stop = ++questions == 4;
    --inside;
    return stop;
  });
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&token] {
      while (!token.Requested()) {
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(questions, 4);
  EXPECT_FALSE(overlapped);
}

}  // namespace
}  // namespace sagitta
