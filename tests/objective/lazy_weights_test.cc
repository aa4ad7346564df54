// LazyWeights against vectors that do every step at once.
#include "objective/lazy_weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <vector>

#include "kernels/rows_reference.h"

namespace sagitta {
namespace {

// Two parts with dense, masked, sparse and empty rows; the second is wider than a few vectors.
WeightSpace TestSpace() {
  WeightSpace space(2);
  space[0].width = 7;
  space[0].dense_rows = 5;
  for (int k = 0; k < 35; ++k) space[0].dense_mask.push_back(k % 3 != 0);
  space[0].sparse_rows = 4;
  space[0].slots = {2, 1, 5, 0, 1, 6, 7, 0, 1, 2, 3, 4, 5, 6};
  space[1].width = 100;
  space[1].dense_rows = 2;
  space[1].sparse_rows = 2;
  space[1].slots = {3, 10, 50, 99, 1, 0};
  return space;
}

// Row numbers: dense ones, and the places of the sparse ones behind them.
const std::vector<std::vector<std::uint32_t>> kRowNumbers = {{0, 1, 2, 3, 4, 5, 8, 9, 11},
                                                             {0, 1, 2, 6}};

/// The same weights twice: lazy, and as two plain vectors w and d.
template <class Real>
class Pair {
 public:
  explicit Pair(std::uint64_t seed)
      : lazy(space_), rng_(seed), w_(space_), d_(space_), written_(space_) {}

  /// One step of a made-up method: reads some rows, adds a table to their d, moves.
  void Step(double shrink, double step, double tolerance) {
    for (std::size_t part = 0; part < 2; ++part) Visit(part, tolerance);
    lazy.Step(shrink, step);
    for (std::size_t k = 0; k < w_.values().size(); ++k) {
      w_.values()[k] = static_cast<Real>(shrink * static_cast<double>(w_.values()[k]) -
                                         step * static_cast<double>(d_.values()[k]));
    }
  }

  void ExpectEqual(double tolerance) {
    lazy.Write(written_);
    const double most = MaxAbs();
    for (std::size_t k = 0; k < w_.values().size(); ++k) {
      ASSERT_NEAR(written_.values()[k], w_.values()[k], tolerance * most) << "weight " << k;
    }
    const WeightSummary summary = lazy.Summarize(0.3, 0.7);
    double squares = 0, gradient = 0;
    for (std::size_t k = 0; k < w_.values().size(); ++k) {
      const double w = static_cast<double>(w_.values()[k]), d = static_cast<double>(d_.values()[k]);
      squares += w * w;
      gradient = std::max(gradient, std::abs(0.3 * d + 0.7 * w));
    }
    EXPECT_NEAR(summary.squared_norm, squares, 4 * tolerance * squares);
    EXPECT_NEAR(summary.gradient_inf, gradient, 4 * tolerance * (gradient + most));
  }

  double MaxAbs() const {
    double most = 0;
    for (const Real x : w_.values()) most = std::max(most, std::abs(static_cast<double>(x)));
    return most;
  }

 private:
  void Visit(std::size_t part, double tolerance) {
    const std::size_t width = space_[part].width;
    std::vector<std::uint64_t> begin = {0};
    std::vector<std::uint32_t> row;
    std::vector<Real> value;
    for (int t = 0; t < 2; ++t) {
      std::sample(kRowNumbers[part].begin(), kRowNumbers[part].end(), std::back_inserter(row),
                  rng_() % 3, rng_);
      begin.push_back(row.size());
    }
    std::uniform_real_distribution<double> draw(-1, 1);
    while (value.size() < row.size()) value.push_back(static_cast<Real>(draw(rng_)));
    const kernels::Occurrences<Real> at{2, begin.data(), row.data(), value.data()};

    AlignedBuffer<Real> scores(2 * width), expected(2 * width), table(2 * width);
    kernels::GatherLazy(lazy.rows(part), at, lazy.clock(), static_cast<Real>(lazy.scale()), {},
                        width, scores.data());
    kernels::reference::Gather(w_.rows(part), at, Real{1}, width, expected.data());
    for (std::size_t k = 0; k < 2 * width; ++k) {
      ASSERT_NEAR(scores[k], expected[k], 4 * tolerance * (MaxAbs() + 1e-300));
    }
    for (Real& x : table.span()) x = static_cast<Real>(draw(rng_));
    kernels::ScatterLazy(lazy.rows(part), at, lazy.OnA(0, 1), 1, {}, width, table.data());
    kernels::reference::Scatter(d_.rows(part), at, 1, width, table.data());
  }

  WeightSpace space_ = TestSpace();

 public:
  LazyWeights<Real> lazy;

 private:
  std::mt19937_64 rng_;
  PlainWeights<Real> w_, d_, written_;
};

template <class Real>
int CountFlushes(Pair<Real>& pair, int steps, double shrink, double step, double tolerance) {
  int flushes = 0;
  for (int k = 0; k < steps && !testing::Test::HasFatalFailure(); ++k) {
    pair.Step(shrink, step, tolerance);
    if (pair.lazy.clock() == 0 && pair.lazy.scale() == 1) ++flushes;
    if (k % 50 == 0) pair.ExpectEqual(tolerance);
  }
  pair.ExpectEqual(tolerance);
  return flushes;
}

TEST(LazyWeightsTest, StartAtZero) {
  const WeightSpace space = TestSpace();
  const LazyWeights<double> lazy(space);
  PlainWeights<double> w(space);
  std::fill(w.values().begin(), w.values().end(), 0.0);
  lazy.Write(w);
  EXPECT_EQ(std::count(w.values().begin(), w.values().end(), 0.0),
            static_cast<std::ptrdiff_t>(w.values().size()));
  EXPECT_EQ(lazy.Summarize(1, 1).squared_norm, 0.0);
  EXPECT_EQ(lazy.Summarize(1, 1).gradient_inf, 0.0);
}

// beta falls below the threshold every few hundred steps.
TEST(LazyWeightsTest, ThousandsOfStepsWithSmallBeta) {
  Pair<double> pair(1);
  EXPECT_GT(CountFlushes(pair, 5000, 0.95, 1e-5, 1e-12), 10);
}

// C grows beyond its limit while beta hardly moves.
TEST(LazyWeightsTest, ThousandsOfStepsWithLargeClock) {
  Pair<double> pair(2);
  EXPECT_GT(CountFlushes(pair, 5000, 1 - 1e-7, 0.03, 1e-12), 10);
}

TEST(LazyWeightsTest, ThousandsOfTinySteps) {
  Pair<double> pair(3);
  EXPECT_EQ(CountFlushes(pair, 5000, 1 - 1e-9, 1e-5, 1e-12), 0);
}

TEST(LazyWeightsTest, StepsOfAllSizes) {
  Pair<double> pair(4);
  std::mt19937_64 rng(5);
  for (int k = 0; k < 3000 && !testing::Test::HasFatalFailure(); ++k) {
    const double alpha = std::exp2(-static_cast<double>(rng() % 20));
    pair.Step(1 - 0.9 * alpha, alpha * 0.1, 1e-12);
    if (rng() % 100 == 0) pair.lazy.Flush();
    if (k % 50 == 0) pair.ExpectEqual(1e-12);
  }
  pair.ExpectEqual(1e-12);
}

TEST(LazyWeightsTest, FloatKeepsItsDigits) {
  Pair<float> pair(6);
  CountFlushes(pair, 3000, 0.99, 0.001, 2e-5);
}

// 1 - alpha lambda is zero when a Lipschitz constant is: then w has no past.
TEST(LazyWeightsTest, ShrinkingToNothing) {
  Pair<double> pair(7);
  for (const double shrink : {0.5, 0.0, 0.9, 1e-9, 1e-300, 0.0, 0.0, 0.7}) {
    for (int k = 0; k < 5; ++k) pair.Step(shrink, 0.2, 1e-12);
    pair.ExpectEqual(1e-12);
  }
}

TEST(LazyWeightsTest, FlushChangesNoWeight) {
  Pair<double> pair(8);
  for (int k = 0; k < 30; ++k) pair.Step(0.9, 0.1, 1e-12);
  pair.lazy.Flush();
  EXPECT_EQ(pair.lazy.scale(), 1.0);
  EXPECT_EQ(pair.lazy.clock(), 0.0);
  pair.ExpectEqual(1e-12);
}

TEST(LazyWeightsTest, AddsRowByRowWhatItAddsAtOnce) {
  const WeightSpace space = TestSpace();
  LazyWeights<double> by_row(space), at_once(space);
  PlainWeights<double> x(space), a(space), b(space);
  std::mt19937_64 rng(3);
  for (int round = 0; round < 3; ++round) {
    for (std::size_t part = 0; part < 2; ++part) {
      for (const std::uint32_t r : kRowNumbers[part]) {
        for (double& value : x.Row(part, r)) value = static_cast<double>(rng() % 100);
        by_row.AddRow(part, r, x.Row(part, r), 0.5, -2);
      }
    }
    at_once.Add(x, 0.5, -2);
    by_row.Step(0.9, 0.1);
    at_once.Step(0.9, 0.1);
  }
  by_row.Combine(1, 3, a);
  at_once.Combine(1, 3, b);
  for (std::size_t k = 0; k < a.values().size(); ++k) {
    EXPECT_NEAR(a.values()[k], b.values()[k], 1e-10) << k;
  }
}

// What the sweeps do, slot by slot, with a clock and a scale under way.
TEST(LazyWeightsTest, SweepsAreThoseOfPlainVectors) {
  const WeightSpace space = TestSpace();
  Pair<double> pair(5), another(6);
  for (int k = 0; k < 30; ++k) {
    pair.Step(0.9, 0.1, 1e-12);
    another.Step(0.8, 0.05, 1e-12);
  }
  LazyWeights<double>& lazy = pair.lazy;
  ASSERT_NE(lazy.clock(), 0);
  ASSERT_NE(lazy.scale(), 1);
  PlainWeights<double> x(space), w(space), d(space), sum(space), blended(space), same_d(space),
      rested(space), no_d(space);
  another.lazy.Write(x);
  another.lazy.Write(sum);
  lazy.Write(w);
  lazy.Combine(0, 1, d);
  lazy.AddCombination(-0.6, 1.5, sum);
  const double found = lazy.SquaredDistance(x);
  lazy.Blend(0.3, x, -2);
  lazy.Write(blended);
  lazy.Combine(0, 1, same_d);
  lazy.Rest();
  lazy.Write(rested);
  lazy.Combine(0, 1, no_d);
  double distance = 0;
  const double tolerance = 1e-12 * (pair.MaxAbs() + another.MaxAbs());
  for (std::size_t k = 0; k < w.values().size(); ++k) {
    const double on_x = x.values()[k], on_w = w.values()[k], on_d = d.values()[k];
    distance += (on_w - on_x) * (on_w - on_x);
    ASSERT_NEAR(sum.values()[k], on_x - 0.6 * on_w + 1.5 * on_d, tolerance) << k;
    ASSERT_NEAR(blended.values()[k], 0.3 * on_w - 2 * on_x, tolerance) << k;
    ASSERT_EQ(same_d.values()[k], on_d) << k;
    ASSERT_NEAR(rested.values()[k], blended.values()[k], tolerance) << k;
    ASSERT_EQ(no_d.values()[k], 0) << k;
  }
  ASSERT_GT(distance, 0);
  EXPECT_NEAR(found, distance, 1e-12 * distance);
}

// d += x leaves w as it is, up to the rounding of a += C x. With the clock at zero it is exact.
TEST(LazyWeights, SettledWeightsDoNotWander) {
  const WeightSpace space = TestSpace();
  std::vector<float> x(space[1].width);
  const auto wandered = [&](bool settle) {
    LazyWeights<float> lazy(space);
    PlainWeights<float> before(space), after(space);
    std::fill(before.values().begin(), before.values().end(), 1.0f);
    lazy.Assign(before);
    lazy.Step(0.5, 3.7);
    if (settle) lazy.Settle(nullptr);
    lazy.Write(before);
    std::mt19937 rng(1);
    for (int k = 0; k < 10000; ++k) {
      for (float& value : x) value = std::ldexp(static_cast<float>(rng() >> 8), -40);
      for (const double sign : {1.0, -1.0}) lazy.AddRow(1, 0, x, 0, sign);
    }
    lazy.Write(after);
    double most = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      most = std::max<double>(most, std::abs(after.Row(1, 0)[k] - before.Row(1, 0)[k]));
    }
    return most;
  };
  EXPECT_EQ(wandered(true), 0);
  EXPECT_GT(wandered(false), 1e-6);
}

TEST(LazyWeights, SettleWhenMuchWasPutOff) {
  const WeightSpace space = TestSpace();
  ThreadTeam team(3);
  const auto settled = [&]<class Real>(Real, double shrink, double step, ThreadTeam* shared) {
    LazyWeights<Real> lazy(space);
    PlainWeights<Real> w(space), d(space);
    for (std::size_t k = 0; k < w.values().size(); ++k) {
      w.values()[k] = std::sin(static_cast<Real>(k));
      d.values()[k] = std::cos(static_cast<Real>(k));
    }
    lazy.Assign(w);
    lazy.Add(d, 0, 1);
    lazy.Step(shrink, step);
    lazy.Settle(shared);
    lazy.Write(w);
    return std::pair(lazy.clock() == 0, std::vector(w.values().begin(), w.values().end()));
  };
  for (ThreadTeam* const shared : {static_cast<ThreadTeam*>(nullptr), &team}) {
    EXPECT_FALSE(settled(1.0f, 0.9, 0.5, shared).first);
    EXPECT_TRUE(settled(1.0f, 0.5, 0.5, shared).first);  // the scale
    EXPECT_TRUE(settled(1.0f, 0.9, 3.0, shared).first);  // the clock
  }
  EXPECT_FALSE(settled(1.0, 0.5, 3.0, nullptr).first);  // double has digits to spare
  EXPECT_EQ(settled(1.0f, 0.5, 0.5, nullptr).second, settled(1.0f, 0.5, 0.5, &team).second);
}

}  // namespace
}  // namespace sagitta
