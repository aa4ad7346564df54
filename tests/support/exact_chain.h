// Posteriors of a chain from first principles: by summing over all labellings, and, for chains too
// long for that, by recursions in long double log space with every row normalised.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "chain/chain_scores.h"
#include "support/labellings.h"

namespace sagitta {

struct ExactChain {
  long double log_z = 0;
  std::vector<double> node;  // [T][K]
  std::vector<double> sums;  // [K][K]
  std::vector<std::vector<double>>
      edge;  // [T][K][K]; the first, and all of a long chain, are empty
};

namespace internal {

using LongVector = std::vector<long double>;

inline long double LogSumExp(const LongVector& x) {
  const long double most = *std::max_element(x.begin(), x.end());
  if (most == -INFINITY) return most;
  long double sum = 0;
  for (const long double value : x) sum += std::exp(value - most);
  return most + std::log(sum);
}

/// Makes sum exp(x) = 1; returns the logarithm of what it was.
inline long double Normalize(LongVector& x) {
  const long double total = LogSumExp(x);
  if (total == -INFINITY) return total;
  for (long double& value : x) value -= total;
  return total;
}

template <class Real>
long double EdgeScore(const ChainScoresOf<Real>& s, std::size_t t, std::size_t i, std::size_t j) {
  return s.Edge(t)[i * s.labels + j];
}
template <class Real>
long double NodeScore(const ChainScoresOf<Real>& s, std::size_t t, std::size_t j) {
  return s.node[t * s.stride + j];
}

inline ExactChain EmptyChain(std::size_t length, std::size_t labels, bool with_edges) {
  ExactChain chain;
  chain.node.assign(length * labels, 0.0);
  chain.sums.assign(labels * labels, 0.0);
  chain.edge.resize(length);
  for (std::size_t t = 1; with_edges && t < length; ++t) {
    chain.edge[t].assign(labels * labels, 0.0);
  }
  return chain;
}

}  // namespace internal

template <class Real>
long double PathScoreOf(const ChainScoresOf<Real>& s, const std::vector<std::uint32_t>& y) {
  long double score = internal::NodeScore(s, 0, y[0]);
  for (std::size_t t = 1; t < s.length; ++t) {
    score += internal::NodeScore(s, t, y[t]) + internal::EdgeScore(s, t, y[t - 1], y[t]);
  }
  return score;
}

/// Costs T K^T.
template <class Real>
ExactChain EnumerateChain(const ChainScoresOf<Real>& s) {
  ExactChain chain = internal::EmptyChain(s.length, s.labels, true);
  internal::LongVector all;
  ForEachLabelling(s.length, s.labels, [&](const auto& y) { all.push_back(PathScoreOf(s, y)); });
  chain.log_z = internal::LogSumExp(all);
  if (chain.log_z == -INFINITY) return chain;
  ForEachLabelling(s.length, s.labels, [&](const auto& y) {
    const auto p = static_cast<double>(std::exp(PathScoreOf(s, y) - chain.log_z));
    for (std::size_t t = 0; t < s.length; ++t) {
      chain.node[t * s.labels + y[t]] += p;
      if (t == 0) continue;
      chain.edge[t][y[t - 1] * s.labels + y[t]] += p;
      chain.sums[y[t - 1] * s.labels + y[t]] += p;
    }
  });
  return chain;
}

/// Costs T K^2. Edges are kept for chains of up to a thousand tokens.
template <class Real>
ExactChain RecurseChain(const ChainScoresOf<Real>& s) {
  using internal::LongVector;
  const std::size_t width = s.labels;
  ExactChain chain = internal::EmptyChain(s.length, width, s.length <= 1000);
  std::vector<LongVector> forward(s.length, LongVector(width));
  LongVector terms(width);
  for (std::size_t t = 0; t < s.length; ++t) {
    for (std::size_t j = 0; j < width; ++j) {
      for (std::size_t i = 0; t > 0 && i < width; ++i) {
        terms[i] = forward[t - 1][i] + internal::EdgeScore(s, t, i, j);
      }
      forward[t][j] = internal::NodeScore(s, t, j) + (t > 0 ? internal::LogSumExp(terms) : 0.0L);
    }
    chain.log_z += internal::Normalize(forward[t]);
  }
  LongVector backward(width, 0.0L), joint(width * width);
  for (std::size_t t = s.length; t-- > 0;) {
    for (std::size_t j = 0; j < width; ++j) terms[j] = forward[t][j] + backward[j];
    internal::Normalize(terms);
    for (std::size_t j = 0; j < width; ++j) {
      chain.node[t * width + j] = static_cast<double>(std::exp(terms[j]));
    }
    if (t == 0) break;
    LongVector earlier(width);
    for (std::size_t i = 0; i < width; ++i) {
      for (std::size_t j = 0; j < width; ++j) {
        terms[j] = internal::EdgeScore(s, t, i, j) + internal::NodeScore(s, t, j) + backward[j];
        joint[i * width + j] = forward[t - 1][i] + terms[j];
      }
      earlier[i] = internal::LogSumExp(terms);
    }
    internal::Normalize(joint);
    for (std::size_t k = 0; k < joint.size(); ++k) {
      const auto p = static_cast<double>(std::exp(joint[k]));
      chain.sums[k] += p;
      if (!chain.edge[t].empty()) chain.edge[t][k] = p;
    }
    internal::Normalize(earlier);
    backward.swap(earlier);
  }
  return chain;
}

}  // namespace sagitta
