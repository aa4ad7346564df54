// The classic stochastic methods: how near they come to the optimum, their state, their reports,
// and what they refuse.
#include <gtest/gtest.h>

#include <cmath>

#include "sagitta/error.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

using Values = std::map<std::string, std::string>;

struct Variant {
  const char* method;
  Values options;
};

const std::vector<Variant>& Variants() {
  static const std::vector<Variant> variants = {
      {"sg", {{"eta", "0.05"}}},
      {"sg", {{"eta", "0.3"}, {"schedule", "sqrt"}}},
      {"sg", {{"eta", "5"}, {"schedule", "linear"}, {"delta", "50"}}},
      {"sg-nus", {{"eta", "0.05"}}},
      {"asg", {{"eta", "0.05"}}},
      {"asg", {{"eta", "0.05"}, {"average-from", "0"}}},
      {"pegasos", {}},
      {"pegasos", {{"average", "on"}}},
      {"adagrad", {{"eta", "0.3"}}},
  };
  return variants;
}

// A problem with its optimum and what the theorems below need to know of it.
class Known {
 public:
  static constexpr double kLambda = 0.1;

  Known() : problem(SmallDataset(), {FeatureSet::kAll, FeatureSet::kAll}) {
    const auto best = problem.Make("lbfgs", kLambda);
    Rng rng(1);
    for (int pass = 0; pass < 300; ++pass) best->Advance(rng);
    optimum = problem.Flat(*best);
    value = problem.naive.Objective(optimum, kLambda);
    const double n = static_cast<double>(problem.data.examples());
    DenseVector g;
    for (ExampleId i = 0; i < problem.data.examples(); ++i) {
      problem.naive.Gradient(i, optimum, g);
      squares += SquaredNorm(g) / n;
      lipschitz = std::max(lipschitz, problem.examples.LipschitzBound(i));
    }
    // The mean of the gradients is -lambda w*.
    variance = squares - kLambda * kLambda * SquaredNorm(optimum);
    start = SquaredNorm(optimum);
  }

  double SquaredDistance(const Optimizer<double>& method) const {
    DenseVector w = problem.Flat(method);
    for (std::size_t j = 0; j < w.size(); ++j) w[j] -= optimum[j];
    return SquaredNorm(w);
  }
  double Gap(const Optimizer<double>& method) const {
    return problem.naive.Objective(problem.Flat(method), kLambda) - value;
  }

  /// The mean over seeds of what `measure` finds after this many passes.
  template <class Measure>
  double Mean(const Variant& variant, int passes, const Measure& measure) const {
    constexpr int kSeeds = 20;
    double sum = 0;
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const auto method = problem.Make(variant.method, kLambda, variant.options);
      Rng rng(static_cast<std::uint64_t>(seed));
      for (int pass = 0; pass < passes; ++pass) method->Advance(rng);
      sum += measure(*method);
    }
    return sum / kSeeds;
  }

  ChainProblem<double> problem;
  DenseVector optimum;
  double value = 0;      // f*
  double lipschitz = 0;  // of the f_i, the largest
  double squares = 0;    // (1/n) sum ||grad f_i(w*)||^2
  double variance = 0;   // (1/n) sum ||grad f_i(w*) + lambda w*||^2
  double start = 0;      // ||w*||^2: all start at zero
};

// Constant steps reach a ball around the optimum (Needell, Srebro, Ward 2014, Theorem 2.1): with
// L = max L_i + lambda and sigma^2 the variance at w*,
//   E||w_k - w*||^2 <= (1 - 2 a mu (1 - a L))^k ||w*||^2 + a sigma^2 / (mu (1 - a L)).
// The proof goes through for sampling that depends on the past, with the functions f_i / (n p_i) in
// place of f_i; as n p_i >= 1/2 under SAG-NUS*'s, L and the squared gradients at most double.
void CheckBall(const Known& known, const Variant& variant, double eta, double most_scale) {
  const double mu = Known::kLambda;
  const double smooth = most_scale * known.lipschitz + mu;
  const double variance = most_scale == 1 ? known.variance : most_scale * known.squares;
  const double rest = 1 - eta * smooth;
  ASSERT_GT(rest, 0.5);
  for (const int passes : {1, 5, 20, 80}) {
    // sg-nus spends evaluations on searches: of 20 in a pass, at most half are iterations then.
    const double iterations = passes * 20.0 / (most_scale == 1 ? 1 : 2);
    const double found = known.Mean(
        variant, passes, [&](const auto& method) { return known.SquaredDistance(method); });
    const double bound =
        std::pow(1 - 2 * eta * mu * rest, iterations) * known.start + eta * variance / (mu * rest);
    EXPECT_LE(found, bound) << variant.method << " after " << passes;
    EXPECT_GT(found, 0);
  }
}

TEST(StochasticOptimum, ConstantStepsReachABallAroundIt) {
  const Known known;
  const double eta = 0.2 / (2 * known.lipschitz + Known::kLambda);
  const std::string text = std::to_string(eta);
  CheckBall(known, {"sg", {{"eta", text}}}, std::stod(text), 1);
  CheckBall(known, {"sg-nus", {{"eta", text}}}, std::stod(text), 2);
}

// From E||grad F_i(w)||^2 <= 4 L (f(w) - f*) + 2 sigma^2 and convexity: the average of the iterates
// T_0+1 .. T_0+T has
//   E f - f* <= (||w*||^2 + 2 (T_0 + T + 1) a^2 sigma^2) / (2 a T (1 - 2 a L)).
TEST(StochasticOptimum, AveragesComeNearIt) {
  const Known known;
  const double smooth = known.lipschitz + Known::kLambda;
  const std::string text = std::to_string(0.1 / smooth);
  const double eta = std::stod(text);
  for (const int passes : {2, 10, 50}) {
    const double found = known.Mean({"asg", {{"eta", text}}}, passes,
                                    [&](const auto& method) { return known.Gap(method); });
    const double all = passes * 20.0, averaged = all - 20;
    const double bound = (known.start + 2 * (all + 1) * eta * eta * known.variance) /
                         (2 * eta * averaged * (1 - 2 * eta * smooth));
    EXPECT_LE(found, bound) << passes;
    EXPECT_GT(found, 0) << passes;
  }
}

// Averaging takes the noise out that a constant step leaves in.
TEST(StochasticOptimum, AveragesComeNearerThanIterates) {
  const Known known;
  const auto gap = [&](const auto& method) { return known.Gap(method); };
  const double last = known.Mean({"sg", {{"eta", "0.1"}}}, 60, gap);
  const double average = known.Mean({"asg", {{"eta", "0.1"}}}, 60, gap);
  EXPECT_LT(average, 0.2 * last);
}

// Steps that sum to infinity with squares that do not (eta/t), or the like of them weight by weight
// (AdaGrad), converge. For eta/(lambda t) on a smooth, strongly convex function the gap falls as
// 1/t, so 16 times the passes must give a sixteenth, and get a fifth as margin for the noise; for
// steps that fall as 1/sqrt(t) the gap falls at least as that, by 4, and gets 2.
TEST(StochasticOptimum, FallingStepsConverge) {
  const Known known;
  const auto gap = [&](const auto& method) { return known.Gap(method); };
  const Values linear = {{"eta", "10"}, {"schedule", "linear"}, {"delta", "100"}};
  const Values root = {{"eta", "0.5"}, {"schedule", "sqrt"}};
  struct {
    Variant variant;
    double factor;
  } const cases[] = {{{"pegasos", {}}, 5},  {{"pegasos", {{"average", "on"}}}, 5},
                     {{"sg", linear}, 5},   {{"sg", root}, 2},
                     {{"sg-nus", root}, 2}, {{"adagrad", {{"eta", "0.3"}}}, 2}};
  for (const auto& [variant, factor] : cases) {
    const double early = known.Mean(variant, 25, gap), late = known.Mean(variant, 400, gap);
    EXPECT_LT(late, early / factor) << variant.method;
    EXPECT_GT(late, 0) << variant.method;
    EXPECT_LT(late, 0.02 * known.value) << variant.method;
  }
}

template <class Real>
void CheckTransfer() {
  const ChainProblem<Real> problem(
      SmallDataset({.labels = 5, .values = true, .weights = true, .edges = true}),
      {FeatureSet::kObserved, FeatureSet::kAll});
  for (const auto& [name, options] : Variants()) {
    const auto whole = problem.Make(name, 0.05, options);
    const auto resumed = problem.Make(name, 0.9, options);
    Rng rng(3);
    for (int pass = 0; pass < 3; ++pass) whole->Advance(rng);
    StateWriter saved;
    whole->Transfer(saved);
    StateReader reader(saved.bytes());
    resumed->Transfer(reader);
    reader.Finish();
    EXPECT_EQ(problem.Flat(*resumed), problem.Flat(*whole)) << name;
    Rng other = rng;
    for (int pass = 0; pass < 3; ++pass) {
      const StepReport one = whole->Advance(rng), two = resumed->Advance(other);
      EXPECT_EQ(one.evaluations, two.evaluations) << name;
      EXPECT_EQ(one.objective_estimate, two.objective_estimate) << name;
      EXPECT_EQ(one.step, two.step) << name;
    }
    EXPECT_EQ(problem.Flat(*resumed), problem.Flat(*whole)) << name;
  }
}

TEST(StochasticState, GoesOnBitForBit) {
  CheckTransfer<double>();
  CheckTransfer<float>();
}

TEST(StochasticReport, EstimatesTheObjectiveAndNoGradient) {
  const ChainProblem<double> problem(SmallDataset({.weights = true}),
                                     {FeatureSet::kAll, FeatureSet::kAll});
  for (const auto& [name, options] : Variants()) {
    const auto method = problem.Make(name, 0.1, options);
    Rng rng(1);
    StepReport report;
    double estimates = 0, objectives = 0;  // a pass meets some examples often, some never
    for (int pass = 0; pass < 200; ++pass) {
      report = method->Advance(rng);
      if (pass < 100) continue;
      estimates += report.objective_estimate;
      objectives += problem.naive.Objective(problem.Flat(*method), 0.1);
    }
    EXPECT_TRUE(std::isinf(report.gradient_inf)) << name;
    EXPECT_FALSE(report.seen_all) << name;
    EXPECT_GT(report.step, 0) << name;
    EXPECT_NEAR(estimates, objectives, 0.1 * objectives) << name;
    EXPECT_EQ(method->MemoryBytes(), 0u) << name;
  }
}

// Started at the optimum, with little steps, they stay; Pegasos is the one that forgets.
TEST(StochasticStart, BeginsWhereItIsTold) {
  const Known known;
  PlainWeights<double> w(known.problem.map.space());
  known.problem.map.FromFlat(known.optimum, w);
  for (const Variant& variant : Variants()) {
    Values options = variant.options;
    const bool forgets = std::string(variant.method) == "pegasos";
    if (!forgets) options["eta"] = "0.0001";
    const auto method = known.problem.Make(variant.method, Known::kLambda, options);
    ASSERT_TRUE(method->Start(w));
    EXPECT_LE(known.SquaredDistance(*method), 1e-20 * known.start) << variant.method;
    Rng rng(1);
    method->Advance(rng);
    if (forgets) continue;
    EXPECT_LE(known.SquaredDistance(*method), 1e-3 * known.start) << variant.method;
  }
}

// Steps a million times too large: rubbish, but neither a crash nor a hang.
template <class Real>
void CheckDivergence() {
  const ChainProblem<Real> problem(SmallDataset({.edges = true}),
                                   {FeatureSet::kAll, FeatureSet::kAll});
  for (const Variant& variant : Variants()) {
    for (const char* eta : {"1000", "1e30", "1e300", "1e-300"}) {
      Values options = variant.options;
      options["eta"] = eta;
      const auto method = problem.Make(variant.method, 0.1, options);
      Rng rng(1);
      for (int pass = 0; pass < 5; ++pass) method->Advance(rng);
      EXPECT_EQ(problem.Flat(*method).size(), problem.layout.weights());
    }
  }
}

TEST(StochasticSteps, SurviveTheWorstOfThem) {
  CheckDivergence<double>();
  CheckDivergence<float>();
}

TEST(StochasticOptions, AreRefusedByName) {
  const ChainProblem<double> problem(SmallDataset(), {});
  const auto refusal = [&](const std::string& method, const Values& options, double lambda = 0.1) {
    try {
      problem.Make(method, lambda, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      return std::string(error.what());
    }
    return std::string("no error");
  };
  for (const char* method : {"sg", "sg-nus", "asg", "pegasos", "adagrad"}) {
    for (const char* eta : {"", "0", "-1", "nan", "inf", "Auto", "1x"}) {
      EXPECT_EQ(refusal(method, {{"eta", eta}}).find("eta: found '" + std::string(eta) + "'"), 0u)
          << method;
    }
    EXPECT_EQ(refusal(method, {{"skip-searches", "on"}}),
              "method " + std::string(method) + " has no option 'skip-searches'");
  }
  EXPECT_EQ(refusal("sg", {{"schedule", "cubic"}}),
            "schedule: found 'cubic', expected constant, sqrt or linear");
  EXPECT_EQ(refusal("adagrad", {{"delta", "0"}}), "delta: found '0', expected a positive number");
  EXPECT_EQ(refusal("pegasos", {{"average", "yes"}}), "average: found 'yes', expected on or off");
  EXPECT_EQ(refusal("asg", {{"average-from", "-1"}}).find("average-from: found '-1'"), 0u);
  EXPECT_EQ(refusal("pegasos", {}, 0), "pegasos: its steps eta/(lambda t) need a lambda above 0");
}

}  // namespace
}  // namespace sagitta
