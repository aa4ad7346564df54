// The kernels of chain inference against their reference versions, on every SIMD target of the
// machine.
#include "kernels/chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "kernels/chain_reference.h"
#include "support/guarded_array.h"
#include "support/simd_target_test.h"

namespace sagitta::kernels {
namespace {

template <class Real>
constexpr double kEpsilon = std::numeric_limits<Real>::epsilon();
template <class Real>
constexpr double kSmallest = std::numeric_limits<Real>::min();

/// The scores of a chain, and its working arrays.
template <class Real>
class ChainData {
 public:
  /// Score differences are at most `range` for nodes and a quarter of it for edges. If requested,
  /// every second edge has its own matrix.
  ChainData(std::size_t length, std::size_t labels, double range, bool own_edges,
            std::mt19937_64& rng)
      : length_(length),
        labels_(labels),
        stride_(PaddedLength<Real>(labels)),
        matrix_(PaddedRows(labels) * stride_),
        scores_(length * stride_),
        node_exp_(length * stride_),
        forward(length * stride_),
        backward(length * stride_),
        inverse_norm(length) {
    FillUniform(scores_.span(), -range / 2, range / 2, rng);
    reference::ExpNodes(length, labels, scores_.data(), stride_, node_exp_.data(), stride_);
    AddMatrix(range / 4, rng);
    for (std::size_t t = 0; own_edges && t < length; ++t) {
      if (t % 2 == 1) AddMatrix(range / 4, rng);
      edge_exp_.push_back(matrices_[t % 2 == 1 ? matrices_.size() - 2 : 0]->data());
      edge_exp_transposed_.push_back(matrices_[t % 2 == 1 ? matrices_.size() - 1 : 1]->data());
    }
  }

  ChainArrays<Real> View() {
    const bool own = !edge_exp_.empty();
    return {length_,
            labels_,
            stride_,
            node_exp_.data(),
            matrices_[0]->data(),
            matrices_[1]->data(),
            own ? edge_exp_.data() : nullptr,
            own ? edge_exp_transposed_.data() : nullptr,
            forward.data(),
            backward.data(),
            inverse_norm.data()};
  }

  bool Intact() const {
    bool intact = node_exp_.GuardsIntact() && forward.GuardsIntact() && forward.SlackIntact() &&
                  backward.GuardsIntact() && backward.SlackIntact() &&
                  inverse_norm.GuardsIntact() && inverse_norm.SlackIntact();
    for (const auto& matrix : matrices_) intact = intact && matrix->GuardsIntact();
    return intact;
  }

 private:
  void AddMatrix(double range, std::mt19937_64& rng) {
    GuardedArray<Real> scores(labels_ * labels_);
    FillUniform(scores.span(), -range / 2, range / 2, rng);
    for (int k = 0; k < 2; ++k) matrices_.push_back(std::make_unique<GuardedArray<Real>>(matrix_));
    reference::ExpTransitions(labels_, stride_, scores.data(), matrices_.rbegin()[1]->data(),
                              matrices_.back()->data());
  }

  std::size_t length_, labels_, stride_, matrix_;
  GuardedArray<Real> scores_, node_exp_;
  std::vector<std::unique_ptr<GuardedArray<Real>>> matrices_;  // E and its transpose, alternately
  std::vector<const Real*> edge_exp_, edge_exp_transposed_;

 public:
  GuardedArray<Real> forward, backward, inverse_norm;
};

class ChainTest : public SimdTargetTest {
 protected:
  // Denormal numbers have fewer significant digits.
  template <class Real>
  static void ExpectClose(std::span<const Real> actual, std::span<const Real> expected,
                          double relative) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t k = 0; k < actual.size(); ++k) {
      const double y = static_cast<double>(expected[k]);
      const double tolerance = relative * std::max(std::abs(y), kSmallest<Real>);
      ASSERT_NEAR(static_cast<double>(actual[k]), y, tolerance) << "element " << k;
    }
  }

  template <class Real>
  void TestExpNodes(std::size_t rows, std::size_t labels, double range) {
    SCOPED_TRACE(testing::Message() << labels << " labels, range " << range);
    const std::size_t stride = PaddedLength<Real>(labels);
    const std::size_t score_stride = labels + rng_() % 3;
    GuardedArray<Real> scores(rows * score_stride);
    FillUniform(scores.span(), -range, range, rng_);
    GuardedArray<Real> exps(rows * stride, Real{4}), expected(rows * stride);
    const Shift shift = ExpNodes(rows, labels, scores.data(), score_stride, exps.data(), stride);
    const Shift expected_shift =
        reference::ExpNodes(rows, labels, scores.data(), score_stride, expected.data(), stride);
    EXPECT_DOUBLE_EQ(shift.max, expected_shift.max);
    EXPECT_DOUBLE_EQ(shift.range, expected_shift.range);
    // The argument of the exponential is rounded, by half a unit in the last place of the range.
    ExpectClose(std::as_const(exps).span(), std::as_const(expected).span(),
                kEpsilon<Real> * (4 + range));
    EXPECT_TRUE(exps.GuardsIntact() && exps.SlackIntact());
  }

  template <class Real>
  void TestAllExpNodes() {
    const double widest = ScoreRangeLimit<Real>() / 2;
    for (std::size_t labels = 1; labels <= 70; ++labels) {
      for (const double range : {0.0, 3.0, widest}) TestExpNodes<Real>(4, labels, range);
    }
    for (const std::size_t labels : {130, 257, 600, 2000}) TestExpNodes<Real>(50, labels, 5.0);
  }

  // Also checks that the padding to the right of both matrices is zero.
  template <class Real>
  void TestExpTransitions(std::size_t labels, double range, bool transpose) {
    SCOPED_TRACE(testing::Message() << labels << " labels, range " << range);
    const std::size_t stride = PaddedLength<Real>(labels);
    GuardedArray<Real> scores(labels * labels);
    FillUniform(scores.span(), -range, range, rng_);
    const std::size_t size = PaddedRows(labels) * stride;
    GuardedArray<Real> exps(size, Real{4}), transposed(size, Real{4});
    GuardedArray<Real> expected(size), expected_transposed(size);
    const Shift shift = ExpTransitions(labels, stride, scores.data(), exps.data(),
                                       transpose ? transposed.data() : nullptr);
    const Shift expected_shift = reference::ExpTransitions(
        labels, stride, scores.data(), expected.data(), expected_transposed.data());
    EXPECT_DOUBLE_EQ(shift.max, expected_shift.max);
    EXPECT_DOUBLE_EQ(shift.range, expected_shift.range);
    const double tolerance = kEpsilon<Real> * (4 + range);
    const auto rows = [&](const GuardedArray<Real>& matrix) {
      return matrix.span().first(labels * stride);
    };
    ExpectClose(rows(exps), rows(expected), tolerance);
    if (transpose) ExpectClose(rows(transposed), rows(expected_transposed), tolerance);
    for (const auto* matrix : {&exps, &transposed}) {
      EXPECT_TRUE(matrix->GuardsIntact() && matrix->SlackIntact());
    }
  }

  template <class Real>
  void TestAllExpTransitions() {
    const double widest = ScoreRangeLimit<Real>() / 4;
    for (std::size_t labels = 1; labels <= 70; ++labels) {
      TestExpTransitions<Real>(labels, 2.0, true);
      TestExpTransitions<Real>(labels, widest, false);
    }
    for (const std::size_t labels : {130, 257, 600}) TestExpTransitions<Real>(labels, 2.0, true);
  }

  // Runs the whole recursion, each kernel on the reference result of the previous step.
  template <class Real>
  void TestRecursions(std::size_t length, std::size_t labels, double range, bool own_edges) {
    SCOPED_TRACE(testing::Message() << length << " tokens, " << labels << " labels, range " << range
                                    << (own_edges ? ", own edges" : ""));
    const std::uint64_t seed = rng_();
    std::mt19937_64 rng1(seed), rng2(seed);
    ChainData<Real> data(length, labels, range, own_edges, rng1);
    ChainData<Real> expected(length, labels, range, own_edges, rng2);
    const double steps = static_cast<double>(length);
    const double tolerance = kEpsilon<Real> * (32 + static_cast<double>(labels) / 4 + 4 * steps);

    const double log_product = Forward(data.View());
    EXPECT_NEAR(log_product, reference::Forward(expected.View()), tolerance * steps);
    CompareRows(data.forward, expected.forward, labels, tolerance);
    ExpectClose(std::as_const(data.inverse_norm).span(),
                std::as_const(expected.inverse_norm).span(), tolerance);

    GuardedArray<Real> nodes(length * labels), expected_nodes(length * labels);
    Backward(data.View(), nodes.data());
    reference::Backward(expected.View(), expected_nodes.data());
    ExpectClose(std::as_const(nodes).span(), std::as_const(expected_nodes).span(), 4 * tolerance);
    EXPECT_TRUE(nodes.GuardsIntact() && nodes.SlackIntact());
    TestPairs(data, expected, length, labels, own_edges, 8 * tolerance);
    EXPECT_TRUE(data.Intact());
  }

  template <class Real>
  static void CompareRows(const GuardedArray<Real>& actual, const GuardedArray<Real>& expected,
                          std::size_t labels, double tolerance) {
    const std::size_t stride = PaddedLength<Real>(labels);
    for (std::size_t first = 0; first < actual.size(); first += stride) {
      ExpectClose(actual.span().subspan(first, labels), expected.span().subspan(first, labels),
                  tolerance);
    }
  }

  template <class Real>
  static void TestPairs(ChainData<Real>& data, ChainData<Real>& expected, std::size_t length,
                        std::size_t labels, bool own_edges, double tolerance) {
    GuardedArray<Real> pairs(labels * labels, Real{3}), expected_pairs(labels * labels, Real{2});
    const auto compare = [&] {
      ExpectClose(std::as_const(pairs).span(), std::as_const(expected_pairs).span(), tolerance);
      EXPECT_TRUE(pairs.GuardsIntact() && pairs.SlackIntact());
    };
    if (!own_edges) {
      TransitionSums(data.View(), pairs.data());
      reference::TransitionSums(expected.View(), expected_pairs.data());
      compare();
    }
    for (std::size_t t = 1; t < length; t += 1 + length / 4) {
      EdgeMarginals(data.View(), t, pairs.data());
      reference::EdgeMarginals(expected.View(), t, expected_pairs.data());
      compare();
    }
  }

  template <class Real>
  void TestAllRecursions() {
    const double widest = ScoreRangeLimit<Real>() * 0.6;  // range(s) + 2 range(A) = 1.5 of it
    for (std::size_t labels = 1; labels <= 70 && !HasFailure(); ++labels) {
      const std::size_t length = 1 + rng_() % 8;
      TestRecursions<Real>(length, labels, 4.0, false);
      TestRecursions<Real>(length, labels, 4.0, true);
      TestRecursions<Real>(length, labels, widest, labels % 2 == 0);
    }
    for (std::size_t length = 1; length <= 50 && !HasFailure(); ++length) {
      TestRecursions<Real>(length, 1 + rng_() % 12, 4.0, length % 2 == 0);
    }
    for (const std::size_t labels : {130, 257, 600}) TestRecursions<Real>(3, labels, 4.0, false);
  }
};

// Forbidden scores give exactly 0, and no others do.
template <class Real>
void TestForbidden() {
  constexpr Real kNever = -std::numeric_limits<Real>::infinity();
  for (const std::size_t labels : {1, 3, 8, 22}) {
    const std::size_t stride = PaddedLength<Real>(labels);
    GuardedArray<Real> scores(labels * labels), exps(PaddedRows(labels) * stride),
        transposed(PaddedRows(labels) * stride);
    for (std::size_t k = 0; k < scores.size(); ++k) {
      scores[k] = k % 3 == 1 ? kNever : k % 3 == 2 ? Real(-1e30) : Real(5);
    }
    const Shift all = ExpTransitions(labels, stride, scores.data(), exps.data(), transposed.data());
    EXPECT_EQ(all.max, 5);
    for (std::size_t k = 0; k < scores.size(); ++k) {
      const std::size_t i = k / labels, j = k % labels;
      EXPECT_EQ(exps[i * stride + j] == 0, k % 3 == 1);
      EXPECT_LE(exps[i * stride + j], k % 3 == 2 ? 1e-37 : 1);
      EXPECT_EQ(transposed[j * stride + i], exps[i * stride + j]);
    }
    const Shift rows = ExpNodes(1, labels, scores.data(), labels, exps.data(), stride);
    EXPECT_EQ(rows.max, 5);
    for (std::size_t j = 0; j < labels; ++j) EXPECT_EQ(exps[j] == 0, j % 3 == 1);
    std::fill_n(scores.data(), scores.size(), kNever);
    EXPECT_EQ(ExpNodes(1, labels, scores.data(), labels, exps.data(), stride).max, kNever);
  }
}

TEST_P(ChainTest, ForbiddenFloat) { TestForbidden<float>(); }
TEST_P(ChainTest, ForbiddenDouble) { TestForbidden<double>(); }

TEST_P(ChainTest, ExpNodesFloat) { TestAllExpNodes<float>(); }
TEST_P(ChainTest, ExpNodesDouble) { TestAllExpNodes<double>(); }
TEST_P(ChainTest, ExpTransitionsFloat) { TestAllExpTransitions<float>(); }
TEST_P(ChainTest, ExpTransitionsDouble) { TestAllExpTransitions<double>(); }
TEST_P(ChainTest, ExpTransitionsOfTheMostLabels) { TestExpTransitions<float>(2000, 2.0, true); }
TEST_P(ChainTest, RecursionsFloat) { TestAllRecursions<float>(); }
TEST_P(ChainTest, RecursionsDouble) { TestAllRecursions<double>(); }

// The range must be correct for all scores: the choice of the inference method depends on it.
TEST_P(ChainTest, RangeOfExtremeScores) {
  for (const float big : {1e3f, 1e4f, 3e38f}) {
    for (std::size_t at = 0; at < 19; ++at) {
      GuardedArray<float> scores(19, 1.0f), exps(32);
      scores[at] = -big;
      EXPECT_DOUBLE_EQ(ExpNodes(1, 19, scores.data(), 19, exps.data(), 32).range,
                       1.0 + double{big});
      scores[at] = big;
      const Shift shift = ExpNodes(1, 19, scores.data(), 19, exps.data(), 32);
      EXPECT_DOUBLE_EQ(shift.range, double{big} - 1.0);
      EXPECT_DOUBLE_EQ(shift.max, double{big});
      EXPECT_EQ(exps[at], 1.0f);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ChainTest, AllSimdTargets(), SimdTargetLabel);

}  // namespace
}  // namespace sagitta::kernels
