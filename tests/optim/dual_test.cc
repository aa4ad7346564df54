// What holds of methods on the dual besides their iterates: weak duality, the gap, an ever rising
// dual, the common optimum, states, and large starts.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "optim/dual/unit_search.h"
#include "optim/optimum_cases.h"
#include "sagitta/error.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

using Given = std::map<std::string, std::string>;

struct Variant {
  std::string name;
  Given options;
};

const Variant kVariants[] = {
    {"sdca", {}},
    {"sdca", {{"sampling", "uniform"}}},
    {"oeg", {}},
    {"oeg", {{"start", "10"}}},
    {"oeg", {{"permutation", "off"}}},
};

const std::vector<OptimumCase> kCases = OptimumCases(0.01);

// f*, by SAG-NUS* in double. The line search of L-BFGS ends where f is exact, at a gradient of
// about the root of the precision: its weights are no reference for the seventh digit.
double Optimum(const ChainProblem<double>& problem, double lambda, DenseVector* w = nullptr) {
  const auto best = problem.Make("sag-nus-star", lambda);
  Rng rng(1);
  for (int pass = 0; pass < 3000; ++pass) {
    const StepReport report = best->Advance(rng);
    if (report.seen_all && report.gradient_inf < 1e-13) break;
  }
  EXPECT_LE(MaxAbs(problem.naive.ObjectiveGradient(problem.Flat(*best), lambda)), 1e-10);
  if (w != nullptr) *w = problem.Flat(*best);
  return problem.naive.Objective(problem.Flat(*best), lambda);
}

// SDCA tells f and the gap; OEG tells the dual.
double DualOf(const Variant& variant, const StepReport& report) {
  return report.objective_estimate - (variant.name == "sdca" ? *report.duality_gap : 0);
}

TEST(Dual, ReachesTheOptimumOfTheOthers) {
  for (const OptimumCase& c : kCases) {
    const ChainProblem<double> problem(SmallDataset(c.data), c.layout);
    DenseVector best;
    const double optimum = Optimum(problem, c.lambda, &best);
    for (const Variant& variant : kVariants) {
      SCOPED_TRACE(std::string(c.name) + ", " + variant.name);
      const auto method = problem.Make(variant.name, c.lambda, variant.options);
      Rng rng(1);
      int pass = 0;
      double distance = 1;
      for (; pass < 1000 && !(distance <= 1e-7); ++pass) {
        method->Advance(rng);
        distance = RelativeDistance(problem.Flat(*method), best);
      }
      EXPECT_LT(pass, 1000) << distance;
      EXPECT_NEAR(problem.naive.Objective(problem.Flat(*method), c.lambda), optimum,
                  1e-10 * optimum);
    }
  }
}

// D <= f* <= f(w), the dual never falls, and both ends meet.
TEST(Dual, RisesToTheOptimumFromBelow) {
  for (const OptimumCase& c : kCases) {
    const ChainProblem<double> problem(SmallDataset(c.data), c.layout);
    const double optimum = Optimum(problem, c.lambda);
    for (const Variant& variant : kVariants) {
      SCOPED_TRACE(std::string(c.name) + ", " + variant.name);
      const auto method = problem.Make(variant.name, c.lambda, variant.options);
      Rng rng(2);
      double last = -std::numeric_limits<double>::infinity(), dual = last;
      for (int pass = 0; pass < 150; ++pass) {
        dual = DualOf(variant, method->Advance(rng));
        ASSERT_GE(dual, last - 1e-12) << pass;
        ASSERT_LE(dual, optimum + 1e-12) << pass;
        last = dual;
      }
      EXPECT_NEAR(dual, optimum, 1e-5 * optimum);
    }
  }
}

TEST(Sdca, GapBoundsTheDistanceToTheOptimum) {
  for (const OptimumCase& c : kCases) {
    SCOPED_TRACE(c.name);
    const ChainProblem<double> problem(SmallDataset(c.data), c.layout);
    const double optimum = Optimum(problem, c.lambda);
    const auto method = problem.Make("sdca", c.lambda);
    Rng rng(3);
    double gap = 1;
    for (int pass = 0; pass < 200; ++pass) {
      const StepReport report = method->Advance(rng);
      const DenseVector w = problem.Flat(*method);
      const double f = problem.naive.Objective(w, c.lambda);
      EXPECT_NEAR(report.objective_estimate, f, 1e-12 * (1 + f));
      ASSERT_TRUE(report.duality_gap.has_value());
      gap = *report.duality_gap;
      ASSERT_GE(gap, f - optimum - 1e-12) << pass;
    }
    EXPECT_LE(gap, 1e-5 * optimum);
  }
}

TEST(Sdca, ReportsTheExactGradientWithoutCountingIt) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll},
                                     {.merge_twins = false});
  const auto method = problem.Make("sdca", 0.05);
  Rng rng(1);
  const StepReport report = method->Advance(rng);
  EXPECT_EQ(report.evaluations, 20u);
  const DenseVector gradient = problem.naive.ObjectiveGradient(problem.Flat(*method), 0.05);
  EXPECT_NEAR(report.gradient_inf, MaxAbs(gradient), 1e-13);
}

// OEG measures at every tenth call; what it says in between it has said before.
TEST(Oeg, MeasuresNowAndThen) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll},
                                     {.merge_twins = false});
  const double optimum = Optimum(problem, 0.05);
  const auto method = problem.Make("oeg", 0.05);
  Rng rng(1);
  double measured = std::numeric_limits<double>::infinity();
  for (int call = 1; call <= 40; ++call) {
    const StepReport report = method->Advance(rng);
    EXPECT_EQ(report.seen_all, call >= 10);
    EXPECT_EQ(report.duality_gap.has_value(), call % 10 == 0);
    if (call % 10 == 0) {
      const DenseVector w = problem.Flat(*method);
      measured = MaxAbs(problem.naive.ObjectiveGradient(w, 0.05));
      EXPECT_GE(*report.duality_gap, problem.naive.Objective(w, 0.05) - optimum);
      EXPECT_NEAR(report.gradient_inf, measured, 1e-13);
      measured = report.gradient_inf;
    }
    EXPECT_EQ(report.gradient_inf, measured);
  }
  method->ChangeLambda(0.1);
  EXPECT_FALSE(method->Advance(rng).seen_all) << "that was another function's gradient";
}

template <class Real>
std::string StateOf(Optimizer<Real>& method) {
  StateWriter state;
  method.Transfer(state);
  return state.bytes();
}

template <class Real>
void CheckTransfer(const Variant& variant) {
  const ChainProblem<Real> problem(
      SmallDataset({.labels = 4, .values = true, .weights = true, .edges = true}),
      {FeatureSet::kObserved, FeatureSet::kAll});
  const auto one = problem.Make(variant.name, 0.05, variant.options);
  const auto other = problem.Make(variant.name, 0.05, variant.options);
  Rng rng(4);
  for (int pass = 0; pass < 4; ++pass) {
    const std::string bytes = StateOf(*one);
    StateReader reader(bytes);
    other->Transfer(reader);
    reader.Finish();
    Rng other_rng(1);
    other_rng.set_state(rng.state());
    const StepReport expected = one->Advance(rng), found = other->Advance(other_rng);
    EXPECT_EQ(found.evaluations, expected.evaluations);
    EXPECT_EQ(found.objective_estimate, expected.objective_estimate);
    EXPECT_EQ(found.gradient_inf, expected.gradient_inf);
    EXPECT_EQ(found.duality_gap, expected.duality_gap);
    EXPECT_EQ(problem.Flat(*other), problem.Flat(*one));
    EXPECT_EQ(StateOf(*other), StateOf(*one));
  }
}

TEST(Dual, StateContinuesBitForBit) {
  for (const Variant& variant : kVariants) {
    CheckTransfer<float>(variant);
    CheckTransfer<double>(variant);
  }
}

// After a change of lambda w is still w(mu): the gap is one, and goes to zero.
TEST(Dual, GoesOnWithAnotherLambda) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  for (const double lambda : {0.02, 0.5}) {
    DenseVector best;
    const double optimum = Optimum(problem, lambda, &best);
    for (const Variant& variant : kVariants) {
      SCOPED_TRACE(variant.name);
      const auto method = problem.Make(variant.name, 0.1, variant.options);
      Rng rng(1);
      for (int pass = 0; pass < 10; ++pass) method->Advance(rng);
      method->ChangeLambda(lambda);
      for (int pass = 0; pass < 600; ++pass) {
        const StepReport report = method->Advance(rng);
        ASSERT_LE(DualOf(variant, report), optimum + 1e-12);
      }
      EXPECT_LE(RelativeDistance(problem.Flat(*method), best), 1e-6);
    }
  }
}

TEST(Dual, CannotStartAtGivenWeights) {
  const ChainProblem<float> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  for (const Variant& variant : kVariants) {
    EXPECT_FALSE(problem.Make(variant.name, 0.1, variant.options)
                     ->Start(PlainWeights<float>(problem.map.space())));
  }
}

TEST(Dual, FloatReachesTheOptimum) {
  for (const OptimumCase& c : kCases) {
    const Dataset data = SmallDataset(c.data);
    const ChainProblem<double> exact(data, c.layout);
    const double optimum = Optimum(exact, c.lambda);
    const ChainProblem<float> problem(data, c.layout);
    for (const Variant& variant : kVariants) {
      SCOPED_TRACE(std::string(c.name) + ", " + variant.name);
      const auto method = problem.Make(variant.name, c.lambda, variant.options);
      Rng rng(1);
      StepReport report;
      for (int pass = 0; pass < 400; ++pass) report = method->Advance(rng);
      const double f = problem.naive.Objective(problem.Flat(*method), c.lambda);
      EXPECT_NEAR(f, optimum, 2e-6 * optimum);
      EXPECT_NEAR(DualOf(variant, report), optimum, 1e-5 * optimum);
    }
  }
}

// A start that leaves nothing but the observed labels in any precision is still a start.
template <class Real>
void CheckLargeStart(const std::string& start) {
  const ChainProblem<Real> problem(SmallDataset({.edges = true}),
                                   {FeatureSet::kAll, FeatureSet::kAll});
  const ChainProblem<double> exact(problem.data, {FeatureSet::kAll, FeatureSet::kAll});
  const double optimum = Optimum(exact, 0.05);
  const auto method = problem.Make("oeg", 0.05, {{"start", start}});
  Rng rng(1);
  for (int pass = 0; pass < 600; ++pass) method->Advance(rng);
  const double f = problem.naive.Objective(problem.Flat(*method), 0.05);
  EXPECT_NEAR(f, optimum, 1e-5 * optimum) << start;
}

TEST(Oeg, SurvivesLargeStarts) {
  for (const char* start : {"0.01", "30", "300", "1e6"}) {
    CheckLargeStart<float>(start);
    CheckLargeStart<double>(start);
  }
}

TEST(Oeg, RefusesEndlessStarts) {
  const ChainProblem<float> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  for (const char* start : {"0", "-1", "1e7", "inf", "nan", "three"}) {
    try {
      problem.Make("oeg", 0.1, {{"start", start}});
      ADD_FAILURE() << start;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("start: found"), std::string::npos);
    }
  }
}

// Examples that weigh nothing take no step and no part.
TEST(Dual, NothingToLearn) {
  Dataset data = SmallDataset({.examples = 4});
  data.weight.assign(4, 0.0);
  const ChainProblem<float> problem(data, {FeatureSet::kAll, FeatureSet::kAll});
  for (const Variant& variant : kVariants) {
    const auto method = problem.Make(variant.name, 0.1, variant.options);
    Rng rng(1);
    StepReport report;
    for (int pass = 0; pass < 50; ++pass) report = method->Advance(rng);
    EXPECT_EQ(MaxAbs(problem.Flat(*method)), 0) << variant.name;
    EXPECT_EQ(report.objective_estimate, 0) << variant.name;
    EXPECT_EQ(report.gradient_inf, 0) << variant.name;
  }
}

// ---- The line search ----

// x - x log x - c x^2/2, whose slope is infinite at 0: -log x = c x at the maximum.
TEST(UnitSearch, FindsMaximaNearAndFar) {
  for (const double c : {1e-3, 1.0, 30.0, 1e4, 1e9}) {
    const auto evaluate = [c](double x) {
      return CurvePoint{x - x * std::log(x) - 0.5 * c * x * x, -std::log(x) - c * x, -1 / x - c};
    };
    for (const double start : {1e-6, 0.5, 0.999}) {
      int evaluations = 0;
      const UnitMaximum found = SearchUnitInterval(
          [&](double x) {
            ++evaluations;
            return evaluate(x);
          },
          start, 1e-10);
      EXPECT_NEAR(-std::log(found.at), c * found.at, 1e-8 * (1 - std::log(found.at))) << c;
      EXPECT_EQ(found.point.value, evaluate(found.at).value);
      EXPECT_LE(evaluations, 20) << c << " from " << start;
    }
  }
}

// When nothing converges the end is where the function was last seen to rise.
TEST(UnitSearch, EndsWhereTheFunctionRises) {
  const UnitMaximum never = SearchUnitInterval(
      [](double x) {
        return CurvePoint{-x, -1, -1e-30};
      },
      0.5, 1e-3);
  EXPECT_EQ(never.at, 0);
  const UnitMaximum once = SearchUnitInterval(
      [](double x) {
        return CurvePoint{x, x < 0.25 ? 1.0 : -1.0, -1e-30};
      },
      0.5, 1e-3);
  EXPECT_NEAR(once.at, 0.25, 0.01);
  EXPECT_GE(once.point.slope, 0);
}

}  // namespace
}  // namespace sagitta
