// Proposition 1 of the paper in numbers: the mean squared distance from the optimum over many seeds
// stays below the stated bound, on problems whose constants and optimum are known, with the methods
// as they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "optim/loop/example_loop.h"
#include "optim/registry.h"
#include "optim/variance_reduced/saga_any.h"
#include "optim/variance_reduced/saga_update.h"
#include "support/borrowed.h"
#include "support/chain_problem.h"
#include "support/linear_examples.h"

namespace sagitta {
namespace {

/// What the propositions speak of. L_i and L have lambda in them, mu is lambda.
struct Constants {
  double n = 0, lambda = 0;
  DenseVector lipschitz;      // in (a) any numbers that p goes by, the largest a bound of them all
  double start_distance = 0;  // ||w^0 - w*||^2
  DenseVector start_change;   // ||grad h_i(w^0) - grad h_i(w*)||^2
  double start_gap = 0;       // f(w^0) - f(w*)

  double Largest() const { return *std::max_element(lipschitz.begin(), lipschitz.end()); }
  double Mean() const {
    double sum = 0;
    for (const double constant : lipschitz) sum += constant;
    return sum / n;
  }
};

/// A bound rate^t * factor of the mean squared distance after t iterations.
struct Bound {
  double rate, factor;
  double At(double t) const { return std::pow(rate, t) * factor; }
};

/// (a), for the probabilities p.
Bound BoundA(const Constants& known, const DenseVector& p) {
  const double smallest = *std::min_element(p.begin(), p.end());
  const double below = 4 * known.Largest() + known.n * known.lambda;
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += known.start_change[i] / p[i];
  return {1 - known.lambda * known.n * smallest / below,
          known.start_distance + 2 * smallest / (below * below) * sum};
}

/// Probabilities that are `uniform` parts the same for all and otherwise go by `lipschitz`.
DenseVector ProbabilitiesOf(const Constants& known, double uniform) {
  DenseVector p(known.lipschitz);
  for (double& value : p) {
    value = uniform / known.n + (1 - uniform) * value / (known.n * known.Mean());
  }
  return p;
}

Bound BoundB(const Constants& known) {
  return {1 - std::min(1 / (3 * known.n), known.lambda / (8 * known.Mean())),
          known.start_distance + known.n / (2 * known.Mean()) * known.start_gap};
}

struct Method {
  std::string name;
  std::map<std::string, std::string> options;
  double uniform;           // part of p, in (a)
  double evaluations_each;  // of an iteration
};

const Method kMethods[] = {
    {"saga-any", {{"probabilities", "uniform"}}, 1.0, 1},
    {"saga-any", {{"probabilities", "lipschitz"}}, 0.0, 1},
    {"saga-any", {{"probabilities", "mixed"}}, 0.5, 1},
    {"saga-two-sample", {}, 0.0, 2},
};

Bound BoundOf(const Method& method, const Constants& known) {
  return method.name == "saga-any" ? BoundA(known, ProbabilitiesOf(known, method.uniform))
                                   : BoundB(known);
}

/// Runs what make() makes from `seeds` seeds and says whether the mean squared distance is below
/// the bound after every call of Advance.
template <class Real, class Make, class Distance>
bool StaysBelow(const ExampleEvaluator<Real>& examples, const Make& make, double evaluations_each,
                const Bound& bound, int seeds, int calls, const Distance& squared_distance) {
  std::vector<double> sum(static_cast<std::size_t>(calls), 0.0), iterations(sum);
  for (int seed = 0; seed < seeds; ++seed) {
    const std::unique_ptr<Optimizer<Real>> optimizer = make();
    Rng rng(static_cast<std::uint64_t>(seed));
    for (std::size_t k = 0; k < sum.size(); ++k) {
      const double spent = static_cast<double>(optimizer->Advance(rng).evaluations);
      iterations[k] = (spent - static_cast<double>(examples.examples())) / evaluations_each;
      sum[k] += squared_distance(*optimizer) / seeds;
    }
  }
  for (std::size_t k = 0; k < sum.size(); ++k) {
    // Near the end distances are rounding.
    if (!(sum[k] <= bound.At(iterations[k]) + 1e-20)) return false;
  }
  return true;
}

constexpr double kLambda = 0.02;

/// The sums that optimizers refer to.
template <class Real>
using Sums = std::vector<std::unique_ptr<ExampleSum<Real>>>;

/// The method as the registry makes it.
template <class Real>
auto Maker(const ExampleEvaluator<Real>& examples, const Method& method) {
  return [&examples, name = method.name, sums = std::make_shared<Sums<Real>>(),
          options = Options(kLambda, CompleteOptions(method.name, method.options))] {
    sums->push_back(std::make_unique<ExampleSum<Real>>(Borrowed(examples)));
    return MakeOptimizer<Real>(name, *sums->back(), options);
  };
}

// Lines through nearby points, with examples of very different constants when `skewed`.
LinearExamples MakeLinear(bool quadratic, bool skewed) {
  std::mt19937_64 rng(5);
  std::normal_distribution<double> normal;
  LinearExamples examples(quadratic, 4);
  for (int i = 0; i < 12; ++i) {
    const double size = skewed ? std::exp2(i % 4) / 4 : 1.0;
    DenseVector x = {size, 0.3 * size * normal(rng), 0.3 * size * normal(rng),
                     0.3 * size * normal(rng)};
    examples.Add(x, quadratic ? 2 * normal(rng) : (normal(rng) > 0 ? 1.0 : -1.0));
  }
  return examples;
}

Constants ConstantsOf(const LinearExamples& examples, const DenseVector& best) {
  Constants known;
  known.n = static_cast<double>(examples.examples());
  known.lambda = kLambda;
  const DenseVector start(best.size(), 0.0);
  known.start_distance = SquaredNorm(best);
  for (ExampleId i = 0; i < examples.examples(); ++i) {
    known.lipschitz.push_back(examples.TrueLipschitz(i) + kLambda);
    DenseVector change = examples.Gradient(i, start);
    const DenseVector there = examples.Gradient(i, best);
    for (std::size_t j = 0; j < change.size(); ++j) change[j] -= there[j];
    known.start_change.push_back(SquaredNorm(change));
  }
  known.start_gap = examples.Objective(start, kLambda) - examples.Objective(best, kLambda);
  return known;
}

/// The squared distance of an optimizer's weights from the best ones.
auto DistanceFrom(const DenseVector& best, const LinearExamples& examples) {
  return [&](const Optimizer<double>& optimizer) {
    PlainWeights<double> w(examples.space());
    optimizer.Write(w);
    double squares = 0;
    for (std::size_t j = 0; j < best.size(); ++j) {
      const double away = w.Row(0, 0)[j] - best[j];
      squares += away * away;
    }
    return squares;
  };
}

/// What the probabilities of (a) go by: the constants of the examples, or something else.
enum class Skew { kByConstants, kMisled };

bool LinearStaysBelow(LinearExamples& examples, const Method& method, double longer,
                      Skew skew = Skew::kByConstants) {
  const DenseVector best = examples.Optimum(kLambda);
  Constants known = ConstantsOf(examples, best);
  const double largest = known.Largest();
  for (std::size_t i = 0; skew == Skew::kMisled && i < known.lipschitz.size(); ++i) {
    known.lipschitz[i] = i % 2 == 0 ? largest / 4 : largest;
  }
  // The step is made longer by constants that are claimed to be smaller: L_i + lambda all by the
  // same factor, so that the probabilities stay.
  const double base = 4 * largest, more = known.n * kLambda;
  const double factor =
      method.name == "saga-any" ? ((base + more) / longer - more) / base : 1 / longer;
  EXPECT_GT(factor, 0);
  examples.Claim([&](ExampleId i) { return factor * known.lipschitz[i] - kLambda; });
  return StaysBelow<double>(examples, Maker<double>(examples, method), method.evaluations_each,
                            BoundOf(method, known), 60, 1000, DistanceFrom(best, examples));
}

// Every Advance is one iteration here.
TEST(Proposition1, HoldsOnQuadraticAndLogisticLosses) {
  for (const bool quadratic : {true, false}) {
    for (const bool skewed : {true, false}) {
      for (const Method& method : kMethods) {
        LinearExamples examples = MakeLinear(quadratic, skewed);
        EXPECT_TRUE(LinearStaysBelow(examples, method, 1))
            << method.name << " " << method.uniform << (quadratic ? " quadratic" : " logistic")
            << (skewed ? " skewed" : "");
      }
    }
  }
}

// (a) allows any probabilities, also such that have nothing to do with the constants.
TEST(Proposition1, HoldsWithMisledProbabilities) {
  for (const bool quadratic : {true, false}) {
    for (const Method& method : kMethods) {
      if (method.name != "saga-any") continue;
      LinearExamples examples = MakeLinear(quadratic, false);
      EXPECT_TRUE(LinearStaysBelow(examples, method, 1, Skew::kMisled)) << method.uniform;
    }
  }
}

// Any probabilities at all: here three groups of examples, each five times as likely as the last.
TEST(Proposition1, HoldsWithProbabilitiesFromAnywhere) {
  for (const bool quadratic : {true, false}) {
    const LinearExamples examples = MakeLinear(quadratic, true);
    const DenseVector best = examples.Optimum(kLambda);
    DenseVector p(examples.examples());
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += p[i] = std::pow(5.0, i / 4);
    for (double& value : p) value /= sum;
    Sums<double> sums;
    const auto make = [&]() -> std::unique_ptr<Optimizer<double>> {
      sums.push_back(
          std::make_unique<ExampleSum<double>>(Borrowed<ExampleEvaluator<double>>(examples)));
      auto update = std::make_unique<SagaUpdate<double>>(
          *sums.back(), kLambda, std::make_unique<TableMemory<double>>(examples));
      auto rule = std::make_unique<SagaAnyRule<double>>(*update, p);
      return std::make_unique<ExampleLoop<double>>(std::move(update), std::move(rule));
    };
    EXPECT_TRUE(StaysBelow<double>(examples, make, 1, BoundA(ConstantsOf(examples, best), p), 60,
                                   1000, DistanceFrom(best, examples)));
  }
}

// The same tests with steps ten times too large. Where p goes by very different constants, p_min
// makes the steps of (a) so short that ten times as much is harmless: there (a) is not tight.
TEST(Proposition1, FailsWithStepsTenTimesTooLarge) {
  for (const Method& method : kMethods) {
    LinearExamples even = MakeLinear(true, false), skewed = MakeLinear(true, true);
    EXPECT_FALSE(LinearStaysBelow(even, method, 10)) << method.name << " " << method.uniform;
    if (method.name == "saga-any") {
      EXPECT_FALSE(LinearStaysBelow(even, method, 10, Skew::kMisled)) << method.uniform;
    } else {
      EXPECT_FALSE(LinearStaysBelow(skewed, method, 10));
    }
  }
}

TEST(Proposition1, HoldsOnASmallCrf) {
  const ChainProblem<double> problem(SmallDataset({.examples = 8, .longest = 3, .weights = true}),
                                     {FeatureSet::kAll, FeatureSet::kAll});
  const auto exact = problem.Make("sag-nus-star", kLambda);
  Rng exact_rng(1);
  for (int pass = 0; pass < 2000; ++pass) exact->Advance(exact_rng);
  const DenseVector best = problem.Flat(*exact);
  ASSERT_LE(MaxAbs(problem.naive.ObjectiveGradient(best, kLambda)), 1e-13);
  Constants known;
  known.n = static_cast<double>(problem.data.examples());
  known.lambda = kLambda;
  known.start_distance = SquaredNorm(best);
  const DenseVector start(best.size(), 0.0);
  known.start_gap =
      problem.naive.Objective(start, kLambda) - problem.naive.Objective(best, kLambda);
  for (ExampleId i = 0; i < problem.data.examples(); ++i) {
    known.lipschitz.push_back(problem.examples.LipschitzBound(i) + kLambda);
    DenseVector here, there;
    problem.naive.Gradient(i, start, here);
    problem.naive.Gradient(i, best, there);
    for (std::size_t j = 0; j < here.size(); ++j) here[j] -= there[j];
    known.start_change.push_back(SquaredNorm(here));
  }
  for (const Method& method : kMethods) {
    const auto squared_distance = [&](const Optimizer<double>& optimizer) {
      DenseVector away = problem.Flat(optimizer);
      for (std::size_t j = 0; j < away.size(); ++j) away[j] -= best[j];
      return SquaredNorm(away);
    };
    EXPECT_TRUE(StaysBelow<double>(problem.examples, Maker<double>(problem.examples, method),
                                   method.evaluations_each, BoundOf(method, known), 20, 200,
                                   squared_distance))
        << method.name << " " << method.uniform;
  }
}

}  // namespace
}  // namespace sagitta
