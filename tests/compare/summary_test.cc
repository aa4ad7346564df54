// The summary of a comparison made by hand, as a whole.
#include <gtest/gtest.h>

#include "compare/example_comparison.h"
#include "compare/schedule.h"

namespace sagitta {
namespace {

TEST(Summary, IsAlignedText) {
  EXPECT_EQ(
      SummaryText(ExampleComparison()),
      "10 sequences, 70 tokens, 4 labels, 416 weights; test 30 tokens; lambda 0.1, 3 passes\n"
      "optimum 2: lbfgs and sag-nus-star agree, relative difference 5.0e-11\n"
      "\n"
      "method        eta  to 1e-2  seconds  to 1e-4  seconds  to 1e-6  seconds  final gap  "
      "test error  at pass      F1  memory MB\n"
      "sag-nus-star    -      2.0     1.00      3.0     1.50        -        -    5.0e-05     "
      "11.000%      1.0  75.00%        1.5\n"
      "sg              1        -        -        -        -        -        -    2.0e-01     "
      "11.000%      1.0  75.00%        1.5\n"
      "\n"
      "step sizes  eta  final gap  lowest gap\n"
      "sg          0.1    2.5e-01     2.5e-01    second\n"
      "sg            1    2.0e-01     1.0e-01      best\n"
      "sg           10        inf     3.0e+00  diverged\n"
      "\n"
      "hybrid was skipped: it has no L1 form\n"
      "\n"
      "gradient memory  of naive       MB  twins merged       MB\n"
      "naive                   1  0.01664             1  0.01264\n"
      "mixed                0.11  0.00176          0.14  0.00176\n");
}

TEST(Summary, SaysWhatIsWrong) {
  Comparison comparison = ExampleComparison();
  comparison.complete = false;
  comparison.header.optimum.runs[1].certificate.objective = 2.002;
  comparison.runs[0].jobs = 2;
  comparison.runs[0].curve.objective = {std::numeric_limits<double>::infinity()};
  comparison.runs[0].mark = RunMark::kDiverged;
  const std::string text = SummaryText(comparison);
  for (const std::string part :
       {"Not complete: run the same command again", "DIFFER, relative difference 1.0e-03",
        "sag-nus-star diverged", "hybrid was skipped: it has no L1 form",
        "times are not comparable"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  comparison.header.optimum.runs.pop_back();
  EXPECT_NE(SummaryText(comparison).find("The optimum is not known yet."), std::string::npos);
}

TEST(TimeLeft, AddsUp) {
  const auto left = [](std::vector<Workload> loads, unsigned jobs) {
    return SecondsLeft(loads, jobs);
  };
  EXPECT_LT(left({{100, 0}}, 1), 0);
  EXPECT_EQ(left({{10, 2}, {5, 4}}, 1), 40);
  EXPECT_EQ(left({{10, 2}, {5, 4}}, 2), 20);
  EXPECT_EQ(left({{30, 2}, {5, 4}}, 2), 60) << "one method cannot be split";
  EXPECT_EQ(left({{10, 2}, {10, 0}, {10, 4}}, 1), 90) << "the mean for what is not known";
  EXPECT_EQ(left({{0, 2}}, 1), 0);
}

}  // namespace
}  // namespace sagitta
