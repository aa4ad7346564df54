// Many proximal steps at once against one after the other.
#include "objective/proximal_history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace sagitta {
namespace {

struct Step {
  double shrink, alpha, c;
};

double OneStep(double w, double d, const Step& step, double lambda1) {
  const double z = step.shrink * w - step.alpha * step.c * d;
  const double threshold = step.alpha * lambda1;
  return z > threshold ? z - threshold : z < -threshold ? z + threshold : 0.0;
}

// The two ways to a weight's value now.
double Fast(const ProximalHistory& history, double w, double d, std::uint32_t from) {
  if (from == history.now()) return w;
  double out;
  if (kernels::FollowOne(w, d, history.Since<double>(from), out)) return out;
  return history.Follow(w, d, from);
}

class Histories : public testing::TestWithParam<bool> {
 protected:
  double Uniform() { return std::uniform_real_distribution<double>(0, 1)(rng_); }
  double Normal() { return std::normal_distribution<double>(0, 1)(rng_); }

  // Steps of all sizes; with c falling as 1/m, or staying.
  std::vector<Step> Steps(std::size_t count) {
    std::vector<Step> steps;
    for (std::size_t k = 0; k < count; ++k) {
      const double c = GetParam() ? 1.0 / static_cast<double>(1 + k / 3) : 0.25;
      steps.push_back({1 - 0.02 * Uniform(), 0.01 + 0.2 * Uniform(), c});
    }
    return steps;
  }

  std::mt19937_64 rng_{5};
};

TEST_P(Histories, EqualStepsTakenOneByOne) {
  constexpr double kLambda1 = 0.3;
  int zeros = 0, crossings = 0, returns = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const std::vector<Step> steps = Steps(1 + rng_() % 60);
    ProximalHistory history(kLambda1, steps.size());
    for (const Step& step : steps) {
      ASSERT_TRUE(history.CanStep(step.c));
      history.Step(step.shrink, step.alpha, step.c);
    }
    const auto from = static_cast<std::uint32_t>(rng_() % steps.size());
    const double start = rng_() % 3 == 0 ? 0.0 : Normal();
    const double d = rng_() % 9 == 0 ? 0.0 : 2 * Normal();
    double w = start;
    bool left = false, returned = false;
    for (std::size_t k = from; k < steps.size(); ++k) {
      w = OneStep(w, d, steps[k], kLambda1);
      left |= start == 0 && w != 0;
      returned |= left && w == 0;
    }
    zeros += w == 0;
    crossings += w * start < 0;
    returns += returned;
    const double scale = std::abs(start) + std::abs(d);
    ASSERT_NEAR(history.Follow(start, d, from), w, 1e-14 * scale) << trial;
    ASSERT_NEAR(Fast(history, start, d, from), w, 1e-14 * scale) << trial;
    if (w == 0) {
      ASSERT_EQ(Fast(history, start, d, from), 0) << trial;
      ASSERT_FALSE(std::signbit(Fast(history, start, d, from))) << trial;
    }
  }
  EXPECT_GT(zeros, 100);
  EXPECT_GT(crossings, 100);
  // Only a share c that falls can lead back to zero.
  EXPECT_EQ(returns > 10, GetParam()) << returns;
}

INSTANTIATE_TEST_SUITE_P(, Histories, testing::Bool(), [](const auto& test) {
  return test.param ? "WithFallingShare" : "WithConstantShare";
});

// d that holds its weight at zero exactly, and one that just does not.
TEST(ProximalHistory, TiesStayAtZero) {
  ProximalHistory history(0.5, 10);
  for (int k = 0; k < 10; ++k) history.Step(1, 0.125, 0.25);
  for (const double d : {2.0, -2.0}) {
    EXPECT_EQ(Fast(history, 0, d, 0), 0);
    EXPECT_EQ(Fast(history, 0.1 * d, d, 0), 0);
    EXPECT_NEAR(Fast(history, 0, 1.5 * d, 0), -10 * 0.125 * 0.25 * 0.5 * d, 1e-15);
  }
}

TEST(ProximalHistory, AsksForARestartInTime) {
  ProximalHistory history(0.1, 4);
  for (int k = 0; k < 4; ++k) {
    EXPECT_TRUE(history.CanStep(0.5));
    history.Step(0.9, 1, 0.5);
  }
  EXPECT_FALSE(history.CanStep(0.5)) << "no room";
  history.Restart();
  EXPECT_EQ(history.now(), 0u);
  history.Step(0.9, 1, 0.5);
  EXPECT_TRUE(history.CanStep(0.4));
  EXPECT_FALSE(history.CanStep(0.6)) << "c may not grow";
  history.Step(1e-12, 1, 0.4);
  EXPECT_FALSE(history.CanStep(0.4)) << "beta is too small";
}

// Shrinking to nothing leaves what the step adds.
TEST(ProximalHistory, SurvivesATotalShrink) {
  ProximalHistory history(0.1, 8);
  double w = 3, d = -2;
  for (const Step& step : {Step{0.9, 0.5, 0.5}, Step{1e-12, 0.5, 0.5}}) {
    history.Step(step.shrink, step.alpha, step.c);
    w = OneStep(w, d, step, 0.1);
  }
  EXPECT_NEAR(Fast(history, 3, d, 0), w, 1e-14);
}

}  // namespace
}  // namespace sagitta
