// What the variance-reduced methods have in common: they go on from a saved state bit for bit, and
// those with proven steps arrive, too.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "base/state.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

struct Method {
  std::string name;
  std::map<std::string, std::string> options;
};

const Method kMethods[] = {
    {"saga", {}},
    {"saga-nus", {}},
    {"saga-nus-star", {}},
    {"saga-any", {}},
    {"saga-any", {{"probabilities", "mixed"}}},
    {"saga-two-sample", {}},
    {"svrg", {}},
    {"emgd", {}},
    {"emgd", {{"inner", "3"}}},
};

// Saved after every number of passes, so that every place in an epoch is met.
template <class Real>
void CheckState() {
  const ChainProblem<Real> problem(SmallDataset({.weights = true, .edges = true}),
                                   {FeatureSet::kObserved, FeatureSet::kAll});
  for (const Method& method : kMethods) {
    for (int passes = 0; passes < 9; ++passes) {
      SCOPED_TRACE(method.name + " after " + std::to_string(passes));
      const auto one = problem.Make(method.name, 0.1, method.options);
      Rng rng(3);
      for (int k = 0; k < passes; ++k) one->Advance(rng);
      if (passes % 2 == 1) one->ChangeLambda(0.07);
      StateWriter writer;
      one->Transfer(writer);
      const auto other = problem.Make(method.name, 0.1, method.options);
      StateReader reader(writer.bytes());
      other->Transfer(reader);
      reader.Finish();
      Rng other_rng(0);
      other_rng.set_state(rng.state());
      for (int k = 0; k < 8; ++k) {
        const StepReport report = one->Advance(rng), again = other->Advance(other_rng);
        ASSERT_EQ(report.evaluations, again.evaluations);
        ASSERT_EQ(report.objective_estimate, again.objective_estimate);
        ASSERT_EQ(report.gradient_inf, again.gradient_inf);
        ASSERT_EQ(problem.Flat(*one), problem.Flat(*other));
      }
    }
  }
}

TEST(VarianceReduced, GoesOnFromASavedState) {
  CheckState<double>();
  CheckState<float>();
}

TEST(VarianceReduced, ArrivesWithProvenSteps) {
  for (const bool weights : {false, true}) {
    const ChainProblem<double> problem(SmallDataset({.longest = 4, .weights = weights}),
                                       {FeatureSet::kAll, FeatureSet::kAll});
    for (const Method& method : kMethods) {
      const auto optimizer = problem.Make(method.name, 0.1, method.options);
      Rng rng(1);
      StepReport report;
      for (int pass = 0; pass < 12000 && !(report.seen_all && report.gradient_inf < 1e-9); ++pass) {
        report = optimizer->Advance(rng);
      }
      const DenseVector w = problem.Flat(*optimizer);
      EXPECT_LE(MaxAbs(problem.naive.ObjectiveGradient(w, 0.1)), 1e-7)
          << method.name << " " << report.evaluations / problem.data.examples();
    }
  }
}

// The optimum does not depend on where a method begins.
TEST(VarianceReduced, StartsAnywhere) {
  const ChainProblem<double> problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll});
  PlainWeights<double> start(problem.map.space());
  DenseVector flat(problem.layout.weights());
  for (std::size_t j = 0; j < flat.size(); ++j) flat[j] = std::sin(static_cast<double>(j));
  problem.map.FromFlat(flat, start);
  problem.map.ToFlat(start, flat);
  for (const Method& method : kMethods) {
    const auto optimizer = problem.Make(method.name, 0.5, method.options);
    ASSERT_TRUE(optimizer->Start(start));
    EXPECT_LE(RelativeDistance(problem.Flat(*optimizer), flat), 1e-15);
    Rng rng(1);
    for (int pass = 0; pass < 1500; ++pass) optimizer->Advance(rng);
    const DenseVector w = problem.Flat(*optimizer);
    EXPECT_LE(MaxAbs(problem.naive.ObjectiveGradient(w, 0.5)), 1e-6) << method.name;
  }
}

}  // namespace
}  // namespace sagitta
