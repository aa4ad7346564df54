// Examples in the dual: entropies and inference on given scores, by enumeration and by finite
// differences.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "objective/small_problem.h"
#include "support/labellings.h"

namespace sagitta {
namespace {

using Table = std::vector<double>;

double Dot(std::span<const double> x, std::span<const double> y) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * y[k];
  return sum;
}

// A distribution over all labellings of an example, from its scores theta in the shape kMarginals.
class Enumerated {
 public:
  Enumerated(const Dataset& data, ExampleId i, const Table& theta,
             const Constraints& constraints = {})
      : labels_(data.labels),
        length_(data.length(i)),
        omega_(data.Weight(i)),
        observed_(data.label.data() + data.token_begin[i]) {
    long double z = 0;
    const auto weight = [&](const auto& y) {
      return IsAllowed(constraints, length_, y) ? std::exp(Score(theta, y)) : 0.0L;
    };
    ForEachLabelling(length_, labels_, [&](const auto& y) { z += weight(y); });
    marginals_.assign(theta.size(), 0.0);
    ForEachLabelling(length_, labels_, [&](const auto& y) {
      const auto p = static_cast<double>(weight(y) / z);
      if (p > 0) entropy_ -= p * std::log(p);
      for (const std::size_t part : Parts(y)) marginals_[part] += p;
    });
    log_z_ = static_cast<double>(std::log(z));
  }

  double entropy() const { return omega_ * entropy_; }
  double log_z() const { return log_z_; }
  const Table& marginals() const { return marginals_; }
  std::vector<std::size_t> ObservedParts() const { return Parts(observed_); }

  Table Tau() const {
    Table tau = marginals_;
    for (const std::size_t part : ObservedParts()) tau[part] -= 1;
    for (double& x : tau) x *= omega_;
    return tau;
  }

 private:
  template <class Labels>
  std::vector<std::size_t> Parts(const Labels& y) const {
    std::vector<std::size_t> parts;
    for (std::size_t t = 0; t < length_; ++t) {
      parts.push_back(t * labels_ + y[t]);
      if (t == 0) continue;
      parts.push_back(length_ * labels_ + ((t - 1) * labels_ + y[t - 1]) * labels_ + y[t]);
    }
    return parts;
  }
  template <class Labels>
  long double Score(const Table& theta, const Labels& y) const {
    long double score = 0;
    for (const std::size_t part : Parts(y)) score += theta[part];
    return score;
  }

  std::size_t labels_, length_;
  double omega_;
  const LabelId* observed_;
  Table marginals_;
  double entropy_ = 0, log_z_ = 0;
};

class DualEvaluatorTest : public testing::TestWithParam<ProblemKind> {
 protected:
  DualEvaluatorTest()
      : small_(SmallDataset(Shorter(GetParam().data)), GetParam().layout, GetParam().settings),
        shared_apart_(small_.Apart()),
        apart_(*shared_apart_) {}

  static SmallDatasetSettings Shorter(SmallDatasetSettings settings) {
    settings.longest = std::min(settings.longest, settings.labels > 5 ? 3u : 5u);
    settings.examples = 6;
    return settings;
  }

  Table RandomScores(std::size_t size) {
    std::uniform_real_distribution<double> draw(-2, 2);
    Table scores(size);
    for (double& x : scores) x = draw(rng_);
    return scores;
  }

  SmallProblem<double> small_;
  std::shared_ptr<const ChainEvaluator<double>> shared_apart_;
  const ChainEvaluator<double>& apart_;
  std::mt19937_64 rng_{5};
};

TEST_P(DualEvaluatorTest, EntropyIsThatOfTheDistribution) {
  for (ExampleId i = 0; i < small_.data.examples(); ++i) {
    const Enumerated p(small_.data, i, RandomScores(apart_.TableSize(i)));
    const Enumerated q(small_.data, i, RandomScores(apart_.TableSize(i)));
    const Table from = p.Tau(), to = q.Tau();
    const double size = 1 + std::abs(p.entropy()) + std::abs(q.entropy());
    EXPECT_NEAR(apart_.EntropyBetween(i, from, to, 0).value, p.entropy(), 1e-12 * size);
    EXPECT_NEAR(apart_.EntropyBetween(i, from, to, 1).value, q.entropy(), 1e-12 * size);
  }
}

TEST_P(DualEvaluatorTest, DerivativesOfEntropyAreThoseOfDifferences) {
  for (ExampleId i = 0; i < small_.data.examples(); ++i) {
    const Table from = Enumerated(small_.data, i, RandomScores(apart_.TableSize(i))).Tau();
    const Table to = Enumerated(small_.data, i, RandomScores(apart_.TableSize(i))).Tau();
    for (const double gamma : {0.1, 0.5, 0.9}) {
      constexpr double kStep = 1e-5;
      const CurvePoint at = apart_.EntropyBetween(i, from, to, gamma);
      const CurvePoint above = apart_.EntropyBetween(i, from, to, gamma + kStep);
      const CurvePoint below = apart_.EntropyBetween(i, from, to, gamma - kStep);
      EXPECT_NEAR(at.slope, (above.value - below.value) / (2 * kStep),
                  1e-7 * (1 + std::abs(at.slope)));
      EXPECT_NEAR(at.curvature, (above.slope - below.slope) / (2 * kStep),
                  1e-6 * (1 + std::abs(at.curvature)));
      EXPECT_LE(at.curvature, 0) << "entropy is concave";
    }
  }
}

// tau = 0 is the distribution that knows the labels: no entropy, and nothing infinite or NaN.
TEST_P(DualEvaluatorTest, EntropyOfCertaintyIsZero) {
  for (ExampleId i = 0; i < small_.data.examples(); ++i) {
    const Table zero(apart_.TableSize(i), 0.0);
    const Table to = Enumerated(small_.data, i, RandomScores(zero.size())).Tau();
    for (const Table* end : std::initializer_list<const Table*>{&zero, &to}) {
      const CurvePoint point = apart_.EntropyBetween(i, zero, *end, 0);
      EXPECT_EQ(point.value, 0);
      EXPECT_TRUE(std::isfinite(point.slope) && std::isfinite(point.curvature));
    }
    // What rounding does to zeroes.
    Table below = zero;
    for (double& x : below) x = -1e-17;
    const CurvePoint point = apart_.EntropyBetween(i, below, to, 1e-12);
    EXPECT_TRUE(std::isfinite(point.value) && std::isfinite(point.slope));
  }
}

// <s, tau> = <w, A tau>, for a tau that is no gradient of anything.
TEST_P(DualEvaluatorTest, ScoreTableIsTheAdjointOfScatter) {
  const PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(3));
  for (const ChainEvaluator<double>* examples : {&small_.examples, &apart_}) {
    const auto worker = examples->NewWorker();
    for (ExampleId i = 0; i < small_.data.examples(); ++i) {
      examples->Gather(i, w, 1, kNoExample, *worker);
      Table scores(examples->TableSize(i), 77.0);
      examples->dual()->WriteScores(i, *worker, scores);
      examples->Infer(i, *worker);
      Table tau = RandomScores(scores.size());
      for (std::size_t k = 0; k < tau.size(); ++k) {
        if (scores[k] == 0) tau[k] = 0;  // as all tables have it in forbidden places
      }
      std::copy(tau.begin(), tau.end(), worker->table.begin());
      PlainWeights<double> sum(small_.map.space());
      examples->Scatter(i, *worker, 1, kNoExample, sum);
      EXPECT_NEAR(Dot(scores, tau), Dot(w.values(), sum.values()), 1e-10);
    }
  }
}

// Given the model's own scores and no raise, it is Infer.
TEST_P(DualEvaluatorTest, InferGivenTheModelsScoresIsInfer) {
  const PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(4));
  const auto other = small_.examples.NewWorker();
  for (ExampleId i = 0; i < small_.data.examples(); ++i) {
    small_.examples.Gather(i, w, 1, kNoExample, *small_.worker);
    const double loss = small_.examples.Infer(i, *small_.worker);
    Table scores(small_.examples.TableSize(i));
    small_.examples.WriteScores(i, *small_.worker, scores);
    const GivenScores given = small_.examples.InferGiven(i, scores, 0, *other);
    EXPECT_NEAR(given.loss, loss, 1e-12 * (1 + loss));
    for (std::size_t k = 0; k < scores.size(); ++k) {
      ASSERT_NEAR(other->table[k], small_.worker->table[k], 1e-13);
    }
  }
  EXPECT_EQ(other->evaluations, small_.data.examples());
}

// With the observed parts raised: against enumeration, folded from every edge apart to sums.
TEST_P(DualEvaluatorTest, InferGivenRaisesWhatWasObserved) {
  const PlainWeights<double> w = small_.FromFlat(small_.RandomFlat(4));
  const auto worker = apart_.NewWorker();
  for (ExampleId i = 0; i < small_.data.examples(); ++i) {
    small_.examples.Gather(i, w, 1, kNoExample, *small_.worker);
    apart_.Gather(i, w, 1, kNoExample, *worker);
    Table mixed(small_.examples.TableSize(i)), theta(apart_.TableSize(i));
    small_.examples.WriteScores(i, *small_.worker, mixed);
    apart_.WriteScores(i, *worker, theta);
    constexpr double kRaise = 1.7;
    for (const std::size_t part : Enumerated(small_.data, i, theta).ObservedParts()) {
      theta[part] += kRaise;
    }
    const Enumerated exact(small_.data, i, theta, small_.layout.constraints);
    const GivenScores given = small_.examples.InferGiven(i, mixed, kRaise, *small_.worker);
    double observed_score = 0, observed_dot = 0;
    const Table tau = exact.Tau();
    for (const std::size_t part : exact.ObservedParts()) {
      observed_score += theta[part];
      observed_dot += tau[part];
    }
    EXPECT_NEAR(given.loss, small_.data.Weight(i) * (exact.log_z() - observed_score), 1e-10);
    EXPECT_NEAR(given.observed_dot, observed_dot, 1e-11);
    // Both tables of marginals lead to the same gradient.
    apart_.Infer(i, *worker);
    std::copy(tau.begin(), tau.end(), worker->table.begin());
    PlainWeights<double> one(small_.map.space()), other(small_.map.space());
    small_.examples.Scatter(i, *small_.worker, 1, kNoExample, one);
    apart_.Scatter(i, *worker, 1, kNoExample, other);
    for (std::size_t k = 0; k < one.values().size(); ++k) {
      ASSERT_NEAR(one.values()[k], other.values()[k], 1e-11);
    }
    // H = log Z - <theta, mu>.
    EXPECT_NEAR(given.loss - Dot(mixed, small_.worker->table) - kRaise * given.observed_dot,
                exact.entropy(), 1e-10);
  }
}

TEST_P(DualEvaluatorTest, LossAtZeroNeedsNoInference) {
  const PlainWeights<double> zero(small_.map.space());
  for (ExampleId i = 0; i < small_.data.examples(); ++i) {
    small_.examples.Gather(i, zero, 1, kNoExample, *small_.worker);
    const double loss = small_.examples.Loss(i, *small_.worker);
    EXPECT_NEAR(small_.examples.LossAtZero(i), loss, 1e-12 * (1 + loss));
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, DualEvaluatorTest, testing::ValuesIn(AllProblemKinds()),
                         [](const auto& kind) { return kind.param.name; });

// Float tables, rounded as they are, have the entropies of double ones up to their rounding.
TEST(DualEvaluatorFloatTest, EntropyFollowsDouble) {
  const Dataset data = SmallDataset({.seed = 31, .examples = 20, .longest = 30, .labels = 8});
  const LayoutSettings layout{FeatureSet::kAll, FeatureSet::kAll, 1};
  const SmallProblem<float> narrow(data, layout);
  const SmallProblem<double> wide(data, layout);
  const auto narrow_apart = narrow.Apart();
  const auto wide_apart = wide.Apart();
  const auto worker = wide_apart->NewWorker();
  const PlainWeights<double> w = wide.FromFlat(wide.RandomFlat(4, 3.0));
  for (ExampleId i = 0; i < 20; ++i) {
    wide_apart->Gather(i, w, 1, kNoExample, *worker);
    wide_apart->Infer(i, *worker);
    const Table to(worker->table.begin(), worker->table.end()), from(to.size(), 0.0);
    const std::vector<float> narrow_to(to.begin(), to.end()), narrow_from(to.size(), 0.0f);
    for (const double gamma : {0.01, 0.5, 0.9}) {
      const CurvePoint exact = wide_apart->EntropyBetween(i, from, to, gamma);
      const CurvePoint rounded = narrow_apart->EntropyBetween(i, narrow_from, narrow_to, gamma);
      EXPECT_NEAR(rounded.value, exact.value, 1e-5 * (1 + exact.value));
      EXPECT_NEAR(rounded.slope, exact.slope, 1e-4 * (1 + std::abs(exact.slope)));
    }
  }
}

}  // namespace
}  // namespace sagitta
