// AdaGrad's kernels against their plain versions, on every SIMD target of the machine.
#include "kernels/adagrad.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/random_rows.h"
#include "kernels/reference.h"
#include "support/simd_target_test.h"

namespace sagitta::kernels {
namespace {

template <class Real>
constexpr double kEpsilon = std::numeric_limits<Real>::epsilon();

// Two stores of one shape, and gradients. Roots are positive.
template <class Real>
struct Stores {
  Stores(const StoreShape& shape, std::uint64_t seed)
      : w(shape, seed), root(shape, seed), gradient(shape, seed), rng(seed) {
    const Rows<Real> view = w.View();
    step_of.resize(view.dense_rows + view.words);
    for (std::uint32_t& step : step_of) step = static_cast<std::uint32_t>(rng() % 1000);
    const Rows<Real> roots = root.View(), gradients = gradient.View();
    for (std::size_t k = 0; k < view.dense_rows * view.dense_part; ++k) {
      roots.dense[k] = std::abs(roots.dense[k]) * static_cast<Real>(rng() % 4);
      gradients.dense[k] *= static_cast<Real>(rng() % 3);
    }
    for (std::size_t k = 0; k < view.words; ++k) {
      roots.sparse[k] = std::abs(roots.sparse[k]) * static_cast<Real>(rng() % 4);
      gradients.sparse[k] *= static_cast<Real>(rng() % 3);
    }
  }

  AdaGradRows<Real> View() { return {w.View(), root.View(), step_of.data()}; }

  /// What Scatter does: w += gradient.
  void AddGradient() {
    const Rows<Real> to = w.View(), from = gradient.View();
    for (std::size_t k = 0; k < to.dense_rows * to.dense_part; ++k) to.dense[k] += from.dense[k];
    for (std::size_t k = 0; k < to.words; ++k) to.sparse[k] += from.sparse[k];
  }

  RandomStore<Real> w, root, gradient;
  std::vector<std::uint32_t> step_of;
  std::mt19937_64 rng;
};

template <class Real>
void ExpectNear(const GuardedArray<Real>& found, const GuardedArray<Real>& expected, double units) {
  for (std::size_t k = 0; k < found.size(); ++k) {
    const double scale = std::max(1e-30, std::abs(static_cast<double>(expected[k])));
    ASSERT_NEAR(found[k], expected[k], units * kEpsilon<Real> * scale) << k;
  }
}

class AdaGradTest : public SimdTargetTest {
 protected:
  // Every other row.
  template <class Real>
  static std::vector<std::uint32_t> ListOf(const Stores<Real>& stores) {
    std::vector<std::uint32_t> list;
    for (std::size_t k = 0; k < stores.w.numbers().size(); k += 2) {
      list.push_back(stores.w.numbers()[k]);
    }
    return list;
  }

  template <class Real>
  void CheckCatchUp(const StoreShape& shape, const AdaGradSettings& settings, std::uint32_t now) {
    const std::uint64_t seed = rng_();
    Stores<Real> ours(shape, seed), plain(shape, seed);
    const std::vector<std::uint32_t> list = ListOf(ours);
    GuardedArray<Real> aside(list.size() * ours.w.View().dense_part, Real{7});
    const bool copies = now != 5000;
    AdaGradCatchUp<Real>(ours.View(), list, now, settings, copies ? aside.data() : nullptr);
    reference::AdaGradCatchUp<Real>(plain.View(), list, now, settings, nullptr);
    EXPECT_TRUE(aside.GuardsIntact() && aside.SlackIntact());
    if (copies) ExpectCopied(ours, list, aside);
    // The larger the exponent, the more of its rounding there is.
    const double exponent = now * std::log1p(settings.eta * settings.lambda / settings.delta);
    const double units = 8 + 4 * std::min(exponent, 100.0);
    ExpectNear(ours.w.dense(), plain.w.dense(), units);
    ExpectNear(ours.w.sparse(), plain.w.sparse(), units);
    for (auto* store : {&ours.w, &ours.root}) EXPECT_TRUE(store->PaddingIsZero());
    EXPECT_EQ(ours.step_of, plain.step_of);
  }

  /// Row n of the list is at n * dense_part.
  template <class Real>
  static void ExpectCopied(Stores<Real>& stores, const std::vector<std::uint32_t>& list,
                           const GuardedArray<Real>& aside) {
    const Rows<Real> rows = stores.w.View();
    for (std::size_t n = 0; n < list.size(); ++n) {
      const bool dense = list[n] < rows.dense_rows;
      const std::size_t place = list[n] - rows.dense_rows;
      const Real* w = dense ? rows.dense + list[n] * rows.dense_part : rows.sparse + place + 1;
      const std::size_t count = dense ? rows.width : rows.slots[place];
      for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(aside[n * rows.dense_part + k], w[k]);
    }
  }

  template <class Real>
  void CheckStep(const StoreShape& shape, const AdaGradSettings& settings) {
    const std::uint64_t seed = rng_();
    Stores<Real> ours(shape, seed), other(shape, seed);
    const std::vector<std::uint32_t> list = ListOf(ours);
    // Where no step was missed this only makes the copy.
    GuardedArray<Real> aside(list.size() * ours.w.View().dense_part);
    ours.step_of.assign(ours.step_of.size(), 3);
    other.step_of = ours.step_of;
    reference::AdaGradCatchUp<Real>(ours.View(), list, 3, settings, aside.data());
    ours.AddGradient();
    other.AddGradient();
    AdaGradStep<Real>(ours.View(), list, aside.data(), ours.w.numbers(), settings);
    reference::AdaGradStep<Real>(other.View(), list, aside.data(), settings);
    CompareSteps(ours, other, settings);
    EXPECT_EQ(ours.step_of, other.step_of);
  }

  template <class Real>
  static void CompareSteps(Stores<Real>& ours, Stores<Real>& plain,
                           const AdaGradSettings& settings) {
    ExpectNear(ours.root.dense(), plain.root.dense(), 8);
    ExpectNear(ours.root.sparse(), plain.root.sparse(), 8);
    // H w - eta g may cancel: the error is one of the parts.
    for (const auto of : {&RandomStore<Real>::dense, &RandomStore<Real>::sparse}) {
      const auto& found = (ours.w.*of)();
      for (std::size_t k = 0; k < found.size(); ++k) {
        const double size = 1 + 2 * settings.eta / settings.delta;
        ASSERT_NEAR(found[k], (plain.w.*of)()[k], 8 * kEpsilon<Real> * size);
      }
    }
    for (auto* store : {&ours.w, &ours.root}) EXPECT_TRUE(store->PaddingIsZero());
  }

  template <class Real>
  void CheckAll() {
    const AdaGradSettings settings[] = {{1, 0.1, 1e-4}, {1, 1, 0.01},   {1, 10, 0.5},
                                        {0.25, 2, 3},   {1e-3, 0.1, 0}, {1, 1e-6, 1e-9}};
    for (std::uint32_t width = 1; width <= 70; width += width < 40 ? 1 : 13) {
      for (const bool masked : {false, true}) {
        const StoreShape shape{.width = width, .masked = masked};
        for (const AdaGradSettings& own : settings) {
          CheckStep<Real>(shape, own);
          for (const std::uint32_t now : {1000u, 5000u, 3000000u}) {
            CheckCatchUp<Real>(shape, own, now);
          }
        }
      }
    }
  }
};

TEST_P(AdaGradTest, Float) { CheckAll<float>(); }
TEST_P(AdaGradTest, Double) { CheckAll<double>(); }

// What no step has missed stays as it is, to the bit.
TEST_P(AdaGradTest, NothingMissedIsNothingDone) {
  const StoreShape shape{.width = 19};
  Stores<float> ours(shape, 1), before(shape, 1);
  for (std::uint32_t& step : ours.step_of) step = 77;
  AdaGradCatchUp<float>(ours.View(), ours.w.numbers(), 77, {1, 1, 0.1}, nullptr);
  for (std::size_t k = 0; k < ours.w.dense().size(); ++k) {
    ASSERT_EQ(ours.w.dense()[k], before.w.dense()[k]);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, AdaGradTest, AllSimdTargets(), SimdTargetLabel);

}  // namespace
}  // namespace sagitta::kernels
