// The entropy kernel against its formula in long double, on every SIMD target of the machine.
#include "kernels/entropy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/guarded_array.h"
#include "support/simd_target_test.h"

namespace sagitta::kernels {
namespace {

struct Exact {
  long double value = 0, slope = 0, curvature = 0, size = 0;
};

template <class Real>
Exact Formula(const GuardedArray<Real>& from, const GuardedArray<Real>& to, std::size_t observed,
              const EntropySegment& segment) {
  Exact sum;
  for (std::size_t k = 0; k < from.size(); ++k) {
    const long double x = from.data()[k], y = to.data()[k];
    const long double m = segment.on_from * x + segment.on_to * y + (k == observed ? 1 : 0);
    const long double d = segment.on_difference * (y - x);
    sum.value -= m * std::log(m);
    sum.slope -= d * std::log(m);
    sum.curvature -= d * d / m;
    sum.size += (m + std::abs(d)) * (1 + std::abs(std::log(m))) + d * d / m;
  }
  return sum;
}

class EntropyTest : public SimdTargetTest {
 protected:
  /// A table omega (p - observed) of a distribution with cells of very different size.
  template <class Real>
  GuardedArray<Real> Table(std::size_t count, std::size_t observed, double omega) {
    std::uniform_real_distribution<double> draw(-40, 0);
    std::vector<double> p(count);
    double sum = 0;
    for (double& x : p) sum += x = std::exp(draw(rng_));
    GuardedArray<Real> table(count);
    for (std::size_t k = 0; k < count; ++k) {
      table.data()[k] = static_cast<Real>(omega * (p[k] / sum - (k == observed ? 0.7 : 0)));
    }
    return table;
  }

  template <class Real>
  void Check() {
    for (std::size_t count = 1; count <= 70; ++count) {
      const std::size_t observed = count % 3 == 0 ? count - 1 : count / 2;
      constexpr double kOmega = 2.5;
      const auto from = Table<Real>(count, observed, kOmega);
      const auto to = Table<Real>(count, observed, kOmega);
      for (const double gamma : {0.0, 1e-3, 0.4, 1.0}) {
        const EntropySegment segment{(1 - gamma) / kOmega, gamma / kOmega, 1 / kOmega};
        const Exact exact = Formula(from, to, observed, segment);
        const EntropySums found = SegmentEntropy(count, from.data(), to.data(), observed, segment);
        const double tolerance = static_cast<double>(1e-14L * exact.size);
        ASSERT_NEAR(found.value, static_cast<double>(exact.value), tolerance) << count;
        ASSERT_NEAR(found.slope, static_cast<double>(exact.slope), tolerance) << count;
        ASSERT_NEAR(found.curvature, static_cast<double>(exact.curvature), tolerance) << count;
      }
    }
  }
};

TEST_P(EntropyTest, IsTheFormula) {
  Check<float>();
  Check<double>();
}

// Cells at and below zero give finite results, and have no entropy.
TEST_P(EntropyTest, ZeroesStayFinite) {
  const std::vector<double> from = {0, 0, -1e-17, 0, -1, 0, 0};
  const std::vector<double> to = {0, 0.5, -1e-17, 1e-40, -1, 0, 0.5};
  const EntropySums certain = SegmentEntropy(7, from.data(), from.data(), 0, {1, 0, 1});
  EXPECT_EQ(certain.value, 0);
  EXPECT_EQ(certain.slope, 0);
  EXPECT_EQ(certain.curvature, 0);
  for (const std::size_t observed : {std::size_t{0}, std::size_t{4}}) {
    const EntropySums sums = SegmentEntropy(7, from.data(), to.data(), observed, {1, 0, 1});
    EXPECT_TRUE(std::isfinite(sums.value));
    EXPECT_GT(sums.slope, 60);
    EXPECT_LT(sums.curvature, -1e29);
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, EntropyTest, AllSimdTargets(), SimdTargetLabel);

}  // namespace
}  // namespace sagitta::kernels
