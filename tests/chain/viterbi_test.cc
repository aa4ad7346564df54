// Viterbi and PathScore against the enumeration of all labellings and a plain dynamic program.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "chain/inference.h"

namespace sagitta {
namespace {

/// Random scores that own their memory; every third edge has scores of its own when asked for.
class RandomChain {
 public:
  RandomChain(std::size_t length, std::size_t labels, bool own_edges, int distinct,
              std::mt19937_64& rng)
      : node_(length * (labels + 1)), transition_(labels * labels), edge_(length) {
    Fill(node_, distinct, rng);
    Fill(transition_, distinct, rng);
    for (std::size_t t = 1; own_edges && t < length; t += 3) {
      own_.emplace_back(labels * labels);
      Fill(own_.back(), distinct, rng);
    }
    for (std::size_t t = 1, k = 0; own_edges && t < length; t += 3, ++k) edge_[t] = own_[k].data();
    scores_ = {length,
               labels,
               labels + 1,
               node_.data(),
               transition_.data(),
               own_edges ? edge_.data() : nullptr};
  }

  const ChainScores& scores() const { return scores_; }

 private:
  /// Multiples of 1/4: sums are exact, so that equal paths are equal whatever the order of
  /// addition.
  static void Fill(std::vector<double>& values, int distinct, std::mt19937_64& rng) {
    std::uniform_int_distribution<int> pick(0, distinct - 1);
    for (double& x : values) x = (pick(rng) - distinct / 2) * 0.25;
  }

  std::vector<double> node_, transition_;
  std::vector<std::vector<double>> own_;
  std::vector<const double*> edge_;
  ChainScores scores_;
};

double PlainScore(const ChainScores& s, const std::vector<std::uint32_t>& y) {
  double score = 0;
  for (std::size_t t = 0; t < s.length; ++t) {
    score += s.node[t * s.stride + y[t]];
    if (t == 0) continue;
    const bool own = s.edge != nullptr && s.edge[t] != nullptr;
    score += (own ? s.edge[t] : s.transition)[y[t - 1] * s.labels + y[t]];
  }
  return score;
}

/// Visits labellings in the order of the tie-break (last token first), so the first best one
/// counts.
std::vector<std::uint32_t> BestByEnumeration(const ChainScores& s, double* best_score) {
  std::vector<std::uint32_t> y(s.length, 0), best;
  *best_score = -std::numeric_limits<double>::infinity();
  for (;;) {
    const double score = PlainScore(s, y);
    if (score > *best_score) {
      *best_score = score;
      best = y;
    }
    std::size_t t = 0;
    while (t < s.length && ++y[t] == s.labels) y[t++] = 0;
    if (t == s.length) return best;
  }
}

/// The textbook dynamic program.
std::vector<std::uint32_t> BestByRecursion(const ChainScores& s, double* best_score) {
  const std::size_t k = s.labels;
  std::vector<double> best(s.node, s.node + k);
  std::vector<std::vector<std::uint32_t>> back(s.length, std::vector<std::uint32_t>(k));
  for (std::size_t t = 1; t < s.length; ++t) {
    const bool own = s.edge != nullptr && s.edge[t] != nullptr;
    const double* edge = own ? s.edge[t] : s.transition;
    std::vector<double> next(k, -std::numeric_limits<double>::infinity());
    for (std::uint32_t i = 0; i < k; ++i) {
      for (std::uint32_t j = 0; j < k; ++j) {
        if (best[i] + edge[i * k + j] <= next[j]) continue;
        next[j] = best[i] + edge[i * k + j];
        back[t][j] = i;
      }
    }
    for (std::size_t j = 0; j < k; ++j) best[j] = next[j] + s.node[t * s.stride + j];
  }
  std::vector<std::uint32_t> y(s.length, 0);
  for (std::uint32_t j = 1; j < k; ++j) {
    if (best[j] > best[y.back()]) y.back() = j;
  }
  *best_score = best[y.back()];
  for (std::size_t t = s.length - 1; t > 0; --t) y[t - 1] = back[t][y[t]];
  return y;
}

template <class Oracle>
void ExpectBestPath(ChainInference& inference, const ChainScores& scores, Oracle oracle) {
  double expected_score = 0;
  const std::vector<std::uint32_t> expected = oracle(scores, &expected_score);
  std::vector<std::uint32_t> labels(scores.length, 999);
  EXPECT_EQ(inference.Viterbi(scores, labels.data()), expected_score);
  EXPECT_EQ(labels, expected) << scores.length << " tokens, " << scores.labels << " labels";
  EXPECT_EQ(PathScore(scores, labels), expected_score);
}

TEST(ViterbiTest, AllLabellingsOfSmallChains) {
  std::mt19937_64 rng(1);
  ChainInference inference;
  for (const int distinct : {1, 2, 3, 1000}) {  // few distinct scores: many ties
    for (std::size_t labels = 1; labels <= 4; ++labels) {
      for (std::size_t length = 1; length <= 6; ++length) {
        for (const bool own_edges : {false, true}) {
          for (int repeat = 0; repeat < 5; ++repeat) {
            const RandomChain chain(length, labels, own_edges, distinct, rng);
            ExpectBestPath(inference, chain.scores(), BestByEnumeration);
          }
        }
      }
    }
  }
}

TEST(ViterbiTest, LargerChains) {
  std::mt19937_64 rng(2);
  ChainInference inference;
  for (const int distinct : {2, 100000}) {
    for (const std::size_t labels : {1, 2, 7, 8, 9, 16, 22, 45, 130}) {
      for (const std::size_t length : {1, 2, 3, 30, 77}) {
        for (const bool own_edges : {false, true}) {
          const RandomChain chain(length, labels, own_edges, distinct, rng);
          ExpectBestPath(inference, chain.scores(), BestByRecursion);
        }
      }
    }
  }
}

TEST(ViterbiTest, AllEqualGivesTheFirstLabel) {
  std::mt19937_64 rng(3);
  const RandomChain chain(50, 11, true, 1, rng);
  std::vector<std::uint32_t> labels(50, 9);
  ChainInference().Viterbi(chain.scores(), labels.data());
  EXPECT_EQ(labels, std::vector<std::uint32_t>(50, 0));
}

TEST(ViterbiTest, TheMostLabels) {
  std::mt19937_64 rng(4);
  ChainInference inference;
  const RandomChain chain(4, 2000, false, 1 << 20, rng);
  ExpectBestPath(inference, chain.scores(), BestByRecursion);
}

TEST(ViterbiTest, TheLongestSequence) {
  std::mt19937_64 rng(5);
  ChainInference inference;
  const RandomChain chain(100000, 3, true, 50, rng);
  ExpectBestPath(inference, chain.scores(), BestByRecursion);
}

TEST(ViterbiTest, ForbiddenTransitions) {
  const double no = -std::numeric_limits<double>::infinity();
  const std::vector<double> node = {0, 1, 5, 0, 0, 9};
  const std::vector<double> transition = {0, no, no, 0};
  const ChainScores scores{3, 2, 2, node.data(), transition.data(), nullptr};
  std::vector<std::uint32_t> labels(3);
  EXPECT_EQ(ChainInference().Viterbi(scores, labels.data()), 10);
  EXPECT_EQ(labels, (std::vector<std::uint32_t>{1, 1, 1}));
}

}  // namespace
}  // namespace sagitta
