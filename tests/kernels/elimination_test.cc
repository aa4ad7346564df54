// NormalizeColumns against the plain formula.
#include "kernels/elimination.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "support/guarded_array.h"
#include "support/simd_target_test.h"

namespace sagitta {
namespace {

class EliminationKernelTest : public SimdTargetTest {};

TEST_P(EliminationKernelTest, EqualsThePlainFormula) {
  for (const std::size_t rows : {1u, 2u, 5u, 17u}) {
    for (const std::size_t columns : {1u, 3u, 4u, 8u, 29u}) {
      for (const double width : {1.0, 1e4}) {
        GuardedArray<double> x(rows * columns), sums(columns);
        FillUniform(x.span(), -width, width, rng_);
        for (std::size_t k = 0; k < rows; ++k) {
          x[k * columns] = -std::numeric_limits<double>::infinity();
        }
        const std::vector<double> before(x.span().begin(), x.span().end());
        kernels::NormalizeColumns(rows, columns, x.data(), sums.data());
        EXPECT_EQ(sums[0], -std::numeric_limits<double>::infinity());
        for (std::size_t s = 1; s < columns; ++s) {
          long double total = 0, max = -INFINITY;
          for (std::size_t k = 0; k < rows; ++k) max = std::fmax(max, before[k * columns + s]);
          for (std::size_t k = 0; k < rows; ++k) total += std::exp(before[k * columns + s] - max);
          const long double log_sum = max + std::log(total);
          EXPECT_NEAR(sums[s], static_cast<double>(log_sum), 4e-15 * width);
          for (std::size_t k = 0; k < rows; ++k) {
            const auto p = static_cast<double>(std::exp(before[k * columns + s] - log_sum));
            EXPECT_NEAR(x[k * columns + s], p, 1e-14);
          }
        }
        for (std::size_t k = 0; k < rows; ++k) EXPECT_EQ(x[k * columns], 0);
        EXPECT_TRUE(x.GuardsIntact() && sums.GuardsIntact());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, EliminationKernelTest, AllSimdTargets(), SimdTargetLabel);

}  // namespace
}  // namespace sagitta
