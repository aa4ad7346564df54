// Methods with an L1 term: lazy steps against dense ones, and the optimum against two methods that
// have nothing in common with them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "optim/loop/example_loop.h"
#include "optim/naive_cases.h"
#include "optim/parts/gradient_memory.h"
#include "optim/variance_reduced/sag.h"
#include "optim/variance_reduced/sag_nus.h"
#include "optim/variance_reduced/sag_nus_secant.h"
#include "optim/variance_reduced/sag_nus_star.h"
#include "optim/variance_reduced/saga.h"
#include "sagitta/error.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

constexpr std::uint64_t kSeed = 7;
constexpr const char* kMethods[] = {"sag-nus-secant", "saga-nus-secant", "sag",
                                    "sag-nus",        "sag-nus-star",    "saga",
                                    "saga-nus",       "saga-nus-star"};

// The proximal updates on dense vectors: every weight takes every step, when it is due.
class DenseUpdate final : public WeightUpdate<double> {
 public:
  DenseUpdate(ExampleSum<double>& sum, double lambda, double lambda1, bool saga)
      : WeightUpdate(sum, lambda),
        lambda1_(lambda1),
        saga_(saga),
        w_(sum.space()),
        d_(sum.space()),
        change_(sum.space()),
        memory_(sum.evaluator()) {}

  void Apply(const InferredExample<double>& here, double alpha, double probability,
             ExampleId) override {
    const double n = static_cast<double>(examples());
    std::fill(change_.values().begin(), change_.values().end(), 0.0);
    memory_.Exchange(here.example(), here.table());
    here.Scatter(1, kNoExample, change_);
    for (std::size_t j = 0; j < w_.values().size(); ++j) {
      const double change = change_.values()[j];
      double& d = d_.values()[j];
      const double direction =
          saga_ ? change / (n * probability) + d / n : (d + change) / static_cast<double>(seen());
      d += change;
      double& w = w_.values()[j];
      const double z = Shrink(alpha) * w - alpha * direction;
      w = std::copysign(std::max(std::abs(z) - alpha * lambda1_, 0.0), z);
    }
  }
  double StoredDot(const InferredExample<double>& here) const override {
    return here.ScoresDot(memory_.Of(here.example()));
  }
  double SquaredChange(const InferredExample<double>& here) override {
    return memory_.SquaredChange(here);
  }
  void Write(PlainWeights<double>& out) const override {
    std::copy(w_.values().begin(), w_.values().end(), out.values().begin());
  }
  void Start(const PlainWeights<double>& w) override {
    std::copy(w.values().begin(), w.values().end(), w_.values().begin());
  }
  std::uint64_t memory_bytes() const override { return 0; }
  StepReport Report(double alpha) const override {
    WeightSummary summary;
    double sizes = 0;
    for (std::size_t j = 0; j < w_.values().size(); ++j) {
      const double w = w_.values()[j];
      const double g = d_.values()[j] / static_cast<double>(examples()) + lambda() * w;
      const double least = w > 0   ? std::abs(g + lambda1_)
                           : w < 0 ? std::abs(g - lambda1_)
                                   : std::max(std::abs(g) - lambda1_, 0.0);
      summary.gradient_inf = std::max(summary.gradient_inf, least);
      summary.squared_norm += w * w;
      sizes += std::abs(w);
    }
    StepReport report = ReportOf(alpha, summary);
    report.objective_estimate += lambda1_ * sizes;
    return report;
  }

 private:
  ScoredExample<double> Gather(ExampleId i, ExampleId) override {
    return sum().Gather(i, w_, 1, kNoExample);
  }

  double lambda1_;
  bool saga_;
  PlainWeights<double> w_, d_, change_;
  TableMemory<double> memory_;
};

// The dense version of a method; the rules are the library's, which other tests look at.
ExampleLoop<double> Dense(const ChainProblem<double>& problem, const std::string& method,
                          double lambda, double lambda1) {
  const bool saga = method.starts_with("saga");
  auto update = std::make_unique<DenseUpdate>(problem.NewSum(), lambda, lambda1, saga);
  const std::string rule_name = method.substr(saga ? 4 : 3);
  std::unique_ptr<SamplingRule<double>> rule;
  if (rule_name.empty()) rule = std::make_unique<SagRule<double>>(*update);
  if (rule_name == "-nus") rule = std::make_unique<SagNusRule<double>>(*update);
  if (rule_name == "-nus-star") rule = std::make_unique<SagNusStarRule<double>>(*update, true);
  if (rule_name == "-nus-secant") rule = std::make_unique<SagNusSecantRule<double>>(*update);
  if (saga) rule = std::make_unique<ScaledRule<double>>(std::move(rule), kSagaStep);
  return ExampleLoop<double>(std::move(update), std::move(rule));
}

std::size_t Zeros(const DenseVector& w) {
  return static_cast<std::size_t>(std::count(w.begin(), w.end(), 0.0));
}

class ProximalAgainstDense : public testing::TestWithParam<NaiveCase> {};

TEST_P(ProximalAgainstDense, StepForStep) {
  const ChainProblem<double> problem(SmallDataset(GetParam().data), GetParam().layout,
                                     GetParam().problem);
  const double lambda = GetParam().lambda;
  for (const std::string method : kMethods) {
    for (const double lambda1 : {1e-4, 0.02}) {
      SCOPED_TRACE(method + " " + std::to_string(lambda1));
      auto dense = Dense(problem, method, lambda, lambda1);
      const auto lazy = problem.Make(method, lambda, {}, lambda1);
      Rng dense_rng(kSeed), rng(kSeed);
      for (int pass = 1; pass <= 25; ++pass) {
        SCOPED_TRACE(pass);
        const StepReport expected = dense.Advance(dense_rng);
        const StepReport report = lazy->Advance(rng);
        const DenseVector w = problem.Flat(*lazy), dense_w = problem.Flat(dense);
        ASSERT_EQ(report.evaluations, expected.evaluations);
        ASSERT_LE(RelativeDistance(w, dense_w), 1e-12);
        ASSERT_EQ(Zeros(w), Zeros(dense_w));
        ASSERT_NEAR(report.gradient_inf, expected.gradient_inf, 1e-12);
        ASSERT_NEAR(report.objective_estimate, expected.objective_estimate, 1e-11);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, ProximalAgainstDense, testing::ValuesIn(NaiveCases()),
                         [](const auto& test) { return test.param.name; });

// ---- The optimum ----

constexpr double kLambda = 0.01;

double Objective(const ChainProblem<double>& problem, const DenseVector& w, double lambda1) {
  double sizes = 0;
  for (const double value : w) sizes += std::abs(value);
  return problem.naive.Objective(w, kLambda) + lambda1 * sizes;
}

// How far w is from the conditions of Karush, Kuhn and Tucker.
double Violation(const ChainProblem<double>& problem, const DenseVector& w, double lambda1) {
  const DenseVector g = problem.naive.ObjectiveGradient(w, kLambda);
  double most = 0;
  for (std::size_t j = 0; j < w.size(); ++j) {
    most = std::max(
        most, w[j] != 0 ? std::abs(g[j] + std::copysign(lambda1, w[j])) : std::abs(g[j]) - lambda1);
  }
  return most;
}

// Proximal gradient steps on dense vectors with Nesterov's momentum (Beck and Teboulle 2009),
// restarted where it points uphill.
DenseVector Fista(const ChainProblem<double>& problem, double lambda1) {
  constexpr double kStep = 0.02;
  DenseVector w(problem.layout.weights(), 0.0), ahead = w;
  double t = 1;
  for (int k = 0; k < 20000; ++k) {
    const DenseVector g = problem.naive.ObjectiveGradient(ahead, kLambda);
    double turn = 0, moved = 0;
    DenseVector next(w.size());
    for (std::size_t j = 0; j < w.size(); ++j) {
      const double z = ahead[j] - kStep * g[j];
      next[j] = std::copysign(std::max(std::abs(z) - kStep * lambda1, 0.0), z);
      turn += (ahead[j] - next[j]) * (next[j] - w[j]);
      moved = std::max(moved, std::abs(next[j] - w[j]));
    }
    const double next_t = turn > 0 ? 1 : (1 + std::sqrt(1 + 4 * t * t)) / 2;
    for (std::size_t j = 0; j < w.size(); ++j) {
      ahead[j] = next[j] + (turn > 0 ? 0 : (t - 1) / next_t * (next[j] - w[j]));
    }
    w = std::move(next);
    t = next_t;
    if (moved < 1e-14) break;
  }
  return w;
}

template <class Real>
StepReport RunTo(double tolerance, Optimizer<Real>& method) {
  Rng rng(1);
  StepReport report;
  int below = 0;
  for (int pass = 0; pass < 8000 && below < 20 && !report.stuck; ++pass) {
    report = method.Advance(rng);
    below = report.seen_all && report.gradient_inf <= tolerance ? below + 1 : 0;
  }
  return report;
}

struct OptimumCase {
  std::string name;
  SmallDatasetSettings data;
  LayoutSettings layout;
  double lambda1;

  friend void PrintTo(const OptimumCase& own, std::ostream* out) { *out << own.name; }
};

class ProximalOptimum : public testing::TestWithParam<OptimumCase> {
 protected:
  const Dataset data_ = SmallDataset(GetParam().data);
  const double lambda1_ = GetParam().lambda1;
  // Twins share their penalty only when it is a square.
  const ChainProblem<double> problem_{data_, GetParam().layout, {.merge_twins = false}};
};

TEST_P(ProximalOptimum, IsThatOfOwlqnAndOfFista) {
  const DenseVector fista = Fista(problem_, lambda1_);
  ASSERT_LE(Violation(problem_, fista, lambda1_), 1e-9);
  const double best = Objective(problem_, fista, lambda1_);
  EXPECT_GT(Zeros(fista), fista.size() / 10);
  EXPECT_LT(Zeros(fista), fista.size());
  for (const std::string name :
       {"auto", "owlqn", "sag", "sag-nus", "sag-nus-star", "saga", "saga-nus", "saga-nus-star"}) {
    SCOPED_TRACE(name);
    const auto method = problem_.Make(name, kLambda, {}, lambda1_);
    const StepReport report = RunTo(1e-9, *method);
    const DenseVector w = problem_.Flat(*method);
    EXPECT_NEAR(Objective(problem_, w, lambda1_), best, 1e-9 * best);
    EXPECT_NEAR(report.objective_estimate, best, 1e-7 * best);
    EXPECT_LE(Violation(problem_, w, lambda1_), 1e-6);
    EXPECT_LE(RelativeDistance(w, fista), 1e-4);
    for (std::size_t j = 0; j < w.size(); ++j) EXPECT_EQ(w[j] == 0, fista[j] == 0) << j;
  }
}

TEST_P(ProximalOptimum, IsReachedInFloat) {
  const auto exact = problem_.Make("owlqn", kLambda, {}, lambda1_);
  RunTo(1e-9, *exact);
  const double best = Objective(problem_, problem_.Flat(*exact), lambda1_);
  const ChainProblem<float> rounded(data_, GetParam().layout, {.merge_twins = false});
  for (const char* name : {"owlqn", "sag-nus-star", "saga"}) {
    const auto method = rounded.Make(name, kLambda, {}, lambda1_);
    RunTo(1e-5, *method);
    const DenseVector w = rounded.Flat(*method);
    EXPECT_NEAR(Objective(problem_, w, lambda1_), best, 1e-5 * best) << name;
    EXPECT_GT(Zeros(w), w.size() / 10) << name;
  }
}

constexpr FeatureSet kAll = FeatureSet::kAll, kObserved = FeatureSet::kObserved;
INSTANTIATE_TEST_SUITE_P(
    , ProximalOptimum,
    testing::Values(OptimumCase{"all", {}, {kAll, kAll}, 0.01},
                    OptimumCase{"more", {}, {kAll, kAll}, 0.05},
                    OptimumCase{"sparse_rows", {.labels = 8}, {kObserved, kObserved}, 0.02},
                    OptimumCase{"everything",
                                {.labels = 4, .values = true, .weights = true, .edges = true},
                                {kObserved, kAll},
                                0.02}),
    [](const auto& test) { return test.param.name; });

TEST(Proximal, LargePenaltyLeavesNothing) {
  const ChainProblem<double> problem(SmallDataset(), {kAll, kAll}, {.merge_twins = false});
  const DenseVector zero(problem.layout.weights(), 0.0);
  const double least = MaxAbs(problem.naive.ObjectiveGradient(zero, kLambda));
  for (const std::string name : {"auto", "owlqn", "sag", "sag-nus-star", "saga", "saga-nus-star"}) {
    for (const double factor : {1.01, 0.9}) {
      const auto method = problem.Make(name, kLambda, {}, factor * least);
      RunTo(1e-9, *method);
      EXPECT_EQ(problem.Flat(*method) == zero, factor > 1) << name;
    }
  }
}

TEST(Proximal, VanishingPenaltyIsTheSmoothMethod) {
  const ChainProblem<double> problem(SmallDataset(), {kAll, kAll});
  for (const char* name : kMethods) {
    const auto smooth = problem.Make(name, 0.05), method = problem.Make(name, 0.05, {}, 1e-30);
    Rng smooth_rng(kSeed), rng(kSeed);
    for (int pass = 0; pass < 15; ++pass) {
      smooth->Advance(smooth_rng);
      method->Advance(rng);
      ASSERT_LE(RelativeDistance(problem.Flat(*method), problem.Flat(*smooth)), 1e-11) << name;
    }
  }
}

TEST(Proximal, ChangeOfLambdaLeadsToTheNewOptimum) {
  const ChainProblem<double> problem(SmallDataset(), {kAll, kAll}, {.merge_twins = false});
  for (const char* name : {"auto", "owlqn", "sag-nus-star", "saga"}) {
    const auto method = problem.Make(name, 0.3, {}, 0.02);
    Rng rng(1);
    for (int pass = 0; pass < 10; ++pass) method->Advance(rng);
    method->ChangeLambda(kLambda);
    RunTo(1e-9, *method);
    EXPECT_LE(Violation(problem, problem.Flat(*method), 0.02), 1e-7) << name;
  }
}

template <class Real>
void CheckTransfer(const std::string& name) {
  const ChainProblem<Real> problem(SmallDataset({.labels = 4, .weights = true, .edges = true}),
                                   {kObserved, kAll});
  const auto whole = problem.Make(name, kLambda, {}, 0.01);
  const auto resumed = problem.Make(name, kLambda, {}, 0.01);
  Rng rng(1);
  for (int pass = 0; pass < 6; ++pass) whole->Advance(rng);
  StateWriter writer;
  whole->Transfer(writer);
  StateReader reader(writer.bytes());
  resumed->Transfer(reader);
  reader.Finish();
  Rng resumed_rng = rng;
  for (int pass = 0; pass < 6; ++pass) {
    const StepReport one = whole->Advance(rng), other = resumed->Advance(resumed_rng);
    EXPECT_EQ(one.gradient_inf, other.gradient_inf);
    EXPECT_EQ(one.evaluations, other.evaluations);
    EXPECT_EQ(problem.Flat(*whole), problem.Flat(*resumed)) << name << " " << pass;
  }
}

TEST(Proximal, GoesOnBitForBit) {
  for (const char* name : {"owlqn", "sag", "sag-nus", "sag-nus-star", "saga", "saga-nus-star"}) {
    CheckTransfer<double>(name);
    CheckTransfer<float>(name);
  }
}

TEST(Proximal, StartsAnywhere) {
  const ChainProblem<double> problem(SmallDataset(), {kAll, kAll}, {.merge_twins = false});
  const auto other = problem.Make("lbfgs", 0.001);
  RunTo(1e-6, *other);
  PlainWeights<double> w(problem.map.space());
  other->Write(w);
  for (const char* name : {"owlqn", "sag", "saga"}) {
    const auto method = problem.Make(name, kLambda, {}, 0.02);
    ASSERT_TRUE(method->Start(w));
    EXPECT_EQ(problem.Flat(*method), problem.Flat(*other));
    RunTo(1e-9, *method);
    EXPECT_LE(Violation(problem, problem.Flat(*method), 0.02), 1e-7) << name;
  }
}

TEST(Proximal, DoesNotDependOnTheFormOfMemory) {
  const ChainProblem<double> problem(SmallDataset({.labels = 4, .weights = true, .edges = true}),
                                     {kObserved, kAll});
  for (const char* name : {"sag-nus-star", "saga"}) {
    DenseVector mixed;
    for (const char* form : {"mixed", "marginals", "sparse", "naive"}) {
      const auto method = problem.Make(name, kLambda, {{"memory", form}}, 0.01);
      Rng rng(1);
      for (int pass = 0; pass < 10; ++pass) method->Advance(rng);
      if (mixed.empty()) mixed = problem.Flat(*method);
      EXPECT_LE(RelativeDistance(problem.Flat(*method), mixed), 1e-11) << name << " " << form;
      EXPECT_EQ(Zeros(problem.Flat(*method)), Zeros(mixed)) << name << " " << form;
    }
  }
}

TEST(Proximal, WorksOnBatches) {
  const ChainProblem<double> problem(SmallDataset(), {kAll, kAll}, {.merge_twins = false});
  for (const char* name : {"sag-nus-star", "saga"}) {
    const auto method = problem.Make(name, kLambda, {{"batch", "3"}}, 0.02);
    RunTo(1e-9, *method);
    EXPECT_LE(Violation(problem, problem.Flat(*method), 0.02), 1e-7) << name;
  }
}

TEST(Proximal, MethodsWithoutAnL1FormSaySo) {
  const ChainProblem<double> problem(SmallDataset(), {kAll, kAll});
  try {
    problem.Make("lbfgs", kLambda, {}, 0.01);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    const std::string text = error.what();
    EXPECT_NE(text.find("method lbfgs has no L1 form; these methods have one: "), std::string::npos)
        << text;
    EXPECT_NE(text.find("saga-nus-star"), std::string::npos);
    EXPECT_NE(text.find("owlqn"), std::string::npos);
  }
}

// Without an L1 term it is a descent method for the smooth objective.
TEST(Owlqn, IsLbfgsWithoutAnL1Term) {
  const ChainProblem<double> problem(SmallDataset(), {kAll, kAll});
  const auto one = problem.Make("owlqn", kLambda), other = problem.Make("lbfgs", kLambda);
  RunTo(1e-10, *one);
  RunTo(1e-10, *other);
  EXPECT_LE(RelativeDistance(problem.Flat(*one), problem.Flat(*other)), 1e-7);
}

}  // namespace
}  // namespace sagitta
