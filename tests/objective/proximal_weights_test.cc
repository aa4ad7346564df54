// Lazy proximal rows against dense vectors that take every step, on all kinds of rows.
#include "objective/proximal_weights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace sagitta {
namespace {

// Part 0: dense rows, two slots of which have no weight, and sparse ones. Part 1: long dense rows.
WeightSpace MixedSpace() {
  WeightSpace space(2);
  space[0].width = 5;
  space[0].dense_rows = 4;
  space[0].dense_mask.assign(20, 1);
  space[0].dense_mask[7] = space[0].dense_mask[13] = 0;
  space[0].sparse_rows = 3;
  space[0].slots = {2, 0, 3, 1, 4, 3, 1, 2, 4};
  space[1].width = 150;
  space[1].dense_rows = 2;
  return space;
}

const std::vector<RowId> kRows = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4},
                                  {0, 7}, {0, 9}, {1, 0}, {1, 1}};

template <class Real>
class ProximalWeightsTest : public testing::Test {
 protected:
  static constexpr double kLambda1 = 0.2;

  ProximalWeightsTest() : weights_(space_, kLambda1, 50), w_(space_), d_(space_), change_(space_) {}

  bool HasWeight(RowId id, std::size_t slot) const {
    const RowBlock& part = space_[id.block];
    if (id.row >= part.dense_rows || part.dense_mask.empty()) return true;
    return part.dense_mask[id.row * part.width + slot] != 0;
  }

  // Calls body(part, rows of it).
  template <class Body>
  static void ForParts(std::span<const RowId> rows, const Body& body) {
    for (std::uint32_t part = 0; part < 2; ++part) {
      std::vector<std::uint32_t> own;
      for (const RowId id : rows) {
        if (id.block == part) own.push_back(id.row);
      }
      body(part, std::span<const std::uint32_t>(own));
    }
  }

  // d += change in some rows, of lazy and dense weights alike.
  void ChangeDirections(std::span<const RowId> rows) {
    ForParts(rows, [this](std::size_t part, auto own) { weights_.Refresh(part, own); });
    std::fill(change_.values().begin(), change_.values().end(), Real{0});
    for (const RowId id : rows) {
      const auto change = change_.Row(id.block, id.row);
      for (std::size_t j = 0; j < change.size(); ++j) {
        if (HasWeight(id, j)) change[j] = static_cast<Real>(normal_(rng_));
      }
    }
    weights_.rows().Add(change_, 0, 1);
    for (std::size_t j = 0; j < d_.values().size(); ++j) d_.values()[j] += change_.values()[j];
  }

  static Real Threshold(Real z, double threshold) {
    const Real t = static_cast<Real>(threshold);
    return z > t ? z - t : z < -t ? z + t : Real{0};
  }

  // The step on the dense vectors.
  void Dense(double shrink, double alpha, double c) {
    for (std::size_t j = 0; j < w_.values().size(); ++j) {
      const double z = shrink * static_cast<double>(w_.values()[j]) -
                       alpha * c * static_cast<double>(d_.values()[j]);
      w_.values()[j] = Threshold(static_cast<Real>(z), alpha * kLambda1);
    }
  }

  void ExpectEqual() {
    PlainWeights<Real> now(space_);
    weights_.Write(now);
    const double tolerance = sizeof(Real) == 4 ? 2e-5 : 1e-13;
    for (std::size_t j = 0; j < now.values().size(); ++j) {
      ASSERT_NEAR(now.values()[j], w_.values()[j], tolerance) << j;
      if (sizeof(Real) == 8 && w_.values()[j] == 0) {
        ASSERT_EQ(now.values()[j], 0);
      }
    }
  }

  std::vector<RowId> SomeRows() {
    std::vector<RowId> rows;
    for (const RowId id : kRows) {
      if (rng_() % 4 == 0) rows.push_back(id);
    }
    return rows;
  }

  double Uniform() { return std::uniform_real_distribution<double>(0, 1)(rng_); }

  const WeightSpace space_ = MixedSpace();
  ProximalWeights<Real> weights_;
  PlainWeights<Real> w_, d_, change_;
  std::mt19937_64 rng_{3};
  std::normal_distribution<double> normal_{0, 1};
};

using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(ProximalWeightsTest, Reals);

TYPED_TEST(ProximalWeightsTest, EqualDenseSteps) {
  int m = 1;
  for (int k = 0; k < 600; ++k) {
    if (this->rng_() % 3 == 0) this->ChangeDirections(this->SomeRows());
    // c falls, and once it grows: then everything has to be flushed.
    m = k == 300 ? 1 : m + (k % 5 == 0 ? 1 : 0);
    const double shrink = 1 - 0.1 * this->Uniform(), alpha = 0.05 + 0.1 * this->Uniform();
    this->weights_.Step(shrink, alpha, 1.0 / m);
    this->Dense(shrink, alpha, 1.0 / m);
    ASSERT_NO_FATAL_FAILURE(this->ExpectEqual()) << k;
  }
  this->weights_.Flush();
  this->ExpectEqual();
}

// As in SAGA: some rows are changed before the step and take it at once.
TYPED_TEST(ProximalWeightsTest, StepsWithAnExtraTerm) {
  using Real = TypeParam;
  for (int k = 0; k < 200; ++k) {
    const std::vector<RowId> rows = this->SomeRows();
    this->ChangeDirections(rows);
    const double shrink = 1 - 0.1 * this->Uniform(), alpha = 0.05 + 0.1 * this->Uniform();
    this->weights_.rows().Add(this->change_, -0.3, 0);
    this->weights_.Step(shrink, alpha, 0.1);
    this->ForParts(rows, [this](std::size_t part, auto own) { this->weights_.StepNow(part, own); });
    for (std::size_t j = 0; j < this->w_.values().size(); ++j) {
      Real& w = this->w_.values()[j];
      const double moved =
          static_cast<double>(w) - 0.3 * static_cast<double>(this->change_.values()[j]);
      const double z = shrink * moved - alpha * 0.1 * static_cast<double>(this->d_.values()[j]);
      w = this->Threshold(static_cast<Real>(z), alpha * this->kLambda1);
    }
    ASSERT_NO_FATAL_FAILURE(this->ExpectEqual()) << k;
  }
}

TYPED_TEST(ProximalWeightsTest, SummaryIsTheLeastSubgradientAndTheNorms) {
  this->ChangeDirections(kRows);
  for (int k = 0; k < 7; ++k) {
    this->weights_.Step(0.95, 0.2, 0.3);
    this->Dense(0.95, 0.2, 0.3);
  }
  double most = 0, squares = 0, sizes = 0;
  int zeros = 0;
  for (std::size_t j = 0; j < this->w_.values().size(); ++j) {
    const double w = this->w_.values()[j];
    const double g = 0.1 * this->d_.values()[j] + 0.4 * w;
    const double least = w != 0 ? std::abs(g + std::copysign(this->kLambda1, w))
                                : std::max(std::abs(g) - this->kLambda1, 0.0);
    most = std::max(most, least);
    squares += w * w;
    sizes += std::abs(w);
    zeros += w == 0;
  }
  EXPECT_GT(zeros, 20);
  const ProximalSummary summary = this->weights_.Summarize(0.1, 0.4);
  EXPECT_NEAR(summary.gradient_inf, most, 1e-5);
  EXPECT_NEAR(summary.squared_norm, squares, 1e-5 * squares);
  EXPECT_NEAR(summary.norm1, sizes, 1e-5 * sizes);
}

TYPED_TEST(ProximalWeightsTest, AssignStartsAnew) {
  this->ChangeDirections(kRows);
  for (int k = 0; k < 3; ++k) this->weights_.Step(0.9, 0.1, 0.5);
  for (const RowId id : kRows) {
    const auto row = this->w_.Row(id.block, id.row);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = this->HasWeight(id, j) ? 0.5f : 0;
  }
  this->weights_.Assign(this->w_);
  this->ExpectEqual();
  this->weights_.Step(0.9, 0.1, 0.5);
  this->Dense(0.9, 0.1, 0.5);
  this->ExpectEqual();
}

}  // namespace
}  // namespace sagitta
