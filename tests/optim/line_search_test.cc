// The Lipschitz line search: on a quadratic whose answer is known, and on chains by the definition.
#include "optim/parts/line_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "support/borrowed.h"
#include "support/chain_problem.h"

namespace sagitta {
namespace {

// One example that answers what a test wants: loss(step) along a gradient of given squared norm.
template <class Real>
class LineExample final : public ExampleEvaluator<Real> {
 public:
  using Worker = typename ExampleEvaluator<Real>::Worker;

  double squared_norm = 1;
  double noise = 0;
  std::function<double(double)> loss;
  mutable int tests = 0;

  std::size_t examples() const override { return 1; }
  const WeightSpace& space() const override { return space_; }
  std::size_t TableSize(ExampleId) const override { return 0; }
  std::unique_ptr<Worker> NewWorker() const override { return std::make_unique<Worker>(); }
  void AppendSupport(ExampleId, std::vector<RowId>&) const override {}
  void Gather(ExampleId, const PlainWeights<Real>&, double, ExampleId, Worker&) const override {}
  void Gather(ExampleId, const LazyWeights<Real>&, ExampleId, Worker&) const override {}
  double Loss(ExampleId, Worker&) const override { return loss(0); }
  double Infer(ExampleId, Worker&) const override { return loss(0); }
  double InferTangent(ExampleId, Worker&) const override { return loss(0); }
  double ScoresDot(ExampleId, std::span<const Real>, Worker&) const override { return 0; }
  double SquaredDistance(ExampleId, std::span<const Real>, Worker&) const override { return 0; }
  double TableScores(ExampleId, Worker&) const override { return squared_norm; }
  void GatherAlong(ExampleId, const PlainWeights<Real>&, Worker&) const override {}
  double LossAlong(ExampleId, double step, Worker&) const override {
    ++tests;
    return loss(step);
  }
  double LipschitzBound(ExampleId) const override { return 0; }
  double LossNoise(const Worker&) const override { return noise; }
  void Scatter(ExampleId, Worker&, double, double, ExampleId, LazyWeights<Real>&) const override {}
  void Scatter(ExampleId, Worker&, double, ExampleId, PlainWeights<Real>&) const override {}

  SearchResult Search(double start) const {
    ExampleSum<Real> sum(Borrowed<ExampleEvaluator<Real>>(*this));
    const PlainWeights<Real> w(space());
    return SearchLipschitz(sum.Gather(0, w, 1, kNoExample).Infer(), start);
  }

 private:
  WeightSpace space_;
};

// f(step) = f - step g^2 + L step^2 g^2 / 2 has the constant L: the test holds exactly when the
// trial constant is larger.
LineExample<double> Quadratic(double lipschitz, double squared_norm) {
  LineExample<double> line;
  line.squared_norm = squared_norm;
  line.loss = [=](double step) {
    return 10 - step * squared_norm + 0.5 * lipschitz * step * step * squared_norm;
  };
  return line;
}

TEST(SearchLipschitz, FindsTheConstantOfAQuadraticByDoubling) {
  for (const double lipschitz : {0.3, 3.0, 100.0}) {
    const auto line = Quadratic(lipschitz, 4.0);
    for (const double start : {0.01, 0.7, 1.1 * lipschitz}) {
      const SearchResult result = line.Search(start);
      double expected = start;
      while (expected <= lipschitz) expected *= 2;
      EXPECT_EQ(result.lipschitz, expected);
      EXPECT_EQ(result.outcome,
                expected == start ? SearchOutcome::kPassed : SearchOutcome::kDoubled);
    }
  }
}

// Algorithm 2 doubles while f' >= ..., so equality is not enough.
TEST(SearchLipschitz, EqualityDoubles) {
  const auto line = Quadratic(4.0, 2.0);  // powers of two: everything is exact
  EXPECT_EQ(line.Search(4.0).lipschitz, 8.0);
  EXPECT_EQ(line.Search(1.0).lipschitz, 8.0);
}

TEST(SearchLipschitz, LeavesNegligibleGradientsAlone) {
  auto line = Quadratic(5.0, kNegligibleGradient);
  const SearchResult result = line.Search(1.0);
  EXPECT_EQ(result.outcome, SearchOutcome::kNegligible);
  EXPECT_EQ(result.lipschitz, 1.0);
  EXPECT_EQ(line.tests, 0);
  line = Quadratic(5.0, 1.0001 * kNegligibleGradient);
  line.loss = [](double step) { return -step; };
  EXPECT_EQ(line.Search(1.0).outcome, SearchOutcome::kPassed);
}

TEST(SearchLipschitz, EndsWhenTheTestDrownsInRounding) {
  LineExample<float> line;
  line.loss = [](double) { return 1000.0; };  // no step ever decreases it
  line.squared_norm = 1;
  line.noise = 1000 * std::numeric_limits<float>::epsilon();
  const SearchResult result = line.Search(1.0);
  EXPECT_EQ(result.outcome, SearchOutcome::kDoubled);
  EXPECT_LE(line.squared_norm / (2 * result.lipschitz), line.noise);
  EXPECT_GT(line.squared_norm / result.lipschitz, line.noise);
  // The decrease asked for is too small from the start.
  line.tests = 0;
  const SearchResult unresolved = line.Search(1e6);
  EXPECT_EQ(unresolved.outcome, SearchOutcome::kUnresolved);
  EXPECT_EQ(unresolved.lipschitz, 1e6);
  EXPECT_EQ(line.tests, 0);
}

TEST(SearchLipschitz, EndsOnLossesThatAreNoNumbers) {
  LineExample<double> line;
  line.loss = [](double step) { return step > 0 ? std::nan("") : 1.0; };
  line.noise = 1e-16;
  EXPECT_GT(line.Search(1.0).lipschitz, 1e10);
  line.squared_norm = std::numeric_limits<double>::infinity();
  line.Search(1.0);
}

template <class Real>
PlainWeights<Real> RandomWeights(const ChainProblem<Real>& problem, std::uint64_t seed,
                                 DenseVector& flat) {
  std::mt19937_64 rng(seed);
  flat.resize(problem.layout.weights());
  for (double& w : flat) w = static_cast<double>(rng() % 2001) / 1000 - 1;
  PlainWeights<Real> w(problem.map.space());
  problem.map.FromFlat(flat, w);
  return w;
}

TEST(SearchLipschitz, AgreesWithTheDefinitionOnChains) {
  for (const bool gram : {true, false}) {
    const ChainProblem<double> problem(
        SmallDataset({.values = true, .weights = true, .edges = true}),
        {FeatureSet::kAll, FeatureSet::kAll}, {.merge_twins = false, .gram = gram});
    ExampleSum<double>& sum = problem.NewSum();
    DenseVector flat, g;
    const PlainWeights<double> w = RandomWeights(problem, 4, flat);
    for (ExampleId i = 0; i < problem.data.examples(); ++i) {
      const double f = problem.naive.Gradient(i, flat, g);
      for (const double start : {0.03, 1.0, 40.0}) {
        double expected = start;
        const double norm = SquaredNorm(g);
        const auto fails = [&](double lipschitz) {
          DenseVector moved = flat;
          for (std::size_t j = 0; j < g.size(); ++j) moved[j] -= g[j] / lipschitz;
          return problem.naive.Loss(i, moved) >= f - norm / (2 * lipschitz);
        };
        while (norm > kNegligibleGradient && fails(expected)) expected *= 2;
        const InferredExample<double> here = sum.Gather(i, w, 1, kNoExample).Infer();
        ASSERT_NEAR(here.loss(), f, 1e-12 * (1 + f));
        EXPECT_EQ(SearchLipschitz(here, start).lipschitz, expected)
            << "example " << i << " from " << start;
      }
    }
  }
}

// In float every search ends, and the constant is one that the data can justify: at most twice the
// true bound or where the test stops to mean anything.
TEST(SearchLipschitz, EndsInFloatCloseToTheOptimum) {
  const ChainProblem<float> problem(SmallDataset({.longest = 40}),
                                    {FeatureSet::kAll, FeatureSet::kAll});
  const auto method = problem.Make("sag-nus-star", 1e-3);
  Rng rng(1);
  for (int pass = 0; pass < 400; ++pass) method->Advance(rng);
  PlainWeights<float> w(problem.map.space());
  method->Write(w);
  ExampleSum<float>& sum = problem.NewSum();
  for (ExampleId i = 0; i < problem.data.examples(); ++i) {
    for (const double start : {1e-6, 1.0, 1e3, 1e7}) {
      const SearchResult result = SearchLipschitz(sum.Gather(i, w, 1, kNoExample).Infer(), start);
      EXPECT_TRUE(std::isfinite(result.lipschitz));
      EXPECT_GE(result.lipschitz, start);
      EXPECT_LT(result.lipschitz, std::max(start * 1.5, 1e5)) << "example " << i;
    }
  }
}

}  // namespace
}  // namespace sagitta
