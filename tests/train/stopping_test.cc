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
  stopping.Record(3, 3, Report(1e-3), {});
  EXPECT_EQ(stopping.reason(), kTolerance);
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
  EXPECT_EQ(stopping.reason(), kTolerance);
}

TEST(Stopping, PatienceCountsPassesWithoutANewBest) {
  Stopping stopping({.patience = 2});
  const double scores[] = {0.0, 0.5, 0.5, 0.6, 0.3};
  const bool best[] = {true, true, false, true, false};
  for (int k = 0; k < 5; ++k) {
    stopping.Record(k, k, Report(1), scores[k]);
    EXPECT_EQ(stopping.best_now(), best[k]) << k;
    EXPECT_EQ(stopping.reason(), std::nullopt) << k;
  }
  stopping.Record(6, 6, Report(1), 0.6);  // as good as the best is not better
  EXPECT_FALSE(stopping.best_now());
  EXPECT_EQ(stopping.reason(), kPatience);
}

TEST(Stopping, WithoutPatienceDevScoresOnlyTellTheBest) {
  Stopping stopping({.passes = 1000, .tolerance = 0});
  for (int pass = 1; pass < 50; ++pass) {
    stopping.Record(pass, pass, Report(std::pow(0.9, pass)), 1.0 / pass);
    EXPECT_EQ(stopping.best_now(), pass == 1);
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
  Stopping first({10, 0, 2});
  StepReport report;
  report.gradient_inf = 1;
  report.seen_all = true;
  first.Record(1, 0.5, report, 0.5);
  first.Record(2, 1.0, report, 0.4);
  first.Record(3, 1.5, report, 0.4);
  EXPECT_EQ(first.reason(), StopReason::kPatience);
  StateWriter writer;
  first.Transfer(writer);
  const auto loaded = [&](const StoppingSettings& settings) {
    Stopping stopping(settings);
    StateReader reader(writer.bytes());
    stopping.Transfer(reader);
    return stopping;
  };
  EXPECT_EQ(loaded({10, 0, 2}).reason(), first.reason());
  EXPECT_EQ(loaded({10, 0, 3}).reason(), std::nullopt);
  EXPECT_EQ(loaded({3, 0, 9}).reason(), StopReason::kPasses);
  EXPECT_EQ(loaded({10, 0, 2}).best_score(), 0.5);
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
