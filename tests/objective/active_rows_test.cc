// ActiveRows: the smaller space, and an objective on it.
#include "objective/active_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "base/thread_team.h"
#include "objective/small_problem.h"

namespace sagitta {
namespace {

constexpr FeatureSet kAll = FeatureSet::kAll, kObserved = FeatureSet::kObserved;

struct ActiveCase {
  const char* name;
  SmallDatasetSettings data;
  LayoutSettings layout;
};

const ActiveCase kActiveCases[] = {
    {"dense rows", {}, {kAll, kAll}},
    {"sparse rows", {.labels = 8}, {kObserved, kObserved}},
    {"masks", {.labels = 3, .values = true}, {kObserved, kAll}},
    {"everything",
     {.labels = 4, .values = true, .weights = true, .edges = true},
     {kObserved, kAll}},
};

/// Every third row of the node block is left out.
std::vector<std::uint32_t> SomeRows(const WeightSpace& space) {
  std::vector<std::uint32_t> rows;
  std::size_t count = 0;
  ForEachRowNumber(space[kNodeBlock], [&](std::uint32_t row) {
    if (count++ % 3 != 1) rows.push_back(row);
  });
  return rows;
}

TEST(ActiveRows, CopiesThereAndBack) {
  for (const ActiveCase& own : kActiveCases) {
    SCOPED_TRACE(own.name);
    const SmallProblem<double> problem(SmallDataset(own.data), own.layout);
    const ActiveRows active(problem.map.space(), SomeRows(problem.map.space()));
    const RowBlock& whole_nodes = problem.map.space()[kNodeBlock];
    EXPECT_LT(active.space()[kNodeBlock].rows(), whole_nodes.rows());
    EXPECT_EQ(active.space()[kNodeBlock].rows(), active.node_rows().size());
    const PlainWeights<double> w = problem.FromFlat(problem.RandomFlat(3));
    PlainWeights<double> part(active.space()), back(problem.map.space());
    std::fill(back.values().begin(), back.values().end(), 5.0);  // whatever is forgotten shows
    active.Take(w, part);
    active.PutBack(part, back);
    ForEachRowNumber(whole_nodes, [&](std::uint32_t row) {
      const std::span<const double> from = w.Row(kNodeBlock, row), to = back.Row(kNodeBlock, row);
      const bool is_active = active.NumberOf(row) != kNoRow;
      for (std::size_t j = 0; j < to.size(); ++j) EXPECT_EQ(to[j], is_active ? from[j] : 0.0);
    });
    PlainWeights<double> again(active.space());
    active.Take(back, again);
    EXPECT_TRUE(std::ranges::equal(again.values(), part.values()));
  }
}

// The smaller problem is the larger one where the other rows are zero.
TEST(ActiveRows, HaveTheLossesAndGradientsOfTheWhole) {
  for (const ActiveCase& own : kActiveCases) {
    SCOPED_TRACE(own.name);
    SmallProblem<double> problem(SmallDataset(own.data), own.layout);
    const ActiveRows active(problem.map.space(), SomeRows(problem.map.space()));
    PlainWeights<double> part(active.space()), whole(problem.map.space());
    active.Take(problem.FromFlat(problem.RandomFlat(3)), part);
    active.PutBack(part, whole);
    PlainWeights<double> expected(problem.map.space()), taken(active.space());
    const double loss = problem.sum.MeanLossAndGradient(whole, expected);
    active.Take(expected, taken);
    for (const std::uint32_t threads : {1u, 3u}) {
      ThreadTeam team(threads);
      problem.sum.ShareWith(&team);
      const auto sum = problem.sum.On(active);
      EXPECT_EQ(sum->n(), problem.sum.n());
      PlainWeights<double> gradient(active.space());
      EXPECT_DOUBLE_EQ(sum->MeanLossAndGradient(part, gradient), loss);
      for (std::size_t k = 0; k < gradient.values().size(); ++k) {
        EXPECT_NEAR(gradient.values()[k], taken.values()[k], 1e-14) << k;
      }
      EXPECT_DOUBLE_EQ(sum->MeanLoss(part), loss);
      problem.sum.ShareWith(nullptr);
    }
  }
}

TEST(ActiveRows, KeepTheFixedPartOfTheScores) {
  const SmallProblem<double> problem(SmallDataset({.edges = true}), {kAll, kAll});
  const std::vector<double> center = problem.RandomFlat(7);
  ExampleSum<double> whole_sum(std::shared_ptr<const ExampleEvaluator<double>>(
      MakeChainEvaluator<double>(problem.map, problem.data, TableShape::kMixed, true, center)));
  const ActiveRows active(problem.map.space(), SomeRows(problem.map.space()));
  PlainWeights<double> part(active.space()), whole(problem.map.space());
  active.Take(problem.FromFlat(problem.RandomFlat(3)), part);
  active.PutBack(part, whole);
  EXPECT_DOUBLE_EQ(whole_sum.On(active)->MeanLoss(part), whole_sum.MeanLoss(whole));
}

}  // namespace
}  // namespace sagitta
