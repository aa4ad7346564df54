// AdaGrad's kernels against their reference versions, on every SIMD target of the machine.
#include "kernels/adagrad.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/adagrad_reference.h"
#include "kernels/random_rows.h"
#include "support/simd_target_test.h"

namespace sagitta::kernels {
namespace {

template <class Real>
constexpr double kEpsilon = std::numeric_limits<Real>::epsilon();

constexpr std::size_t kTokens = 6;

// A store with non-negative roots, every third of which is zero.
template <class Real>
struct Store {
  Store(StoreShape shape, std::uint64_t seed) : values(WithRoots(shape), seed), rng(seed) {
    const Rows<Real> view = values.View();
    step_of.resize(view.dense_rows + view.words);
    for (std::uint32_t& step : step_of) step = static_cast<std::uint32_t>(rng() % 1000);
    for (std::size_t k = 0; k < view.dense_rows * 2 * view.dense_stride; ++k) {
      if (k / view.dense_stride % 2 == 1) MakeRoot(view.dense[k]);
    }
    for (std::size_t k = 0; k < view.words; ++k) MakeRoot(view.sparse[2 * k + 1]);
  }

  AdaGradRows<Real> View() { return {values.View(), step_of.data()}; }

  RandomStore<Real> values;
  std::vector<std::uint32_t> step_of;

 private:
  static StoreShape WithRoots(StoreShape shape) {
    shape.lazy = true;
    return shape;
  }
  void MakeRoot(Real& x) { x = std::abs(x) * static_cast<Real>(rng() % 3); }

  std::mt19937_64 rng;
};

// Every second row, on one or more tokens.
template <class Real>
std::vector<RowOccurrence<Real>> RandomList(const Store<Real>& store, std::mt19937_64& rng) {
  std::vector<RowOccurrence<Real>> list;
  const std::vector<std::uint32_t>& numbers = store.values.numbers();
  std::uniform_real_distribution<double> value(-2, 2);
  for (std::size_t k = 0; k < numbers.size(); k += 2) {
    const std::size_t first = rng() % kTokens;
    const std::size_t end = rng() % 2 == 0 ? first + 1 : kTokens;
    for (std::size_t t = first; t < end; ++t) {
      const Real x = rng() % 2 == 0 ? Real{1} : static_cast<Real>(value(rng));
      list.push_back({numbers[k], static_cast<std::uint32_t>(t), x});
    }
  }
  return list;
}

template <class Real>
void ExpectNear(const GuardedArray<Real>& found, const GuardedArray<Real>& expected, double units,
                double least) {
  for (std::size_t k = 0; k < found.size(); ++k) {
    const double scale = std::max(least, std::abs(static_cast<double>(expected[k])));
    ASSERT_NEAR(found[k], expected[k], units * kEpsilon<Real> * scale) << k;
  }
}

template <class Real>
void ExpectSame(Store<Real>& found, Store<Real>& expected, double units, double least = 1e-30) {
  ExpectNear(found.values.dense(), expected.values.dense(), units, least);
  ExpectNear(found.values.sparse(), expected.values.sparse(), units, least);
  EXPECT_TRUE(found.values.PaddingIsZero());
  EXPECT_EQ(found.step_of, expected.step_of);
}

// The larger the exponent of the factor, the larger its rounding error.
double UnitsOfShrinking(std::uint32_t now, const AdaGradSettings& settings) {
  const double exponent = now * std::log1p(settings.eta * settings.lambda / settings.delta);
  return 8 + 4 * std::min(exponent, 100.0);
}

class AdaGradTest : public SimdTargetTest {
 protected:
  template <class Real>
  void CheckGather(const StoreShape& shape, const AdaGradSettings& settings, std::uint32_t now) {
    const std::uint64_t seed = rng_();
    Store<Real> ours(shape, seed), plain(shape, seed);
    const std::vector<RowOccurrence<Real>> list = RandomList(ours, rng_);
    const std::size_t stride = shape.width + rng_() % 3;
    // Zeros are added to what follows the last row of scores.
    GuardedArray<Real> out((kTokens + 1) * stride + 64 / sizeof(Real), Real{0});
    std::fill_n(out.data(), kTokens * stride, Real{7});
    GuardedArray<Real> expected(out.size(), Real{0});
    AdaGradGather<Real>(ours.View(), list, now, settings, ours.values.numbers(), kTokens, stride,
                        out.data());
    reference::AdaGradGather<Real>(plain.View(), list, now, settings, kTokens, stride,
                                   expected.data());
    const double units = UnitsOfShrinking(now, settings);
    ExpectSame(ours, plain, units);
    // Sums of up to one value per row, which may cancel.
    ExpectNear(out, expected, 4 * units, 2 * static_cast<double>(list.size()));
    EXPECT_TRUE(out.GuardsIntact());
  }

  template <class Real>
  void CheckStep(const StoreShape& shape, const AdaGradSettings& settings) {
    const std::uint64_t seed = rng_();
    Store<Real> ours(shape, seed), plain(shape, seed);
    const std::vector<RowOccurrence<Real>> list = RandomList(ours, rng_);
    // The space after the array is NaN, which must not reach a row.
    GuardedArray<Real> table(kTokens * shape.width);
    FillUniform(table.span(), -1, 1, rng_);
    AdaGradStep<Real>(ours.View(), list, settings, ours.values.numbers(), shape.width,
                      table.data());
    reference::AdaGradStep<Real>(plain.View(), list, settings, shape.width, table.data());
    // The gradient is a sum over the tokens, and w - eta g / H may cancel.
    ExpectSame(ours, plain, 16, kTokens * (1 + 2 * settings.eta / settings.delta));
  }

  template <class Real>
  void CheckSettle(const StoreShape& shape, const AdaGradSettings& settings, std::uint32_t now) {
    const std::uint64_t seed = rng_();
    Store<Real> ours(shape, seed), plain(shape, seed);
    const double squares = AdaGradSettle<Real>(ours.View(), now, settings);
    const double expected = reference::AdaGradSettle<Real>(plain.View(), now, settings);
    const double units = UnitsOfShrinking(now, settings);
    ExpectSame(ours, plain, units);
    EXPECT_NEAR(squares, expected, 4 * units * kEpsilon<Real> * std::max(1e-30, expected));
    EXPECT_EQ(std::count(ours.step_of.begin(), ours.step_of.end(), 0u), ours.step_of.size());
  }

  // Settings and step counts that use every way to compute the power.
  template <class Real>
  void CheckAll() {
    const AdaGradSettings settings[] = {{1, 0.1, 1e-4}, {1, 1, 1e-3}, {1, 1, 0.01},
                                        {1, 10, 0.5},   {0.25, 2, 3}, {1e-3, 0.1, 0},
                                        {1, 1e-6, 1e-9}};
    for (std::uint32_t width = 1; width <= 150; width += width < 40 ? 1 : 37) {
      for (const bool masked : {false, true}) {
        const StoreShape shape{.width = width, .masked = masked};
        for (const AdaGradSettings& own : settings) {
          CheckStep<Real>(shape, own);
          for (const std::uint32_t now : {1000u, 1700u, 9000u, 3000000u}) {
            CheckGather<Real>(shape, own, now);
            CheckSettle<Real>(shape, own, now);
          }
        }
      }
    }
  }
};

TEST_P(AdaGradTest, Float) { CheckAll<float>(); }
TEST_P(AdaGradTest, Double) { CheckAll<double>(); }

// A row that missed no step is not changed in any bit.
TEST_P(AdaGradTest, NothingMissedIsNothingDone) {
  const StoreShape shape{.width = 19};
  Store<float> ours(shape, 1), before(shape, 1);
  std::fill(ours.step_of.begin(), ours.step_of.end(), 77u);
  AdaGradSettle<float>(ours.View(), 77, {1, 1, 0.1});
  for (std::size_t k = 0; k < ours.values.dense().size(); ++k) {
    ASSERT_EQ(ours.values.dense()[k], before.values.dense()[k]);
  }
}

// Many small shrinkings are as accurate as one large one: errors have no bias.
TEST_P(AdaGradTest, ManyVisitsShrinkAsMuchAsOne) {
  const AdaGradSettings settings{1, 1, 1e-4};
  constexpr std::uint32_t kSteps = 20000;
  for (const std::uint32_t stride : {1u, 7u, 200u}) {
    Store<float> often({.width = 19}, 1), once({.width = 19}, 1);
    const std::vector<RowOccurrence<float>> list = RandomList(often, rng_);
    GuardedArray<float> out(kTokens * 32 + 16);
    for (Store<float>* store : {&often, &once}) {
      std::fill(store->step_of.begin(), store->step_of.end(), 0u);
    }
    for (std::uint32_t now = stride; now <= kSteps; now += stride) {
      AdaGradGather<float>(often.View(), list, now, settings, {}, kTokens, 32, out.data());
    }
    AdaGradSettle<float>(often.View(), kSteps, settings);
    reference::AdaGradSettle<float>(once.View(), kSteps, settings);
    // A random walk of half a unit per visit; twice its expected length.
    const double walk = std::sqrt(static_cast<double>(kSteps) / stride);
    ExpectSame(often, once, 16 + walk);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, AdaGradTest, AllSimdTargets(), SimdTargetLabel);

}  // namespace
}  // namespace sagitta::kernels
