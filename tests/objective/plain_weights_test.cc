// PlainWeights: where rows lie and what the masks say.
#include "objective/plain_weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace sagitta {
namespace {

WeightSpace TestSpace() {
  WeightSpace space(2);
  space[0].width = 5;
  space[0].dense_rows = 2;
  space[0].dense_mask = {1, 0, 1, 1, 0, 0, 1, 0, 0, 1};
  space[0].sparse_rows = 3;
  space[0].slots = {1, 4, 0, 2, 0, 3};
  space[1].width = 3;
  space[1].dense_rows = 1;
  return space;
}

template <class Real>
void TestRows() {
  const WeightSpace space = TestSpace();
  PlainWeights<Real> w(space);
  EXPECT_EQ(std::count(w.values().begin(), w.values().end(), Real{0}),
            static_cast<std::ptrdiff_t>(w.values().size()));
  EXPECT_EQ(w.Row(0, 0).size(), 5u);
  EXPECT_EQ(w.Row(0, 1).size(), 5u);
  EXPECT_EQ(w.Row(0, 2).size(), 1u);  // sparse rows are numbered by their place
  EXPECT_EQ(w.Row(0, 4).size(), 0u);
  EXPECT_EQ(w.Row(0, 5).size(), 2u);
  EXPECT_EQ(w.Row(1, 0).size(), 3u);

  // All rows lie in the one vector and none in another's place.
  Real next = 1;
  for (const auto& [part, row] : {std::pair{0, 0}, {0, 1}, {0, 2}, {0, 4}, {0, 5}, {1, 0}}) {
    for (Real& x : w.Row(part, row)) {
      EXPECT_EQ(x, 0);
      EXPECT_TRUE(&x >= w.values().data() && &x < w.values().data() + w.values().size());
      x = next++;
    }
  }
  EXPECT_EQ(next, 17);
  EXPECT_EQ(std::as_const(w).Row(0, 5)[1], 13);

  for (std::size_t row = 0; row < 2; ++row) {
    for (std::size_t j = 0; j < 5; ++j) {
      EXPECT_EQ(w.rows(0).mask[row * w.rows(0).dense_stride + j], space[0].dense_mask[row * 5 + j]);
    }
  }
  EXPECT_EQ(w.rows(1).mask, nullptr);
}

TEST(PlainWeightsTest, RowsFloat) { TestRows<float>(); }
TEST(PlainWeightsTest, RowsDouble) { TestRows<double>(); }

TEST(PlainWeightsTest, DenseRowsAreAligned) {
  WeightSpace space = TestSpace();
  space[0].slots = {2, 0, 1};
  space[0].sparse_rows = 1;
  const PlainWeights<float> w(space);
  for (const std::size_t part : {0, 1}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(w.rows(part).dense) % 32, 0u);
  }
}

TEST(PlainWeightsTest, MovesWithItsRows) {
  const WeightSpace space = TestSpace();
  PlainWeights<double> w(space);
  w.Row(0, 5)[0] = 3;
  const PlainWeights<double> moved = std::move(w);
  EXPECT_EQ(moved.Row(0, 5)[0], 3);
}

}  // namespace
}  // namespace sagitta
