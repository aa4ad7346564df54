// Sums over all examples on several threads: the bytes of one thread.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "base/thread_team.h"
#include "objective/small_problem.h"

namespace sagitta {
namespace {

struct ThreadCase {
  std::string name;
  SmallDatasetSettings data;
  LayoutSettings layout;
  MapSettings problem;

  friend void PrintTo(const ThreadCase& own, std::ostream* out) { *out << own.name; }
};

std::vector<ThreadCase> ThreadCases() {
  constexpr FeatureSet kAll = FeatureSet::kAll, kObserved = FeatureSet::kObserved;
  return {
      {"all", {.examples = 40}, {kAll, kAll}, {}},
      {"observed", {.examples = 40, .labels = 13, .attributes = 40}, {kObserved, kAll}, {}},
      {"edges", {.examples = 40, .labels = 4, .edges = true}, {kObserved, kObserved}, {}},
      {"everything",
       {.examples = 300, .labels = 4, .values = true, .weights = true, .edges = true},
       {kObserved, kObserved},
       {}},
      {"one_example", {.examples = 1}, {kAll, kAll}, {}},
  };
}

class ThreadSumTest : public testing::TestWithParam<ThreadCase> {};
INSTANTIATE_TEST_SUITE_P(Cases, ThreadSumTest, testing::ValuesIn(ThreadCases()),
                         [](const auto& named) { return named.param.name; });

template <class Real>
bool SameBytes(std::span<const Real> a, std::span<const Real> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

template <class Real>
void ExpectTheSumsOfOneThread(const ThreadCase& given, TableShape shape) {
  const SmallProblem<Real> small(SmallDataset(given.data), given.layout, given.problem);
  const auto evaluator = shape == TableShape::kMixed ? small.shared : small.Apart();
  const PlainWeights<Real> w = small.FromFlat(small.RandomFlat(1));
  ExampleSum<Real> alone(evaluator);
  PlainWeights<Real> expected(small.map.space());
  const double loss = alone.MeanLossAndGradient(w, expected);
  // In another order, and on top of what is there.
  std::vector<ExampleId> some(alone.all().rbegin(), alone.all().rend());
  some.resize((some.size() + 1) / 2);
  PlainWeights<Real> more(small.map.space());
  std::copy(expected.values().begin(), expected.values().end(), more.values().begin());
  const double some_losses = alone.AddLosses(some, w, more);
  const double mean = alone.MeanLoss(w);
  for (const std::uint32_t threads : {3u, 17u}) {
    SCOPED_TRACE(threads);
    ThreadTeam team(threads);
    ExampleSum<Real> sum(evaluator);
    sum.ShareWith(&team);
    PlainWeights<Real> found(small.map.space());
    EXPECT_EQ(sum.MeanLossAndGradient(w, found), loss);
    EXPECT_TRUE(SameBytes<Real>(found.values(), expected.values()));
    EXPECT_EQ(sum.AddLosses(some, w, found), some_losses);
    EXPECT_TRUE(SameBytes<Real>(found.values(), more.values()));
    EXPECT_EQ(sum.MeanLoss(w), mean);
    EXPECT_EQ(sum.evaluations(), alone.evaluations());
    EXPECT_EQ(sum.MeanLoss(w, Counting::kUncounted), mean);
    EXPECT_EQ(sum.evaluations(), alone.evaluations());
  }
}

TEST(ThreadCancelTest, ASumEndsWhenItIsCancelled) {
  const SmallProblem<double> small(SmallDataset({.examples = 2000}), {});
  const PlainWeights<double> w = small.FromFlat(small.RandomFlat(1));
  const CancelToken cancel([] { return true; });
  ThreadTeam team(3);
  ExampleSum<double> sum(small.shared);
  sum.ShareWith(&team);
  sum.CancelBy(&cancel);
  PlainWeights<double> gradient(small.map.space());
  EXPECT_THROW(sum.MeanLossAndGradient(w, gradient), Cancelled);
  EXPECT_THROW(sum.MeanLoss(w), Cancelled);
}

TEST_P(ThreadSumTest, FloatsHaveTheBytesOfOneThread) {
  ExpectTheSumsOfOneThread<float>(GetParam(), TableShape::kMixed);
}
TEST_P(ThreadSumTest, DoublesHaveTheBytesOfOneThread) {
  ExpectTheSumsOfOneThread<double>(GetParam(), TableShape::kMixed);
}
TEST_P(ThreadSumTest, TablesOfAllMarginalsHaveTheBytesOfOneThread) {
  ExpectTheSumsOfOneThread<double>(GetParam(), TableShape::kMarginals);
}

}  // namespace
}  // namespace sagitta
