// The kernels on rows against their reference versions, on every SIMD target of the machine.
#include "kernels/rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/chain.h"
#include "kernels/random_rows.h"
#include "kernels/rows_reference.h"
#include "support/simd_target_test.h"

namespace sagitta::kernels {
namespace {

template <class Real>
constexpr double kEpsilon = std::numeric_limits<Real>::epsilon();

/// Widths of node rows, and squares of label counts for edge rows.
std::vector<std::uint32_t> Widths() {
  std::vector<std::uint32_t> widths = {100, 130, 144, 169, 257, 600, 1024, 2000};
  for (std::uint32_t width = 1; width <= 70; ++width) widths.push_back(width);
  return widths;
}

std::vector<StoreShape> Shapes(bool lazy) {
  std::vector<StoreShape> shapes;
  for (const std::uint32_t width : Widths()) {
    shapes.push_back({width, 9, 7, lazy, false});
    shapes.push_back({width, 9, 7, lazy, true});
  }
  shapes.push_back({11, 0, 7, lazy, false});
  shapes.push_back({11, 9, 0, lazy, false});
  return shapes;
}

class RowsTest : public SimdTargetTest {
 protected:
  std::size_t RandomLength() { return 1 + rng_() % (rng_() % 8 == 0 ? 50 : 6); }

  template <class Real>
  static void ExpectNear(std::span<const Real> actual, std::span<const Real> expected,
                         double tolerance) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t k = 0; k < actual.size(); ++k) {
      ASSERT_NEAR(actual[k], expected[k], tolerance) << "element " << k;
    }
  }

  template <class Real>
  static void ExpectSameStore(const RandomStore<Real>& actual, const RandomStore<Real>& expected,
                              double tolerance) {
    ExpectNear(actual.dense().span(), expected.dense().span(), tolerance);
    ExpectNear(actual.sparse().span(), expected.sparse().span(), tolerance);
    EXPECT_TRUE(actual.PaddingIsZero());
  }

  template <class Real>
  void TestGather(const StoreShape& shape, std::size_t stride) {
    RandomStore<Real> store(shape, rng_());
    const std::size_t tokens = RandomLength();
    const RandomOccurrences<Real> at(shape, store, tokens, rng_);
    GuardedArray<Real> out(tokens * stride, Real{5}), expected(tokens * stride, Real{6});
    const Real scale = Real{0.75};
    const double clock = shape.lazy ? static_cast<double>(rng_() % 8) * 0.9 : 0.0;
    if (shape.lazy) {
      GatherLazy(store.View(), at.View(), clock, scale, {}, stride, out.data());
      reference::GatherLazy(store.View(), at.View(), clock, scale, stride, expected.data());
    } else {
      Gather(store.View(), at.View(), scale, {}, stride, out.data());
      reference::Gather(store.View(), at.View(), scale, stride, expected.data());
    }
    ExpectNear(std::as_const(out).span(), std::as_const(expected).span(),
               64 * (1 + clock) * kEpsilon<Real>);
    for (std::size_t k = 0; k < out.size(); ++k) {
      const Real expected_padding = k % stride < shape.width ? out[k] : Real{0};
      ASSERT_EQ(out[k], expected_padding) << "element " << k;
    }
    EXPECT_TRUE(out.GuardsIntact() && out.SlackIntact());
    EXPECT_TRUE(store.PaddingIsZero());
  }

  template <class Real>
  void TestGathers(bool lazy) {
    for (const StoreShape& shape : Shapes(lazy)) {
      for (const std::size_t stride : {std::size_t{shape.width}, PaddedLength<Real>(shape.width),
                                       shape.width + std::size_t{41}}) {
        SCOPED_TRACE(testing::Message() << "width " << shape.width << " stride " << stride);
        TestGather<Real>(shape, stride);
        if (HasFatalFailure()) return;
      }
    }
  }

  template <class Real>
  void TestScatter(const StoreShape& shape, std::size_t stride) {
    const std::uint64_t seed = rng_();
    RandomStore<Real> store(shape, seed), expected(shape, seed);
    const std::size_t tokens = RandomLength();
    const RandomOccurrences<Real> at(shape, store, tokens, rng_);
    GuardedArray<Real> table(tokens * stride);
    FillUniform(table.span(), -1, 1, rng_);
    const double clock = shape.lazy ? static_cast<double>(rng_() % 8) * 0.9 : 0.0;
    if (shape.lazy) {
      ScatterLazy(store.View(), at.View(), clock, -0.7, {}, stride, table.data());
      reference::ScatterLazy(expected.View(), at.View(), clock, -0.7, stride, table.data());
    } else {
      Scatter(store.View(), at.View(), 1.3, {}, stride, table.data());
      reference::Scatter(expected.View(), at.View(), 1.3, stride, table.data());
    }
    ExpectSameStore(store, expected, 256 * (1 + clock) * kEpsilon<Real>);
    EXPECT_TRUE(table.GuardsIntact() && table.SlackIntact());
  }

  template <class Real>
  void TestScatters(bool lazy) {
    for (const StoreShape& shape : Shapes(lazy)) {
      for (const std::size_t stride : {std::size_t{shape.width}, shape.width + std::size_t{5}}) {
        SCOPED_TRACE(testing::Message() << "width " << shape.width << " stride " << stride);
        TestScatter<Real>(shape, stride);
        if (HasFatalFailure()) return;
      }
    }
  }

  template <class Real>
  void TestClear() {
    for (const StoreShape& shape : Shapes(false)) {
      const std::uint64_t seed = rng_();
      RandomStore<Real> store(shape, seed), expected(shape, seed);
      const RandomOccurrences<Real> at(shape, store, RandomLength(), rng_);
      Clear(store.View(), at.View());
      reference::Clear(expected.View(), at.View());
      ExpectSameStore(store, expected, 0.0);
      if (HasFatalFailure()) return;
    }
  }

  template <class Real>
  void TestSweep() {
    std::vector<StoreShape> shapes = Shapes(true);
    shapes.push_back({13, 200, 100, true, true});
    shapes.push_back({40, 129, 1, true, false});
    for (const StoreShape& shape : shapes) {
      SCOPED_TRACE(testing::Message() << "width " << shape.width);
      RandomStore<Real> store(shape, rng_());
      const double clock = static_cast<double>(rng_() % 8) * 0.9;
      const LazySweep sweep = Sweep(store.View(), clock, 0.3, -1.7);
      const LazySweep expected = reference::Sweep(store.View(), clock, 0.3, -1.7);
      EXPECT_NEAR(sweep.max_abs, expected.max_abs, 64 * kEpsilon<Real>);
      EXPECT_NEAR(sweep.squares, expected.squares, 64 * kEpsilon<Real> * (1 + expected.squares));
      EXPECT_TRUE(store.PaddingIsZero());
    }
  }

  // More and fewer prefetched rows than occurrences: prefetching does not change them.
  template <class Real>
  void TestPrefetch() {
    const StoreShape shape{3, 5000, 5000, true, false};
    const std::uint64_t seed = rng_();
    RandomStore<Real> store(shape, seed), expected(shape, seed);
    const RandomOccurrences<Real> at(shape, store, 40, rng_);
    const std::span<const std::uint32_t> ahead = store.numbers();
    GuardedArray<Real> out(40 * 3), expected_out(40 * 3);
    GatherLazy(store.View(), at.View(), 1.5, Real{1}, ahead.subspan(9900), 3, out.data());
    reference::GatherLazy(store.View(), at.View(), 1.5, Real{1}, 3, expected_out.data());
    ExpectNear(std::as_const(out).span(), std::as_const(expected_out).span(), 64 * kEpsilon<Real>);
    ScatterLazy(store.View(), at.View(), 1.5, 1.0, ahead.subspan(4990, 20), 3, out.data());
    reference::ScatterLazy(expected.View(), at.View(), 1.5, 1.0, 3, out.data());
    ExpectSameStore(store, expected, 1024 * kEpsilon<Real>);
  }
};

TEST_P(RowsTest, GatherFloat) { TestGathers<float>(false); }
TEST_P(RowsTest, GatherDouble) { TestGathers<double>(false); }
TEST_P(RowsTest, GatherLazyFloat) { TestGathers<float>(true); }
TEST_P(RowsTest, GatherLazyDouble) { TestGathers<double>(true); }
TEST_P(RowsTest, ScatterFloat) { TestScatters<float>(false); }
TEST_P(RowsTest, ScatterDouble) { TestScatters<double>(false); }
TEST_P(RowsTest, ScatterLazyFloat) { TestScatters<float>(true); }
TEST_P(RowsTest, ScatterLazyDouble) { TestScatters<double>(true); }
TEST_P(RowsTest, ClearFloat) { TestClear<float>(); }
TEST_P(RowsTest, ClearDouble) { TestClear<double>(); }
TEST_P(RowsTest, SweepFloat) { TestSweep<float>(); }
TEST_P(RowsTest, SweepDouble) { TestSweep<double>(); }
TEST_P(RowsTest, PrefetchFloat) { TestPrefetch<float>(); }
TEST_P(RowsTest, PrefetchDouble) { TestPrefetch<double>(); }

TEST_P(RowsTest, NoTokensTouchNothing) {
  const StoreShape shape{20, 3, 3, true, false};
  RandomStore<float> store(shape, 1), expected(shape, 1);
  const RandomOccurrences<float> none(shape, store, 0, rng_);
  GuardedArray<float> out(20, 3.0f);
  GatherLazy(store.View(), none.View(), 1.0, 1.0f, {}, 20, out.data());
  ScatterLazy(store.View(), none.View(), 1.0, 1.0, {}, 20, out.data());
  ExpectSameStore(store, expected, 0.0);
  EXPECT_EQ(std::count(out.data(), out.data() + 20, 3.0f), 20);
}

INSTANTIATE_TEST_SUITE_P(Targets, RowsTest, AllSimdTargets(), SimdTargetLabel);

}  // namespace
}  // namespace sagitta::kernels
