// Starts at given weights: the objective never rises above its value there, near the optimum and
// far from it.
#include "optim/variance_reduced/soft_start.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "optim/parts/line_search.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr double kLambda = 1.0 / 400;

// Attributes on every token make the problem stiff: a memory that is full at once makes the
// objective rise.
class GivenWeights : public testing::Test {
 protected:
  GivenWeights()
      : problem_(SmallDataset({.examples = 400, .labels = 4, .attributes = 200}),
                 {FeatureSet::kObserved, FeatureSet::kAll}) {}

  double Objective(const Optimizer<double>& method, double lambda1 = 0) const {
    const DenseVector w = problem_.Flat(method);
    double sizes = 0;
    for (const double weight : w) sizes += std::abs(weight);
    return problem_.naive.Objective(w, kLambda) + lambda1 * sizes;
  }

  /// The weights of a method after some passes.
  PlainWeights<double> After(int passes, const std::string& method, double lambda) const {
    const auto other = problem_.Make(method, lambda);
    Rng rng(5);
    for (int pass = 0; pass < passes; ++pass) other->Advance(rng);
    PlainWeights<double> w(problem_.map.space());
    other->Write(w);
    return w;
  }

  ChainProblem<double> problem_;
};

class SafeStart : public GivenWeights, public testing::WithParamInterface<std::string> {
 protected:
  void ExpectNoRise(const PlainWeights<double>& start, double lambda1 = 0) const {
    const auto method = problem_.Make(GetParam(), kLambda, {}, lambda1);
    ASSERT_TRUE(method->Start(start));
    const double given = Objective(*method, lambda1);
    Rng rng(1);
    for (int pass = 1; pass <= 25; ++pass) {
      method->Advance(rng);
      ASSERT_LE(Objective(*method, lambda1), given * (1 + 1e-9)) << "pass " << pass;
    }
    EXPECT_LT(Objective(*method, lambda1), given);
  }
};

TEST_P(SafeStart, FarFromTheOptimum) { ExpectNoRise(After(3, "lbfgs", kLambda)); }
TEST_P(SafeStart, AfterSomePasses) { ExpectNoRise(After(6, "sag-nus-star", kLambda)); }
TEST_P(SafeStart, NearTheOptimum) { ExpectNoRise(After(20, "sag-nus-star", kLambda)); }
TEST_P(SafeStart, AtTheOptimumOfAnotherLambda) {
  ExpectNoRise(After(100, "lbfgs", 10 * kLambda));
  ExpectNoRise(After(100, "lbfgs", kLambda / 10));
}

TEST_P(SafeStart, AtRandomWeights) {
  PlainWeights<double> w(problem_.map.space());
  DenseVector flat(problem_.layout.weights());
  for (std::size_t j = 0; j < flat.size(); ++j) flat[j] = 3 * std::sin(static_cast<double>(j));
  problem_.map.FromFlat(flat, w);
  ExpectNoRise(w);
}

INSTANTIATE_TEST_SUITE_P(, SafeStart,
                         testing::Values("sag", "sag-nus", "sag-nus-star", "sag-nus-secant", "saga",
                                         "saga-nus", "saga-nus-star", "saga-any", "saga-two-sample",
                                         "svrg", "lbfgs"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

class SafeProximalStart : public SafeStart {};

TEST_P(SafeProximalStart, WithAnL1Term) {
  ExpectNoRise(After(3, "lbfgs", kLambda), 0.002);
  ExpectNoRise(After(8, "sag-nus-star", kLambda), 0.002);
}

INSTANTIATE_TEST_SUITE_P(, SafeProximalStart,
                         testing::Values("sag", "sag-nus", "sag-nus-star", "sag-nus-secant", "saga",
                                         "saga-nus-star"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

// sag-nus-secant doubles the constants that its line searches find at the given weights, one after
// the other, before it takes a step.
TEST_F(GivenWeights, SecantConstantsAreDoubled) {
  const PlainWeights<double> start = After(6, "sag-nus-star", kLambda);
  const auto method = problem_.Make("sag-nus-secant", kLambda, {{"ahead", "1"}});
  ASSERT_TRUE(method->Start(start));
  Rng rng(1);
  method->Advance(rng);  // fills the memory
  SamplingReport report;
  method->Inspect(report);
  ExampleSum<double>& sum = problem_.NewSum();
  double total = 0;
  for (std::size_t i = 0; i < sum.examples(); ++i) {
    const auto here = sum.Gather(static_cast<ExampleId>(i), start, 1, kNoExample).Infer();
    const double from = i == 0 ? 1.0 : 0.5 * total / static_cast<double>(i);
    const double found = SearchLipschitz(here, from).lipschitz;
    total += found;
    ASSERT_NEAR(report.lipschitz[i], 2 * found, 1e-9 * found) << "example " << i;
  }
}

}  // namespace
}  // namespace sagitta
