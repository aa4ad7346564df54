// OWL-QN on the active rows: it ends at the optimum over all rows.
#include "optim/batch/active_owlqn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "base/state.h"
#include "base/thread_team.h"
#include "sagitta/error.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr double kLambda = 0.002;
constexpr std::size_t kHistory = 6;
constexpr FeatureSet kObserved = FeatureSet::kObserved;

const ChainProblem<double>& RareRows() {
  static const ChainProblem<double> problem(
      SmallDataset(
          {.examples = 40, .labels = 4, .attributes = 150, .weights = true, .edges = true}),
      {kObserved, FeatureSet::kAll}, {.merge_twins = false});
  return problem;
}

/// Advances until there is nothing left to gain. Returns the last report.
StepReport RunToTheEnd(ActiveOwlqn<double>& method) {
  Rng rng(1);
  StepReport report;
  for (int pass = 0; pass < 2000 && !report.stuck; ++pass) report = method.Advance(rng);
  return report;
}

/// The least subgradient over all weights.
double LeastSubgradient(const ChainProblem<double>& problem, const DenseVector& w, double lambda1) {
  const DenseVector g = problem.naive.ObjectiveGradient(w, kLambda);
  double most = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    most = std::max(
        most, w[j] == 0 ? std::abs(g[j]) - lambda1 : std::abs(g[j] + std::copysign(lambda1, w[j])));
  }
  return most;
}

TEST(ActiveOwlqn, LeavesRowsOutAndEndsAtTheOptimumOverAll) {
  const ChainProblem<double>& problem = RareRows();
  const std::size_t rows = problem.map.space()[kNodeBlock].rows();
  for (const double lambda1 : {0.04, 0.08, 0.15}) {
    SCOPED_TRACE(lambda1);
    ActiveOwlqn<double> method(problem.NewSum(), kLambda, lambda1, kHistory);
    RunToTheEnd(method);
    EXPECT_LE(LeastSubgradient(problem, problem.Flat(method), lambda1), 1e-6 * lambda1);
    EXPECT_LT(method.active_rows(), rows);
    EXPECT_GT(method.active_rows(), 0u);
  }
}

// It starts where all labels are certain without a third of the rows: these have no weight and
// hardly a gradient, but the optimum needs some of them.
TEST(ActiveOwlqn, BringsRowsBack) {
  constexpr double kLambda1 = 0.02;
  const ChainProblem<double>& problem = RareRows();
  ActiveOwlqn<double> dense(problem.NewSum(), kLambda, 0.0005, kHistory);
  RunToTheEnd(dense);
  PlainWeights<double> w(problem.map.space());
  dense.Write(w);
  for (double& x : w.values()) x *= 20;
  std::size_t count = 0;
  ForEachRowNumber(problem.map.space()[kNodeBlock], [&](std::uint32_t row) {
    const std::span<double> slots = w.Row(kNodeBlock, row);
    if (count++ % 3 == 1) std::fill(slots.begin(), slots.end(), 0.0);
  });
  ActiveOwlqn<double> method(problem.NewSum(), kLambda, kLambda1, kHistory);
  ASSERT_TRUE(method.Start(w));
  Rng rng(1);
  StepReport report;
  bool grew = false;
  for (std::size_t pass = 0, before = problem.layout.weights(); pass < 2000 && !report.stuck;
       ++pass, before = method.active_rows()) {
    report = method.Advance(rng);
    grew = grew || method.active_rows() > before;
  }
  EXPECT_TRUE(grew);
  EXPECT_LE(LeastSubgradient(problem, problem.Flat(method), kLambda1), 1e-6 * kLambda1);
}

TEST(ActiveOwlqn, TheNumberOfThreadsDoesNotMatter) {
  const ChainProblem<double>& problem = RareRows();
  std::vector<DenseVector> courses[2];
  for (const std::uint32_t threads : {1u, 3u}) {
    ThreadTeam team(threads);
    ExampleSum<double>& sum = problem.NewSum();
    sum.ShareWith(&team);
    ActiveOwlqn<double> method(sum, kLambda, 0.05, kHistory);
    Rng rng(1);
    for (int pass = 0; pass < 20; ++pass) {
      method.Advance(rng);
      courses[threads / 2].push_back(problem.Flat(method));
    }
  }
  EXPECT_EQ(courses[0], courses[1]);
}

TEST(ActiveOwlqn, RefusesAStateWithRowsThatDoNotExist) {
  const ChainProblem<double>& problem = RareRows();
  ActiveOwlqn<double> method(problem.NewSum(), kLambda, 0.05, kHistory);
  Rng rng(1);
  method.Advance(rng);
  StateWriter writer;
  method.Transfer(writer);
  std::string bytes = writer.bytes();
  const std::size_t rows = bytes.find("rows");
  ASSERT_NE(rows, std::string::npos);
  // Behind its name a field has its type and its length; 0xffffffff is no number of a row.
  const std::size_t first = rows + 4 + 2 + 8;
  for (std::size_t at = first; at < first + 4; ++at) bytes[at] = '\xff';
  ActiveOwlqn<double> other(problem.NewSum(), kLambda, 0.05, kHistory);
  StateReader reader(bytes);
  EXPECT_THROW(other.Transfer(reader), Error);
}

}  // namespace
}  // namespace sagitta
