// The best products of marginals, compared with an enumeration of all of them.
#include "compat/wapiti/posterior.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace sagitta::compat {
namespace {

std::vector<double> AllProducts(const std::vector<double>& marginals, std::size_t labels) {
  std::vector<double> products = {1};
  for (std::size_t at = 0; at < marginals.size(); at += labels) {
    std::vector<double> longer;
    for (const double product : products) {
      for (std::size_t k = 0; k < labels; ++k) longer.push_back(product * marginals[at + k]);
    }
    products = longer;
  }
  std::sort(products.rbegin(), products.rend());
  return products;
}

TEST(BestPosteriors, AreTheLargestProducts) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (const std::size_t length : {1u, 2u, 5u}) {
    const std::size_t labels = 3;
    std::vector<double> marginals(length * labels);
    for (double& p : marginals) p = uniform(random);
    const std::vector<double> all = AllProducts(marginals, labels);
    for (const std::size_t n : {1u, 4u, 300u}) {
      const auto best = BestPosteriors(marginals, labels, n);
      ASSERT_EQ(best.size(), std::min(n, all.size()));
      for (std::size_t rank = 0; rank < best.size(); ++rank) {
        EXPECT_DOUBLE_EQ(best[rank].product, all[rank]);
        double product = 1;
        for (std::size_t t = 0; t < length; ++t) {
          product *= marginals[t * labels + best[rank].labels[t]];
        }
        EXPECT_DOUBLE_EQ(product, best[rank].product);
      }
    }
  }
}

TEST(BestPosteriors, OfEqualOnesTheLowerLabelsComeFirst) {
  const auto best = BestPosteriors(std::vector<double>(4, 0.5), 2, 4);
  std::vector<std::vector<std::uint32_t>> labels;
  for (const PosteriorAnswer& answer : best) labels.push_back(answer.labels);
  EXPECT_EQ(labels, (std::vector<std::vector<std::uint32_t>>{{0, 0}, {1, 0}, {0, 1}, {1, 1}}));
}

}  // namespace
}  // namespace sagitta::compat
