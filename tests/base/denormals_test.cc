// FlushDenormals: flush to zero within its scope, gradual underflow outside it.
#include "base/denormals.h"

#include <gtest/gtest.h>

#include <limits>

namespace sagitta {
namespace {

// Hidden from the optimizer, so that the processor does the arithmetic.
template <class Real>
Real Half(Real x) {
  volatile Real value = x;
  value = value * Real{0.5};
  return value;
}

template <class Real>
void TestScope() {
  const Real smallest = std::numeric_limits<Real>::min();
  EXPECT_GT(Half(smallest), 0);
  {
    const FlushDenormals flush;
#if defined(__SSE2__)
    EXPECT_EQ(Half(smallest), 0);
    {
      const FlushDenormals again;
      EXPECT_EQ(Half(smallest), 0);
    }
    EXPECT_EQ(Half(smallest), 0);
#endif
    EXPECT_EQ(Half(2 * smallest), smallest);  // normal numbers are not affected
  }
  EXPECT_GT(Half(smallest), 0);
}

TEST(FlushDenormalsTest, Float) { TestScope<float>(); }
TEST(FlushDenormalsTest, Double) { TestScope<double>(); }

}  // namespace
}  // namespace sagitta
