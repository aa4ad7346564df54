// The kernels on plain vectors against their reference versions, on every SIMD target of the
// machine.
#include "kernels/vectors.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/chain.h"
#include "kernels/vectors_reference.h"
#include "support/guarded_array.h"
#include "support/simd_target_test.h"

namespace sagitta::kernels {
namespace {

template <class Real>
constexpr double kEpsilon = std::numeric_limits<Real>::epsilon();

std::vector<std::size_t> Counts() {
  std::vector<std::size_t> counts = {130, 257, 600, 1023, 1024, 1025, 2000, 5000};
  for (std::size_t count = 0; count <= 70; ++count) counts.push_back(count);
  return counts;
}

class VectorsTest : public SimdTargetTest {
 protected:
  template <class Real>
  GuardedArray<Real> Random(std::size_t count) {
    GuardedArray<Real> x(count);
    FillUniform(x.span(), -1, 1, rng_);
    return x;
  }

  template <class Real>
  static std::vector<Real> Copy(const GuardedArray<Real>& x) {
    return {x.data(), x.data() + x.size()};
  }

  template <class Real>
  static void ExpectIntact(const GuardedArray<Real>& x) {
    EXPECT_TRUE(x.GuardsIntact() && x.SlackIntact()) << x.size() << " elements";
  }

  template <class Real>
  void TestExchange() {
    for (const std::size_t count : Counts()) {
      for (const bool in_place : {false, true}) {
        GuardedArray<Real> fresh = Random<Real>(count), stored = Random<Real>(count), other(count);
        GuardedArray<Real>& difference = in_place ? fresh : other;
        std::vector<Real> expected_stored = Copy(stored), expected(count);
        const std::vector<Real> before = Copy(fresh);
        reference::Exchange(count, before.data(), expected_stored.data(), expected.data());
        Exchange(count, fresh.data(), stored.data(), difference.data());
        EXPECT_EQ(Copy(difference), expected);
        EXPECT_EQ(Copy(stored), expected_stored);
        EXPECT_EQ(Copy(stored), before);
        for (const auto* x : {&fresh, &stored, &other}) ExpectIntact(*x);
      }
    }
  }

  // 0: three arrays; 1: out is x; 2: out is y; 3: all the same.
  template <class Real>
  void TestSubtractScaled(int aliases) {
    for (const std::size_t count : Counts()) {
      GuardedArray<Real> x = Random<Real>(count), y = Random<Real>(count), other(count);
      const Real* const y_in = aliases == 3 ? x.data() : y.data();
      GuardedArray<Real>& out = aliases == 0 ? other : aliases == 2 ? y : x;
      const Real a = Real{1.25};
      std::vector<Real> expected(count);
      reference::SubtractScaled(count, x.data(), a, y_in, expected.data());
      SubtractScaled(count, x.data(), a, y_in, out.data());
      for (std::size_t k = 0; k < count; ++k) {
        ASSERT_NEAR(out[k], expected[k], 4 * kEpsilon<Real>);
      }
      for (const auto* array : {&x, &y, &other}) ExpectIntact(*array);
    }
  }

  template <class Real>
  void TestDotAndMaxAbs() {
    for (const std::size_t count : Counts()) {
      const GuardedArray<Real> x = Random<Real>(count), y = Random<Real>(count);
      EXPECT_NEAR(Dot(count, x.data(), y.data()), reference::Dot(count, x.data(), y.data()),
                  kEpsilon<Real> * (8 + static_cast<double>(count)));
      EXPECT_EQ(MaxAbs(count, x.data()), reference::MaxAbs(count, x.data()));
    }
    for (std::size_t at = 0; at < 70; ++at) {
      GuardedArray<Real> x = Random<Real>(70);
      x[at] = Real{-2};
      EXPECT_EQ(MaxAbs<Real>(70, x.data()), Real{2});
    }
  }

  template <class Real>
  void TestGramProduct(std::size_t rows, std::size_t width) {
    SCOPED_TRACE(testing::Message() << rows << " rows of " << width);
    std::vector<std::uint64_t> begin = {2};  // as in the middle of a data set
    std::vector<std::uint32_t> column = {999999, 999999};
    std::vector<Real> value = {99, 99};
    for (std::uint32_t t = 0; t < rows; ++t) {
      for (std::uint32_t other = 0; other <= t; ++other) {
        if (rng_() % 3 != 0 || (other == t && rng_() % 8 == 0)) continue;
        column.push_back(other);
        value.push_back(static_cast<Real>(rng_() % 9) - 3);
      }
      begin.push_back(column.size());
    }
    const std::size_t stride = PaddedLength<Real>(width);
    const GuardedArray<Real> table = Random<Real>(rows * width);
    GuardedArray<Real> out(rows * stride, Real{7});
    std::vector<Real> expected(rows * stride);
    const double norm = GramProduct(rows, width, begin.data(), column.data(), value.data(),
                                    table.data(), stride, out.data());
    const double expected_norm =
        reference::GramProduct(rows, width, begin.data(), column.data(), value.data(), table.data(),
                               stride, expected.data());
    const double terms = static_cast<double>(rows * width + 8);
    EXPECT_NEAR(norm, expected_norm, 64 * kEpsilon<Real> * terms);
    for (std::size_t k = 0; k < out.size(); ++k) {
      if (k % stride >= width) continue;
      ASSERT_NEAR(out[k], expected[k], 64 * kEpsilon<Real> * static_cast<double>(rows));
    }
    ExpectIntact(out);
  }

  template <class Real>
  void TestGramProducts() {
    for (std::size_t width = 1; width <= 70; ++width) TestGramProduct<Real>(1 + rng_() % 20, width);
    for (const std::size_t width : {130, 257, 600, 2000}) TestGramProduct<Real>(5, width);
    TestGramProduct<Real>(50, 7);
  }
};

TEST_P(VectorsTest, ExchangeFloat) { TestExchange<float>(); }
TEST_P(VectorsTest, ExchangeDouble) { TestExchange<double>(); }
TEST_P(VectorsTest, SubtractScaledFloat) {
  for (const int aliases : {0, 1, 2, 3}) TestSubtractScaled<float>(aliases);
}
TEST_P(VectorsTest, SubtractScaledDouble) {
  for (const int aliases : {0, 1, 2, 3}) TestSubtractScaled<double>(aliases);
}
TEST_P(VectorsTest, DotAndMaxAbsFloat) { TestDotAndMaxAbs<float>(); }
TEST_P(VectorsTest, DotAndMaxAbsDouble) { TestDotAndMaxAbs<double>(); }
TEST_P(VectorsTest, GramProductFloat) { TestGramProducts<float>(); }
TEST_P(VectorsTest, GramProductDouble) { TestGramProducts<double>(); }

// A million products of floats: a sum in float would be wrong in the third digit.
TEST_P(VectorsTest, LongDotIsSummedInDouble) {
  const std::size_t count = 1 << 20;
  GuardedArray<float> x(count, 0.1f), y(count, 0.3f);
  const double expected = static_cast<double>(count) * double{0.1f} * double{0.3f};
  EXPECT_NEAR(Dot(count, x.data(), y.data()) / expected, 1.0, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Targets, VectorsTest, AllSimdTargets(), SimdTargetLabel);

}  // namespace
}  // namespace sagitta::kernels
