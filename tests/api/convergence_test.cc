// The default method over a grid of data and lambdas: it converges, or says that it did not.
// bench/convergence has the same grid with more and larger data.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "base/rng.h"
#include "sagitta/train.h"

namespace sagitta {
namespace {

/// Data that are difficult for stochastic methods.
enum class Kind {
  kAlwaysOn,     // attributes that are on every token
  kGiant,        // one very long sequence among short ones
  kDuplicates,   // some sequences many times
  kWeights,      // example weights from 0.01 to 100
  kValues,       // values from 0.001 to 1,000 of either sign
  kLabelPair,    // two labels
  kTwoExamples,  // n = 2
};

struct Grid {
  Kind kind;
  const char* name;
};

std::ostream& operator<<(std::ostream& out, const Grid& grid) { return out << grid.name; }

/// Between low and high, uniform in the logarithm.
double LogUniform(Rng& rng, double low, double high) {
  return low * std::pow(high / low, rng.Uniform());
}

std::string Name(const char* prefix, double number) {
  return prefix + std::to_string(static_cast<int>(number));
}

void AddToken(Kind kind, Rng& rng, Sequence& sequence) {
  const double labels = kind == Kind::kLabelPair ? 2 : 4;
  const int label = rng.Uniform() < 0.6 ? 0 : static_cast<int>(labels * rng.Uniform());
  sequence.AddToken(Name("L", label));
  const bool telling = rng.Uniform() < 0.7;
  sequence.AddItem(Name("w", telling ? 5 * label + 5 * rng.Uniform() : 5 * labels * rng.Uniform()));
  sequence.AddItem(Name("r", 200 * rng.Uniform()));
  if (kind == Kind::kAlwaysOn) {
    for (int k = 0; k < 12; ++k) sequence.AddItem(Name("on", k));
  }
  if (kind == Kind::kValues) {
    const double sign = rng.Uniform() < 0.5 ? -1 : 1;
    sequence.AddItem(Name("v", 3 * rng.Uniform()), sign * LogUniform(rng, 1e-3, 1e3));
  }
}

std::vector<Sequence> MakeData(Kind kind) {
  Rng rng(7);
  std::vector<Sequence> data;
  const int count = kind == Kind::kTwoExamples ? 2 : 40;
  for (int i = 0; i < count; ++i) {
    Sequence sequence;
    if (kind == Kind::kWeights) sequence.set_weight(LogUniform(rng, 0.01, 100));
    int length = 2 + static_cast<int>(6 * rng.Uniform());
    if (kind == Kind::kGiant && i == 0) length = 150;
    if (kind == Kind::kTwoExamples) length = 12;
    for (int t = 0; t < length; ++t) AddToken(kind, rng, sequence);
    const int copies = kind == Kind::kDuplicates && i % 10 == 0 ? 20 : 1;
    data.insert(data.end(), static_cast<std::size_t>(copies), sequence);
  }
  return data;
}

class Convergence : public testing::TestWithParam<Grid> {
 protected:
  TrainSummary TrainWith(double lambda, Precision precision, std::uint64_t seed) const {
    TrainSettings settings;
    settings.lambda = lambda;
    settings.precision = precision;
    settings.seed = seed;
    settings.passes = 1000;
    settings.tolerance = precision == Precision::kDouble ? 1e-8 : 1e-5;
    return Train(corpus_, nullptr, settings).summary;
  }

  const Corpus corpus_ = Corpus::FromSequences(MakeData(GetParam().kind), {});
  const double n_ = static_cast<double>(corpus_.Size().sequences);
};

TEST_P(Convergence, InDoubleToACertifiedGap) {
  for (const double lambda : {10.0, 1.0, 0.01, 10 / n_, 1 / n_, 0.1 / n_}) {
    for (const std::uint64_t seed : {1, 2}) {
      const TrainSummary summary = TrainWith(lambda, Precision::kDouble, seed);
      const Certificate& certificate = summary.certificate;
      EXPECT_LE(certificate.bound, 1e-6 * certificate.objective)
          << "lambda " << lambda << ", seed " << seed << ": " << StopText(summary.stop_reason);
      EXPECT_TRUE(summary.converged);
    }
  }
}

// What single precision allows.
TEST_P(Convergence, InFloatToTheFloor) {
  for (const double lambda : {10.0, 0.1, 1 / n_}) {
    const TrainSummary summary = TrainWith(lambda, Precision::kFloat, 3);
    const Certificate& certificate = summary.certificate;
    EXPECT_LE(certificate.bound, 1e-5 * certificate.objective)
        << "lambda " << lambda << ": " << StopText(summary.stop_reason);
    EXPECT_TRUE(summary.converged);
  }
}

// SAG's own estimate of the gradient is a sum of gradients at earlier weights, which can be far
// below the tolerance when the true gradient is not.
TEST_P(Convergence, BelowTheToleranceIsSaidOfExactGradients) {
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    for (const double lambda : {1 / n_, 0.1 / n_, 0.01 / n_}) {
      TrainSettings settings;
      settings.lambda = lambda;
      settings.tolerance = tolerance;
      const TrainSummary summary = Train(corpus_, nullptr, settings).summary;
      if (summary.stop_reason != StopReason::kTolerance) continue;
      EXPECT_LE(summary.certificate.gradient_inf, tolerance) << "lambda " << lambda;
      EXPECT_TRUE(summary.converged);
    }
  }
}

// With hardly any penalty no method can prove anything. Then training must not claim success.
TEST_P(Convergence, OrSaysThatItDidNot) {
  for (const double lambda : {0.01 / n_, 1e-6}) {
    const TrainSummary summary = TrainWith(lambda, Precision::kDouble, 1);
    const Certificate& certificate = summary.certificate;
    EXPECT_EQ(summary.converged,
              certificate.bound <= 1e-6 * certificate.objective || certificate.gradient_inf <= 1e-8)
        << lambda;
    EXPECT_EQ(summary.converged, summary.Warning().empty()) << lambda << summary.Warning();
    EXPECT_LE(certificate.bound, certificate.objective) << lambda;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Grid, Convergence,
    testing::Values(Grid{Kind::kAlwaysOn, "AlwaysOn"}, Grid{Kind::kGiant, "Giant"},
                    Grid{Kind::kDuplicates, "Duplicates"}, Grid{Kind::kWeights, "Weights"},
                    Grid{Kind::kValues, "Values"}, Grid{Kind::kLabelPair, "LabelPair"},
                    Grid{Kind::kTwoExamples, "TwoExamples"}),
    [](const testing::TestParamInfo<Grid>& at) { return at.param.name; });

}  // namespace
}  // namespace sagitta
