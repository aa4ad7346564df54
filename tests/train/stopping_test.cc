// Stopping: each reason, and which comes first when several hold.
#include "train/stopping.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <utility>

namespace sagitta {
namespace {

constexpr StopReason kTolerance = StopReason::kTolerance;
constexpr StopReason kStuck = StopReason::kPrecision;
constexpr StopReason kStagnation = StopReason::kFloor;
constexpr StopReason kPatience = StopReason::kPatience;
constexpr StopReason kPasses = StopReason::kPasses;

StepReport Report(double gradient, bool seen_all = true, double objective = 1) {
  StepReport report;
  report.gradient_inf = gradient;
  report.objective_estimate = objective;
  report.seen_all = seen_all;
  return report;
}

TEST(StopText, IsDifferentForEveryReasonAndReadsBack) {
  for (int k = 0; k <= static_cast<int>(StopReason::kDiverged); ++k) {
    const auto reason = static_cast<StopReason>(k);
    EXPECT_EQ(FindStopReason(StopText(reason)), reason);
  }
  EXPECT_EQ(FindStopReason("the moon is full"), std::nullopt);
}

TEST(Stopping, ContinuesWithoutAReason) {
  Stopping stopping({});
  EXPECT_EQ(stopping.reason(), std::nullopt);
  stopping.Record(1, 0.5, Report(0.1), {});
  EXPECT_EQ(stopping.reason(), std::nullopt);
  EXPECT_FALSE(stopping.best_now());
}

TEST(Stopping, ToleranceNeedsAllExamplesSeen) {
  Stopping stopping({.tolerance = 1e-3});
  stopping.Record(1, 1, Report(1e-9, false), {});
  EXPECT_EQ(stopping.reason(), std::nullopt);
  stopping.Record(2, 2, Report(1.01e-3), {});
  EXPECT_EQ(stopping.reason(), std::nullopt);
  EXPECT_FALSE(stopping.ChecksNow());
  stopping.Record(3, 3, Report(1e-3), {});
  EXPECT_TRUE(stopping.ChecksNow());
  stopping.RecordExact(1e-3);
  EXPECT_EQ(stopping.reason(), kTolerance);
  EXPECT_TRUE(stopping.converged());
}

TEST(Stopping, AnEstimateThatIsTooLowDoesNotEndIt) {
  Stopping stopping({.tolerance = 1e-3});
  stopping.Record(1, 1, Report(1e-3), {});
  EXPECT_EQ(stopping.reason(), std::nullopt) << "an estimate decided";
  stopping.RecordExact(1e-2);
  EXPECT_EQ(stopping.reason(), std::nullopt);
  EXPECT_FALSE(stopping.converged());
  EXPECT_FALSE(stopping.ChecksNow()) << "checked already";
  // With the same ratio the truth would be three times the tolerance, then 1.5 times.
  stopping.Record(2, 2, Report(3e-4), {});
  EXPECT_FALSE(stopping.ChecksNow());
  stopping.Record(3, 3, Report(1.5e-4), {});
  EXPECT_TRUE(stopping.ChecksNow());
  stopping.RecordExact(0.9e-3);
  EXPECT_EQ(stopping.reason(), kTolerance);
}

TEST(Stopping, ChecksAgainAfterAWhileAndAtTheEnd) {
  Stopping stopping({.passes = 12, .tolerance = 1e-3});
  stopping.Record(1, 1, Report(1e-3), {});
  stopping.RecordExact(1e-2);
  for (int pass = 2; pass <= 8; ++pass) {
    stopping.Record(pass, pass, Report(9e-4), {});
    EXPECT_FALSE(stopping.ChecksNow()) << pass;
  }
  stopping.Record(9, 9, Report(9e-4), {});
  EXPECT_TRUE(stopping.ChecksNow());
  stopping.RecordExact(1e-2);
  stopping.Record(10, 10, Report(9e-4), {});
  EXPECT_FALSE(stopping.ChecksNow());
  stopping.Record(12, 12, Report(9e-4), {});
  EXPECT_EQ(stopping.reason(), kPasses);
  EXPECT_TRUE(stopping.ChecksNow());
  stopping.RecordExact(1e-4);
  EXPECT_EQ(stopping.reason(), kTolerance);
}

// Rounding has changed SAG's sum of gradients: the estimate falls on, the truth does not.
TEST(Stopping, NoticesThatEstimateAndTruthHaveParted) {
  Stopping stopping({.passes = 1e9, .tolerance = 1e-3});
  const double truth[] = {4e-2, 3e-3, 3.1e-3, 2.9e-3, 3e-3};
  for (int k = 0; k < 5; ++k) {
    stopping.Record(9 * k, k, Report(std::pow(0.3, k) * 1e-3), {});
    stopping.RecordExact(truth[k]);
    ASSERT_EQ(stopping.reason(), std::nullopt) << k;
  }
  stopping.Record(50, 5, Report(1e-6), {});
  stopping.RecordExact(3e-3);
  EXPECT_EQ(stopping.reason(), kStagnation);
  EXPECT_FALSE(stopping.converged());
}

// What SAG-NUS* does on the data of docs/stability.md.
TEST(Stopping, NoticesThatTheObjectiveSwings) {
  Stopping stopping({.passes = 1e9, .tolerance = 1e-9, .objective_noise = 1e-13});
  int pass = 0;
  while (!stopping.reason() && pass < 200) {
    ++pass;
    const double swing = std::sin(0.7 * pass) + std::sin(0.13 * pass);
    stopping.Record(pass, pass, Report(1e-3 * (1.5 + swing * swing), true, 1 + 1e-4 * swing), {});
  }
  EXPECT_EQ(stopping.reason(), StopReason::kUnsettled) << pass;
  EXPECT_GE(pass, 60);
}

TEST(Stopping, SlowProgressIsNoSwing) {
  Stopping stopping({.passes = 1e9, .tolerance = 0, .objective_noise = 1e-13});
  for (int pass = 1; pass < 300; ++pass) {
    stopping.Record(pass, pass, Report(1e-3, true, 1 + 1e-3 * std::exp(-1e-3 * pass)), {});
    ASSERT_EQ(stopping.reason(), std::nullopt) << pass;
  }
}

TEST(Stopping, PassesMayBeFractions) {
  Stopping stopping({.passes = 2.5});
  stopping.Record(1.2, 1, Report(1), {});
  stopping.Record(2.49, 2, Report(1), {});
  EXPECT_EQ(stopping.reason(), std::nullopt);
  stopping.Record(2.5, 3, Report(1), {});
  EXPECT_EQ(stopping.reason(), kPasses);
}

TEST(Stopping, NoPassesMeansNone) {
  EXPECT_EQ(Stopping({.passes = 0}).reason(), StopReason::kNoPasses);
}

TEST(Stopping, AMethodThatIsStuckEndsIt) {
  Stopping stopping({});
  StepReport report = Report(1);
  report.stuck = true;
  stopping.Record(1, 1, report, {});
  EXPECT_EQ(stopping.reason(), kStuck);
}

TEST(Stopping, ToleranceOutranksTheOtherReasons) {
  Stopping stopping({.passes = 1, .tolerance = 1});
  StepReport report = Report(0.5);
  report.stuck = true;
  stopping.Record(1, 1, report, {});
  EXPECT_EQ(stopping.reason(), kStuck);
  EXPECT_TRUE(stopping.ChecksNow());
  stopping.RecordExact(0.5);
  EXPECT_EQ(stopping.reason(), kTolerance);
}

// The first passes do not count, however good or bad their scores are.
TEST(Stopping, PatienceCountsPassesWithoutANewBest) {
  Stopping stopping({.patience = 2});
  for (std::uint32_t k = 1; k < kPatienceFrom; ++k) {
    stopping.Record(k, k, Report(1), 0.9);
    EXPECT_FALSE(stopping.best_now()) << k;
    EXPECT_EQ(stopping.reason(), std::nullopt) << k;
    EXPECT_LT(stopping.best_score(), 0);
  }
  const double scores[] = {0.0, 0.5, 0.5, 0.6, 0.3};
  const bool best[] = {true, true, false, true, false};
  for (int k = 0; k < 5; ++k) {
    stopping.Record(kPatienceFrom + k, 0, Report(1), scores[k]);
    EXPECT_EQ(stopping.best_now(), best[k]) << k;
    EXPECT_EQ(stopping.reason(), std::nullopt) << k;
  }
  stopping.Record(16, 16, Report(1), 0.6);  // as good as the best is not better
  EXPECT_FALSE(stopping.best_now());
  EXPECT_EQ(stopping.reason(), kPatience);
}

TEST(Stopping, WithoutPatienceDevScoresOnlyTellTheBest) {
  Stopping stopping({.passes = 1000, .tolerance = 0});
  for (int pass = 1; pass < 50; ++pass) {
    stopping.Record(pass, pass, Report(std::pow(0.9, pass)), 1.0 / pass);
    EXPECT_EQ(stopping.best_now(), pass == kPatienceFrom);
    EXPECT_EQ(stopping.reason(), std::nullopt);
  }
}

TEST(Stopping, NoticesThatTheGradientFallsNoFurther) {
  Stopping stopping({.passes = 1e9, .tolerance = 0});
  int pass = 0;
  for (; pass < 100; ++pass) {
    stopping.Record(pass + 1, pass, Report(std::exp(-0.1 * pass)), {});
    ASSERT_EQ(stopping.reason(), std::nullopt) << pass;
  }
  // From here on it wobbles around the floor.
  for (; pass < 140 && !stopping.reason(); ++pass) {
    stopping.Record(pass + 1, pass, Report(std::exp(-9.9) * (1 + 0.05 * (pass % 3))), {});
  }
  EXPECT_EQ(stopping.reason(), kStagnation);
  EXPECT_GE(pass, 128);
}

// Slow but steady is no floor: 1 % a pass, and ups and downs on the way.
TEST(Stopping, LetsSlowProgressGoOn) {
  Stopping stopping({.passes = 1e9, .tolerance = 0});
  for (int pass = 0; pass < 1000; ++pass) {
    stopping.Record(pass + 1, pass, Report(std::exp(-0.01 * pass) * (1 + 0.3 * (pass % 2))), {});
    ASSERT_EQ(stopping.reason(), std::nullopt) << pass;
  }
}

// As slow as can be, a gradient that falls by a tenth in a hundred passes: the objective tells.
TEST(Stopping, AnObjectiveThatFallsIsNoFloor) {
  constexpr double kNoise = 1e-7;
  const auto passes_until_the_end = [](double fall) {
    Stopping stopping({.passes = 1000, .tolerance = 0, .objective_noise = kNoise});
    int pass = 0;
    while (!stopping.reason()) {
      const double wobble = 1e-6 * (pass % 3);  // of the single values
      const double objective = 1 - fall * pass + wobble;
      stopping.Record(pass + 1, pass, Report(std::exp(-0.001 * pass), true, objective), {});
      ++pass;
    }
    return std::pair(pass, stopping.reason());
  };
  // The means that are compared lie 15 passes apart.
  EXPECT_EQ(passes_until_the_end(2 * kNoise / 15), std::pair(1000, std::optional(kPasses)));
  EXPECT_EQ(passes_until_the_end(-2 * kNoise / 15), std::pair(1000, std::optional(kPasses)));
  EXPECT_EQ(passes_until_the_end(0.5 * kNoise / 15).second, kStagnation);
  EXPECT_EQ(passes_until_the_end(0), std::pair(60, std::optional(kStagnation)));
}

TEST(Stopping, SecondsLeftAreUnknownAtFirst) {
  Stopping stopping({});
  EXPECT_LT(stopping.SecondsLeft(), 0);
  stopping.Record(1, 1, Report(1), {});
  EXPECT_LT(stopping.SecondsLeft(), 0);
}

TEST(Stopping, SecondsLeftFollowThePaceToTheLastPass) {
  Stopping stopping({.passes = 100, .tolerance = 0});
  for (int pass = 1; pass <= 10; ++pass) stopping.Record(pass, 3.0 * pass, Report(0.5), {});
  EXPECT_NEAR(stopping.SecondsLeft(), 3.0 * 90, 1e-9);
}

TEST(Stopping, SecondsLeftFollowTheGradientToTheTolerance) {
  Stopping stopping({.passes = 1000, .tolerance = 1e-6});
  for (int pass = 1; pass <= 30; ++pass) {
    stopping.Record(pass, 2.0 * pass, Report(std::pow(10, -0.1 * pass)), {});
  }
  EXPECT_NEAR(stopping.SecondsLeft(), 2.0 * 30, 1e-6);
}

TEST(Stopping, SecondsLeftAreNeverNegativeNorInfiniteOnceKnown) {
  for (const double gradient : {0.0, 1e-30, 1.0}) {
    Stopping stopping({.passes = 20, .tolerance = 1e-6});
    // A method that is stuck reports a pass without having evaluated anything.
    for (const double pass : {1.0, 1.0, 2.0, 40.0}) {
      stopping.Record(pass, 1.0, Report(gradient, false), {});
    }
    EXPECT_EQ(stopping.SecondsLeft(), 0);
  }
  Stopping stopping({.passes = 20});
  stopping.Record(1, 1, Report(1), {});
  StepReport stuck = Report(1);
  stuck.stuck = true;
  stopping.Record(1, 1.5, stuck, {});
  EXPECT_EQ(stopping.SecondsLeft(), 0) << "training is over";
}

// Saved and loaded it judges as before, but by the passes that are allowed now.
TEST(Stopping, ContinuesFromItsState) {
  Stopping first({30, 0, 2});
  StepReport report;
  report.gradient_inf = 1;
  report.seen_all = true;
  for (std::uint32_t pass = 1; pass < kPatienceFrom; ++pass) first.Record(pass, pass, report, 0.3);
  first.Record(kPatienceFrom, 10.5, report, 0.5);
  first.Record(kPatienceFrom + 1, 11.0, report, 0.4);
  first.Record(kPatienceFrom + 2, 11.5, report, 0.4);
  EXPECT_EQ(first.reason(), StopReason::kPatience);
  StateWriter writer;
  first.Transfer(writer, kPatienceFrom + 2);
  const auto loaded = [&](const StoppingSettings& settings) {
    Stopping stopping(settings);
    StateReader reader(writer.bytes());
    stopping.Transfer(reader, kPatienceFrom + 2);
    return stopping;
  };
  EXPECT_EQ(loaded({30, 0, 2}).reason(), first.reason());
  EXPECT_EQ(loaded({30, 0, 3}).reason(), std::nullopt);
  EXPECT_EQ(loaded({3, 0, 9}).reason(), StopReason::kPasses);
  EXPECT_EQ(loaded({30, 0, 2}).best_score(), 0.5);
}

// Passes before the first one do not count.
TEST(Stopping, CountsFromTheFirstPass) {
  Stopping stopping({5, 0, 0}, 100);
  StepReport report;
  report.gradient_inf = 1;
  stopping.Record(104, 1, report, {});
  EXPECT_EQ(stopping.reason(), std::nullopt);
  stopping.Record(105, 1, report, {});
  EXPECT_EQ(stopping.reason(), StopReason::kPasses);
}

}  // namespace
}  // namespace sagitta
