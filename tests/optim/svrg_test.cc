// SVRG and EMGD: against their naive dense versions, and what is particular to them.
#include <gtest/gtest.h>

#include "optim/naive_cases.h"
#include "optim/naive_svrg.h"
#include "optim/variance_reduced/emgd.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr std::uint64_t kSeed = 7;

class SnapshotMethods : public testing::TestWithParam<NaiveCase> {
 protected:
  SnapshotMethods()
      : lambda_(GetParam().lambda),
        problem_(SmallDataset(GetParam().data), GetParam().layout, GetParam().problem) {}

  void Compare(NaiveSvrg& naive, Optimizer<double>& method) {
    Rng naive_rng(kSeed), rng(kSeed);
    for (int pass = 1; pass <= 40; ++pass) {
      naive.Pass(naive_rng);
      const StepReport report = method.Advance(rng);
      ASSERT_EQ(report.evaluations, naive.evaluations());
      // Nothing moves before the first snapshot is complete.
      if (MaxAbs(naive.w()) == 0) {
        EXPECT_EQ(MaxAbs(problem_.Flat(method)), 0);
        continue;
      }
      ASSERT_LE(RelativeDistance(problem_.Flat(method), naive.w()), 1e-12) << "pass " << pass;
      EXPECT_TRUE(report.seen_all);
      if (const DenseVector& changes = naive.changes(); !changes.empty()) {
        // The losses met are corrected by the same ones at the snapshot.
        double objective = naive.mean_loss() + 0.5 * lambda_ * SquaredNorm(naive.w());
        for (const double change : changes) {
          objective += change / static_cast<double>(changes.size());
        }
        EXPECT_NEAR(report.objective_estimate, objective, 1e-11 * objective);
      }
      if (!GetParam().problem.merge_twins) {
        EXPECT_NEAR(report.gradient_inf, MaxAbs(naive.gradient()), 1e-12);
      }
    }
  }

  double lambda_;
  ChainProblem<double> problem_;
};

TEST_P(SnapshotMethods, Svrg) {
  NaiveSvrg naive(problem_.naive, lambda_, 2);
  Compare(naive, *problem_.Make("svrg", lambda_));
}

TEST_P(SnapshotMethods, SvrgWithShortEpochs) {
  NaiveSvrg naive(problem_.naive, lambda_, 1);
  Compare(naive, *problem_.Make("svrg", lambda_, {{"inner", "1"}}));
}

TEST_P(SnapshotMethods, Emgd) {
  NaiveEmgd naive(problem_.naive, lambda_, 2);
  Compare(naive, *problem_.Make("emgd", lambda_));
}

TEST_P(SnapshotMethods, EmgdWithLongEpochs) {
  NaiveEmgd naive(problem_.naive, lambda_, 5);
  Compare(naive, *problem_.Make("emgd", lambda_, {{"inner", "5"}}));
}

INSTANTIATE_TEST_SUITE_P(, SnapshotMethods, testing::ValuesIn(NaiveCases()),
                         [](const auto& test) { return test.param.name; });

// The domain shrinks to where nothing but the optimum is left, and never leaves the optimum out.
TEST(Emgd, ShrinksItsDomainAroundTheOptimum) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  constexpr double kLambda = 0.2;
  const auto exact = problem.Make("sag-nus-star", kLambda);
  Rng exact_rng(1);
  for (int pass = 0; pass < 1000; ++pass) exact->Advance(exact_rng);
  const DenseVector best = problem.Flat(*exact);
  ASSERT_LE(MaxAbs(problem.naive.ObjectiveGradient(best, kLambda)), 1e-13);
  NaiveEmgd naive(problem.naive, kLambda, 2);
  Rng rng(kSeed);
  double radius = 0;
  for (int pass = 0; pass < 400; ++pass) {
    naive.Pass(rng);
    if (naive.radius() == radius) continue;
    if (radius > 0) {
      EXPECT_GE(naive.radius(), radius / std::sqrt(2.0) * (1 - 1e-12));
    }
    radius = naive.radius();
    DenseVector away = best;
    for (std::size_t j = 0; j < away.size(); ++j) away[j] -= naive.snapshot()[j];
    EXPECT_LE(std::sqrt(SquaredNorm(away)), radius + 1e-12);
  }
  EXPECT_LT(radius, 1e-6);
}

TEST(Emgd, ProjectsToTheBall) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  PlainWeights<double> center(problem.map.space()), plain(problem.map.space());
  LazyWeights<double> w(problem.map.space());
  center.values()[0] = 1;
  plain.values()[0] = 4;
  plain.values()[1] = 4;
  w.Assign(plain);
  EXPECT_FALSE(ProjectToBall(center, 5.0, w));
  w.Write(plain);
  EXPECT_EQ(plain.values()[0], 4);
  EXPECT_TRUE(ProjectToBall(center, 2.5, w));
  w.Write(plain);
  EXPECT_DOUBLE_EQ(plain.values()[0], 2.5);
  EXPECT_DOUBLE_EQ(plain.values()[1], 2.0);
  EXPECT_TRUE(ProjectToBall(center, 0.0, w));
  w.Write(plain);
  EXPECT_TRUE(std::equal(plain.values().begin(), plain.values().end(), center.values().begin()));
}

// A new lambda takes effect from a new snapshot on, and its optimum is reached.
TEST(Snapshots, GoOnWithAnotherLambda) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  for (const char* name : {"svrg", "emgd"}) {
    const auto method = problem.Make(name, 0.3);
    Rng rng(1);
    for (int pass = 0; pass < 7; ++pass) method->Advance(rng);
    method->ChangeLambda(0.05);
    for (int pass = 0; pass < 1500; ++pass) method->Advance(rng);
    const DenseVector w = problem.Flat(*method);
    EXPECT_LE(MaxAbs(problem.naive.ObjectiveGradient(w, 0.05)), 1e-8) << name;
  }
}

}  // namespace
}  // namespace sagitta
