// The kernels for weights with an L1 penalty against one weight at a time, on every SIMD target.
#include "kernels/proximal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/simd_target_test.h"

namespace sagitta::kernels {
namespace {

class ProximalKernels : public SimdTargetTest {
 protected:
  double Normal() { return std::normal_distribution<double>(0, 1)(rng_); }

  // Normally distributed numbers; a third of them zero, some of these negative zero.
  template <class Real>
  std::vector<Real> Random(std::size_t count) {
    std::vector<Real> x(count);
    for (Real& value : x) {
      value = static_cast<Real>(rng_() % 3 != 0 ? Normal() : rng_() % 2 != 0 ? 0.0 : -0.0);
    }
    return x;
  }

  template <class Real>
  static void ExpectNear(Real x, Real expected) {
    EXPECT_NEAR(x, expected, 8 * std::numeric_limits<Real>::epsilon());
    EXPECT_EQ(x == 0, expected == 0);
  }

  template <class Real>
  void TestFollow() {
    const ProximalSpan<Real> span{Real(0.9), Real(0.5), Real(0.25), Real(0.6)};
    for (std::size_t count = 0; count <= 64; count += 32 / sizeof(Real)) {
      const std::vector<Real> w = Random<Real>(count), d = Random<Real>(count);
      for (const bool in_place : {false, true}) {
        std::vector<Real> other(count), same = w;
        std::vector<Real>& out = in_place ? same : other;
        const std::uint64_t crossing =
            Follow(count, in_place ? same.data() : w.data(), d.data(), span, out.data());
        for (std::size_t j = 0; j < count; ++j) {
          Real expected;
          const bool known = FollowOne(w[j], d[j], span, expected);
          ASSERT_EQ((crossing >> j) & 1, known ? 0u : 1u) << j;
          ExpectNear(out[j], known ? expected : w[j]);
        }
        EXPECT_EQ(count < 64 ? crossing >> count : 0, 0u);
      }
    }
  }

  // Rows of `width` slots, each last visited at a different moment.
  template <class Real>
  void TestRows(std::uint32_t width) {
    constexpr std::uint32_t kRows = 20;
    Rows<Real> rows;
    rows.width = width;
    rows.dense_rows = kRows;
    rows.dense_stride = PaddedWidth<Real>(width);
    std::vector<Real> values = Random<Real>(2 * kRows * rows.dense_stride);
    rows.dense = values.data();
    const ProximalMoment moments[] = {{1, 0, 0, 0.7}, {0.9, 0.1, 0.2, 0.7}, {0.8, 0.3, 0.3, 0}};
    const std::vector<std::uint32_t> visited = {0, 3, 4, 7, 8, 9, 12, 15, 16, 17, 18, 19};
    std::vector<std::uint32_t> last(kRows);
    for (std::uint32_t& from : last) from = static_cast<std::uint32_t>(rng_() % 3);
    const std::vector<Real> before = values;
    const std::vector<std::uint32_t> last_before = last;
    std::span<const std::uint32_t> left = visited;
    std::vector<std::uint64_t> crossings(kRows, 0);
    while (!left.empty()) {
      const FollowedRows followed = FollowRows<Real>(rows, left, moments, 2, last.data());
      left = left.subspan(followed.done);
      if (left.empty()) break;
      EXPECT_NE(followed.crossing, 0u);
      EXPECT_EQ(last[left[0]], last_before[left[0]]);
      crossings[left[0]] = followed.crossing;
      left = left.subspan(1);
    }
    for (std::uint32_t r = 0; r < kRows; ++r) {
      const bool touched = std::count(visited.begin(), visited.end(), r) > 0 && last_before[r] < 2;
      if (touched && crossings[r] == 0) {
        EXPECT_EQ(last[r], 2u);
      } else {
        EXPECT_EQ(last[r], last_before[r]);
      }
      for (std::size_t j = 0; j < rows.dense_stride; ++j) {
        const std::size_t at = 2 * r * rows.dense_stride + j;
        const Real w = before[at], d = before[at + rows.dense_stride];
        Real expected = w;
        if (touched) {
          const bool known =
              FollowOne(w, d, SpanBetween<Real>(moments[last_before[r]], moments[2]), expected);
          EXPECT_EQ((crossings[r] >> j) & 1, known ? 0u : 1u);
          if (!known) expected = w;
        }
        ExpectNear(values[at], expected);
        EXPECT_EQ(values[at + rows.dense_stride], d);
      }
    }
  }

  // Rows of one to four slots.
  template <class Real>
  void TestSparseRows() {
    std::vector<std::uint32_t> slots, visited;
    while (slots.size() < 100) {
      const std::uint32_t count = 1 + static_cast<std::uint32_t>(rng_() % 4);
      if (rng_() % 3 != 0) visited.push_back(5 + static_cast<std::uint32_t>(slots.size()));
      slots.push_back(count);
      for (std::uint32_t j = 0; j < count; ++j) slots.push_back(j);
    }
    Rows<Real> rows;
    rows.dense_rows = 5;
    rows.words = slots.size();
    rows.slots = slots.data();
    std::vector<Real> values = Random<Real>(2 * slots.size());
    for (std::size_t at = 0; at < values.size(); at += 2) {  // rows that rest, too
      if (rng_() % 2 == 0) values[at] = 0;
    }
    rows.sparse = values.data();
    const ProximalMoment moments[] = {{1, 0, 0, 0.5}, {0.9, 0.1, 0.2, 0.7}, {0.8, 0.3, 0.3, 0}};
    std::vector<std::uint32_t> last(5 + slots.size());
    for (std::uint32_t& from : last) from = static_cast<std::uint32_t>(rng_() % 3);
    const std::vector<Real> before = values;
    const std::vector<std::uint32_t> last_before = last;
    std::vector<Real> expected = values;
    std::span<const std::uint32_t> left = visited;
    for (const std::uint32_t row : visited) {
      bool crosses = false;
      for (std::uint32_t j = 0; last_before[row] < 2 && j < slots[row - 5]; ++j) {
        const std::size_t at = 2 * (row - 5 + 1 + j);
        Real out;
        const bool known = FollowOne(before[at], before[at + 1],
                                     SpanBetween<Real>(moments[last_before[row]], moments[2]), out);
        if (known) expected[at] = out;
        crosses = crosses || !known;
      }
      if (!crosses) continue;
      const FollowedRows followed = FollowSparseRows<Real>(rows, left, moments, 2, last.data());
      ASSERT_LT(followed.done, left.size());
      EXPECT_EQ(left[followed.done], row) << "the first that crosses";
      EXPECT_EQ(last[row], last_before[row]);
      for (std::uint32_t j = 0; j < slots[row - 5]; ++j) {
        const std::size_t at = 2 * (row - 5 + 1 + j);
        const bool crossing = (followed.crossing >> j) & 1;
        EXPECT_TRUE(!crossing || values[at] == before[at]);
      }
      left = left.subspan(followed.done + 1);
    }
    EXPECT_EQ(FollowSparseRows<Real>(rows, left, moments, 2, last.data()).done, left.size());
    for (std::size_t at = 0; at < values.size(); ++at) ExpectNear(values[at], expected[at]);
    for (std::size_t k = 0; k < left.size(); ++k) EXPECT_EQ(last[left[k]], 2u);
  }

  template <class Real>
  void TestSteps(std::uint32_t width) {
    Rows<Real> rows;
    rows.width = width;
    rows.dense_rows = 3;
    rows.dense_stride = PaddedWidth<Real>(width);
    std::vector<Real> values = Random<Real>(6 * rows.dense_stride);
    rows.dense = values.data();
    const std::vector<Real> before = values;
    const ProximalStep<Real> step{Real(0.75), Real(0.3), Real(0.2)};
    const std::uint32_t chosen[] = {0, 2};
    StepRows<Real>(rows, chosen, step);
    for (std::size_t at = 0; at < values.size(); ++at) {
      const bool weight = at / rows.dense_stride % 2 == 0 && at / (2 * rows.dense_stride) != 1;
      ExpectNear(values[at],
                 weight ? StepOne(before[at], before[at + rows.dense_stride], step) : before[at]);
    }
  }

  template <class Real>
  void TestSubgradient() {
    for (std::size_t count = 0; count <= 70; ++count) {
      const std::vector<Real> w = Random<Real>(count), d = Random<Real>(count);
      SubgradientSweep expected;
      for (std::size_t j = 0; j < count; ++j) {
        const double own = w[j], g = 0.25 * d[j] + 0.5 * own;
        const double least =
            own != 0 ? std::abs(g + std::copysign(0.125, own)) : std::max(std::abs(g) - 0.125, 0.0);
        expected.max_abs = std::max(expected.max_abs, least);
        expected.squares += own * own;
        expected.sizes += std::abs(own);
      }
      const SubgradientSweep sweep =
          LeastSubgradient<Real>(count, w.data(), d.data(), Real(0.25), Real(0.5), Real(0.125));
      const double rounding = 100 * std::numeric_limits<Real>::epsilon();
      EXPECT_NEAR(sweep.max_abs, expected.max_abs, rounding);
      EXPECT_NEAR(sweep.squares, expected.squares, rounding * (1 + expected.squares));
      EXPECT_NEAR(sweep.sizes, expected.sizes, rounding * (1 + expected.sizes));
    }
  }
};

TEST_P(ProximalKernels, Follow) {
  TestFollow<float>();
  TestFollow<double>();
}

TEST_P(ProximalKernels, FollowRows) {
  for (const std::uint32_t width : {1, 3, 8, 9, 22, 64}) {
    TestRows<float>(width);
    TestRows<double>(width);
  }
}

TEST_P(ProximalKernels, FollowSparseRows) {
  for (int round = 0; round < 20; ++round) {
    TestSparseRows<float>();
    TestSparseRows<double>();
  }
}

TEST_P(ProximalKernels, StepRows) {
  for (const std::uint32_t width : {1, 3, 8, 9, 22, 64, 100}) {
    TestSteps<float>(width);
    TestSteps<double>(width);
  }
}

TEST_P(ProximalKernels, LeastSubgradient) {
  TestSubgradient<float>();
  TestSubgradient<double>();
}

INSTANTIATE_TEST_SUITE_P(, ProximalKernels, AllSimdTargets(), SimdTargetLabel);

}  // namespace
}  // namespace sagitta::kernels
