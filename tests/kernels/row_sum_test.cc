// AddWeightedRows against a plain reference, on every SIMD target of the machine.
#include "kernels/row_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/simd_target_test.h"

namespace sagitta::kernels {
namespace {

/// The formula as plain loops.
template <class Real>
void AddWeightedRowsReference(const WeightedRow<Real>* rows, std::size_t count, std::size_t stride,
                              double* out) {
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t j = 0; j < stride; ++j) out[j] += rows[k].value * rows[k].row[j];
  }
}

class RowSumTest : public SimdTargetTest {
 protected:
  double Uniform() { return std::uniform_real_distribution<double>(-1, 1)(rng_); }

  /// Tables of exactly the required size, so that a sanitizer detects any access outside them.
  template <class Real>
  void ExpectSameAsReference(std::size_t stride, std::size_t count, bool ones) {
    std::vector<std::vector<Real>> table(7, std::vector<Real>(stride));
    for (std::vector<Real>& row : table) {
      for (Real& weight : row) weight = static_cast<Real>(Uniform());
    }
    std::vector<WeightedRow<Real>> rows;
    for (std::size_t k = 0; k < count; ++k) {
      rows.push_back({ones ? 1.0 : Uniform(), table[rng_() % table.size()].data()});
    }
    std::vector<double> sums(stride);
    for (double& sum : sums) sum = Uniform();
    std::vector<double> expected = sums;
    AddWeightedRows(rows.data(), count, stride, sums.data());
    AddWeightedRowsReference(rows.data(), count, stride, expected.data());
    for (std::size_t j = 0; j < stride; ++j) {
      // A product with 1 is exact, so a fused multiply-add gives the same result.
      const double tolerance = ones ? 0.0 : 1e-15 * static_cast<double>(count + 1);
      ASSERT_NEAR(sums[j], expected[j], tolerance) << "column " << j << " of " << stride;
    }
  }
};

TEST_P(RowSumTest, EveryStride) {
  for (std::size_t stride = kRowLanes; stride <= 16 * kRowLanes; stride += kRowLanes) {
    for (const std::size_t count : {0, 1, 2, 19, 100}) {
      for (const bool ones : {false, true}) {
        ExpectSameAsReference<float>(stride, count, ones);
        ExpectSameAsReference<double>(stride, count, ones);
      }
    }
  }
  ExpectSameAsReference<float>(RowStride(2000), 20, false);
}

TEST_P(RowSumTest, PaddingDoesNotSpread) {
  std::vector<float> row(16, 1.0f);
  row[15] = std::numeric_limits<float>::quiet_NaN();
  const WeightedRow<float> rows[] = {{2.0, row.data()}};
  std::vector<double> sums(16, 1.0);
  AddWeightedRows(rows, 1, 16, sums.data());
  for (std::size_t j = 0; j < 15; ++j) EXPECT_EQ(sums[j], 3.0);
  EXPECT_TRUE(std::isnan(sums[15]));
}

INSTANTIATE_TEST_SUITE_P(Targets, RowSumTest, AllSimdTargets(), SimdTargetLabel);

TEST(RowStrideTest, RoundsUp) {
  EXPECT_EQ(RowStride(1), 8u);
  EXPECT_EQ(RowStride(8), 8u);
  EXPECT_EQ(RowStride(9), 16u);
}

}  // namespace
}  // namespace sagitta::kernels
