// Every SAG and SAGA method against its naive dense implementation, pass for pass, in double
// precision.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "optim/naive_cases.h"
#include "optim/naive_sag.h"
#include "optim/naive_saga.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr std::uint64_t kSeed = 7;

class AgainstNaive : public testing::TestWithParam<NaiveCase> {
 protected:
  AgainstNaive()
      : lambda_(GetParam().lambda),
        problem_(SmallDataset(GetParam().data), GetParam().layout, GetParam().problem) {}

  void Compare(NaiveSagBase& naive, Optimizer<double>& method) {
    Rng naive_rng(kSeed), rng(kSeed);
    for (int pass = 1; pass <= 30; ++pass) {
      naive.Pass(naive_rng);
      const StepReport report = method.Advance(rng);
      SCOPED_TRACE(pass);
      ASSERT_EQ(report.evaluations, naive.evaluations());
      ASSERT_EQ(report.seen_all, naive.seen() == problem_.data.examples());
      EXPECT_LE(RelativeDistance(problem_.Flat(method), naive.w()), 1e-12);
      // Twins as one row see their common gradient, which is larger by the root of their number.
      if (!GetParam().problem.merge_twins) {
        EXPECT_NEAR(report.gradient_inf, naive.GradientEstimate(), 1e-12);
      }
    }
  }

  /// The same from weights far from the optimum.
  void CompareStarted(NaiveSagBase& naive, Optimizer<double>& method) {
    DenseVector flat(problem_.layout.weights());
    for (std::size_t j = 0; j < flat.size(); ++j) flat[j] = std::sin(static_cast<double>(j));
    PlainWeights<double> w(problem_.map.space());
    problem_.map.FromFlat(flat, w);
    flat.assign(flat.size(), 0);
    problem_.map.ToFlat(w, flat);  // twins with equal weights, nothing where there is no row
    naive.Start(flat);
    ASSERT_TRUE(method.Start(w));
    Compare(naive, method);
  }

  void CompareFixed(NaiveFixedSaga& naive, Optimizer<double>& method) {
    Rng naive_rng(kSeed), rng(kSeed);
    for (int pass = 1; pass <= 30; ++pass) {
      naive.Pass(naive_rng);
      const StepReport report = method.Advance(rng);
      ASSERT_EQ(report.evaluations, naive.evaluations());
      ASSERT_TRUE(report.seen_all);
      // Nothing moves in the pass that fills the memory.
      if (pass == 1) {
        EXPECT_EQ(MaxAbs(problem_.Flat(method)), 0);
        continue;
      }
      ASSERT_LE(RelativeDistance(problem_.Flat(method), naive.w()), 1e-12) << "pass " << pass;
    }
  }

  DenseVector Bounds() const {
    DenseVector bounds(problem_.data.examples());
    for (ExampleId i = 0; i < bounds.size(); ++i) bounds[i] = problem_.examples.LipschitzBound(i);
    return bounds;
  }

  double lambda_;
  ChainProblem<double> problem_;
};

TEST_P(AgainstNaive, Sag) {
  NaiveSag naive(problem_.naive, lambda_);
  Compare(naive, *problem_.Make("sag", lambda_));
}

TEST_P(AgainstNaive, SagNus) {
  NaiveSagNus naive(problem_.naive, lambda_);
  Compare(naive, *problem_.Make("sag-nus", lambda_));
}

TEST_P(AgainstNaive, SagNusStar) {
  NaiveSagNusStar naive(problem_.naive, lambda_, true);
  Compare(naive, *problem_.Make("sag-nus-star", lambda_));
}

TEST_P(AgainstNaive, SagNusSecant) {
  NaiveSagNusSecant naive(problem_.naive, lambda_);
  Compare(naive, *problem_.Make("sag-nus-secant", lambda_));
}

TEST_P(AgainstNaive, SagFromGivenWeights) {
  NaiveSag naive(problem_.naive, lambda_);
  CompareStarted(naive, *problem_.Make("sag", lambda_));
}

TEST_P(AgainstNaive, SagNusFromGivenWeights) {
  NaiveSagNus naive(problem_.naive, lambda_);
  CompareStarted(naive, *problem_.Make("sag-nus", lambda_));
}

TEST_P(AgainstNaive, SagNusStarFromGivenWeights) {
  NaiveSagNusStar naive(problem_.naive, lambda_, true);
  CompareStarted(naive, *problem_.Make("sag-nus-star", lambda_));
}

TEST_P(AgainstNaive, SagNusSecantFromGivenWeights) {
  NaiveSagNusSecant naive(problem_.naive, lambda_);
  CompareStarted(naive, *problem_.Make("sag-nus-secant", lambda_));
}

TEST_P(AgainstNaive, SagNusStarThatSearchesAlways) {
  NaiveSagNusStar naive(problem_.naive, lambda_, false);
  Compare(naive, *problem_.Make("sag-nus-star", lambda_, {{"skip-searches", "off"}}));
}

TEST_P(AgainstNaive, Saga) {
  NaiveSag naive(problem_.naive, lambda_, NaiveMove::kSaga);
  Compare(naive, *problem_.Make("saga", lambda_));
}

TEST_P(AgainstNaive, SagaNus) {
  NaiveSagNus naive(problem_.naive, lambda_, NaiveMove::kSaga);
  Compare(naive, *problem_.Make("saga-nus", lambda_));
}

TEST_P(AgainstNaive, SagaNusStar) {
  NaiveSagNusStar naive(problem_.naive, lambda_, true, NaiveMove::kSaga);
  Compare(naive, *problem_.Make("saga-nus-star", lambda_));
}

TEST_P(AgainstNaive, SagaNusSecant) {
  NaiveSagNusSecant naive(problem_.naive, lambda_, NaiveMove::kSaga);
  Compare(naive, *problem_.Make("saga-nus-secant", lambda_));
}

// Every rule starts its line searches where the option says.
TEST_P(AgainstNaive, InitialLipschitz) {
  for (const auto& [text, value] : {std::pair{"1e-3", 1e-3}, std::pair{"2e3", 2e3}}) {
    SCOPED_TRACE(text);
    for (const bool saga : {false, true}) {
      const NaiveMove move = saga ? NaiveMove::kSaga : NaiveMove::kSag;
      const std::string prefix = saga ? "saga" : "sag";
      const auto compare = [&](NaiveSagBase&& naive, const std::string& method) {
        SCOPED_TRACE(method);
        naive.SetInitialLipschitz(value);
        Compare(naive, *problem_.Make(method, lambda_, {{"initial-lipschitz", text}}));
      };
      compare(NaiveSag(problem_.naive, lambda_, move), prefix);
      compare(NaiveSagNus(problem_.naive, lambda_, move), prefix + "-nus");
      compare(NaiveSagNusStar(problem_.naive, lambda_, true, move), prefix + "-nus-star");
      compare(NaiveSagNusSecant(problem_.naive, lambda_, move), prefix + "-nus-secant");
    }
  }
}

TEST_P(AgainstNaive, SagaAny) {
  const std::pair<const char*, double> choices[] = {
      {"uniform", 1.0}, {"lipschitz", 0.0}, {"mixed", 0.5}};
  for (const auto& [name, uniform] : choices) {
    SCOPED_TRACE(name);
    NaiveSagaAny naive(problem_.naive, lambda_, Bounds(), uniform);
    CompareFixed(naive, *problem_.Make("saga-any", lambda_, {{"probabilities", name}}));
  }
}

TEST_P(AgainstNaive, SagaTwoSample) {
  NaiveSagaTwoSample naive(problem_.naive, lambda_, Bounds());
  CompareFixed(naive, *problem_.Make("saga-two-sample", lambda_));
}

INSTANTIATE_TEST_SUITE_P(, AgainstNaive, testing::ValuesIn(NaiveCases()),
                         [](const auto& test) { return test.param.name; });

// The scale of lazy weights falls by 1e-6 again and again, and is reset each time.
TEST(LazyMethod, EqualsNaiveAcrossResetsOfTheScale) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  constexpr double kLambda = 0.5;
  NaiveSagNusStar naive(problem.naive, kLambda, true);
  const auto method = problem.Make("sag-nus-star", kLambda);
  Rng naive_rng(kSeed), rng(kSeed);
  for (int pass = 0; pass < 40; ++pass) {
    naive.Pass(naive_rng);
    method->Advance(rng);
    ASSERT_LE(RelativeDistance(problem.Flat(*method), naive.w()), 1e-12) << pass;
  }
  EXPECT_LT(naive.shrinkage(), 1e-18) << "too few resets to speak of";
}

// In float the path is the same until rounding shows.
TEST(LazyMethod, FloatFollowsDouble) {
  const Dataset data = SmallDataset();
  const LayoutSettings layout{FeatureSet::kAll, FeatureSet::kAll};
  const ChainProblem<double> in_double(data, layout);
  const ChainProblem<float> in_float(data, layout);
  for (const char* name : {"sag", "sag-nus", "sag-nus-star", "sag-nus-secant"}) {
    const auto exact = in_double.Make(name, 0.05);
    const auto rounded = in_float.Make(name, 0.05);
    Rng exact_rng(kSeed), rng(kSeed);
    for (int pass = 0; pass < 4; ++pass) {
      exact->Advance(exact_rng);
      rounded->Advance(rng);
    }
    EXPECT_LE(RelativeDistance(in_float.Flat(*rounded), in_double.Flat(*exact)), 1e-5) << name;
  }
}

}  // namespace
}  // namespace sagitta
