// Methods on several threads: the weights and the state of one thread, bit for bit.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/thread_team.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

struct ThreadedMethod {
  std::string name;
  std::map<std::string, std::string> options;
};

std::vector<ThreadedMethod> ThreadedMethods() {
  return {{"sag-nus-secant", {}},
          {"sag-nus-secant", {{"ahead", "12"}, {"memory", "marginals"}}},
          {"sag-nus-star", {{"ahead", "12"}}},
          {"sag-nus", {{"ahead", "12"}}},
          {"sag", {{"ahead", "12"}}},
          {"saga", {{"ahead", "12"}}},
          {"svrg", {}},
          {"lbfgs", {}},
          {"hybrid", {}},
          {"sdca", {}}};
}

/// What a training comes to, with its state.
struct Course {
  std::string state;
  DenseVector weights;
  bool operator==(const Course&) const = default;
};

template <class Real>
Course Run(const ChainProblem<Real>& problem, const ThreadedMethod& method, std::uint32_t threads,
           bool started) {
  ThreadTeam team(threads);
  const Options options(0.01, CompleteOptions(method.name, method.options));
  ExampleSum<Real>& sum = problem.NewSum(TableShapeOf(method.name, options));
  sum.ShareWith(&team);
  const auto optimizer = MakeOptimizer<Real>(method.name, sum, options);
  if (started) {
    PlainWeights<Real> w(problem.map.space());
    problem.map.FromFlat(DenseVector(problem.layout.weights(), 0.1), w);
    if (!optimizer->Start(w)) return {};
  }
  Rng rng(5);
  for (int pass = 0; pass < 2; ++pass) optimizer->Advance(rng);
  StateWriter writer;
  optimizer->Transfer(writer);
  Course course{std::string(writer.bytes()), problem.Flat(*optimizer)};
  sum.ShareWith(nullptr);
  return course;
}

template <class Real>
void ExpectOneCourse(const SmallDatasetSettings& data, const LayoutSettings& layout, bool started) {
  const ChainProblem<Real> problem(SmallDataset(data), layout);
  for (const ThreadedMethod& method : ThreadedMethods()) {
    const Course alone = Run(problem, method, 1, started);
    for (const std::uint32_t threads : {3u, 17u}) {
      EXPECT_TRUE(Run(problem, method, threads, started) == alone)
          << method.name << " with " << threads << " threads";
    }
  }
}

TEST(ThreadMethodTest, FloatsHaveTheBytesOfOneThread) {
  ExpectOneCourse<float>({.examples = 300, .longest = 8, .labels = 5, .edges = true},
                         {FeatureSet::kObserved, FeatureSet::kAll}, false);
}

TEST(ThreadMethodTest, DoublesHaveTheBytesOfOneThread) {
  ExpectOneCourse<double>({.examples = 300, .longest = 8, .labels = 5},
                          {FeatureSet::kAll, FeatureSet::kAll}, false);
}

TEST(ThreadMethodTest, AStartAtGivenWeightsHasTheBytesOfOneThread) {
  ExpectOneCourse<float>({.examples = 300, .values = true}, {FeatureSet::kAll, FeatureSet::kAll},
                         true);
}

}  // namespace
}  // namespace sagitta
