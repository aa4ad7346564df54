// The kernels of forests against the plain recursions of kernels/tree.h.
#include "kernels/tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "kernels/chain.h"
#include "support/guarded_array.h"
#include "support/simd_target_test.h"

namespace sagitta {
namespace {

class TreeKernelTest : public SimdTargetTest {
 protected:
  template <class Real>
  void ExpectPlain(std::size_t nodes, std::size_t labels, double tolerance) {
    const std::size_t stride = kernels::PaddedLength<Real>(labels);
    const std::size_t matrix = kernels::PaddedRows(labels) * stride;
    GuardedArray<Real> e(nodes * stride), message(nodes * stride), marginal(nodes * stride);
    GuardedArray<Real> norm(nodes), up(matrix), down(matrix), sums(labels * labels);
    std::uniform_real_distribution<double> draw(0.1, 1);
    for (std::size_t i = 0; i < labels; ++i) {
      for (std::size_t v = 0; v < nodes; ++v) e[v * stride + i] = static_cast<Real>(draw(rng_));
      for (std::size_t j = 0; j < labels; ++j) {
        up[i * stride + j] = down[j * stride + i] = static_cast<Real>(draw(rng_));
      }
    }
    const std::vector<double> scores(e.span().begin(), e.span().end());
    std::vector<std::uint32_t> order(nodes), parent(nodes, kernels::kNoParent), rows;
    std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t v = 1; v < nodes; ++v) {
      if (v % 7 == 6) continue;  // another root
      parent[v] = static_cast<std::uint32_t>(rng_() % v);
      rows.push_back(v);
    }
    const std::vector<const Real*> to(nodes, up.data()), from(nodes, down.data());
    const kernels::TreeArrays<Real> tree{nodes,          labels,      stride,         order.data(),
                                         parent.data(),  to.data(),   from.data(),    e.data(),
                                         message.data(), norm.data(), marginal.data()};
    const double log_z = kernels::TreeUpward(tree);
    kernels::TreeDownward(tree);
    kernels::OuterSums(rows.size(), rows.data(), labels, stride, e.data(), message.data(),
                       up.data(), sums.data());

    // a, m and p as in the header, without scaling.
    std::vector<double> a = scores, m(nodes * stride), p(nodes * stride), pairs(labels * labels);
    double log_sum = 0;
    for (std::size_t v = nodes; v-- > 0;) {
      double total = 0;
      for (std::size_t i = 0; i < labels; ++i) total += a[v * stride + i];
      for (std::size_t i = 0; i < labels; ++i) a[v * stride + i] /= total;
      log_sum += std::log(total);
      if (parent[v] == kernels::kNoParent) continue;
      for (std::size_t j = 0; j < labels; ++j) {
        for (std::size_t i = 0; i < labels; ++i) {
          m[v * stride + j] += a[v * stride + i] * static_cast<double>(up[i * stride + j]);
        }
        a[parent[v] * stride + j] *= m[v * stride + j];
      }
    }
    for (std::size_t v = 0; v < nodes; ++v) {
      for (std::size_t i = 0; i < labels; ++i) {
        double& mine = p[v * stride + i];
        if (parent[v] == kernels::kNoParent) {
          mine = a[v * stride + i];
          continue;
        }
        for (std::size_t j = 0; j < labels; ++j) {
          const double pair = a[v * stride + i] * static_cast<double>(up[i * stride + j]) *
                              p[parent[v] * stride + j] / m[v * stride + j];
          mine += pair;
          pairs[i * labels + j] += pair;
        }
      }
    }
    EXPECT_NEAR(log_z, log_sum, tolerance * static_cast<double>(nodes));
    for (std::size_t v = 0; v < nodes; ++v) {
      for (std::size_t i = 0; i < labels; ++i) {
        ASSERT_NEAR(marginal[v * stride + i], p[v * stride + i], tolerance);
      }
    }
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      ASSERT_NEAR(sums[k], pairs[k], tolerance * static_cast<double>(nodes));
    }
    EXPECT_TRUE(sums.GuardsIntact() && sums.SlackIntact() && marginal.GuardsIntact());
    EXPECT_TRUE(message.GuardsIntact() && e.GuardsIntact());
  }
};

TEST_P(TreeKernelTest, EqualsThePlainRecursions) {
  for (const std::size_t labels : {1u, 2u, 5u, 16u, 33u, 70u, 140u}) {
    for (const std::size_t nodes : {1u, 2u, 3u, 40u}) {
      ExpectPlain<double>(nodes, labels, 1e-13);
      ExpectPlain<float>(nodes, labels, 1e-5);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, TreeKernelTest, AllSimdTargets(), SimdTargetLabel);

}  // namespace
}  // namespace sagitta
