// Random scores of a chain that own their memory, and marginals to be filled.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include "chain/chain_scores.h"
#include "support/guarded_array.h"

namespace sagitta {

enum class OwnEdges { kNone, kSome, kAll };

template <class Real>
class RandomChain {
 public:
  /// Scores are uniform in [-scale, scale]. Nodes have a stride that is no multiple of anything.
  RandomChain(std::size_t length, std::size_t labels, double scale, OwnEdges own,
              std::mt19937_64& rng)
      : length_(length),
        labels_(labels),
        own_(own),
        node(length * (labels + 1)),
        transition(labels * labels),
        edge(Count(), labels, scale, rng),
        edge_at_(length, nullptr) {
    FillUniform(node.span(), -scale, scale, rng);
    FillUniform(transition.span(), -scale, scale, rng);
    std::size_t next = 0;
    for (std::size_t t = 1; t < length; ++t) {
      if (IsOwn(t)) edge_at_[t] = edge.values.data() + labels * labels * next++;
    }
  }

  ChainScoresOf<Real> scores() const {
    return {length_,     labels_,           labels_ + 1,
            node.data(), transition.data(), own_ == OwnEdges::kNone ? nullptr : edge_at_.data()};
  }

 private:
  struct Edges {
    Edges(std::size_t count, std::size_t labels, double scale, std::mt19937_64& rng)
        : values(count * labels * labels) {
      FillUniform(values.span(), -scale, scale, rng);
    }
    GuardedArray<Real> values;
  };

  bool IsOwn(std::size_t t) const {
    return own_ == OwnEdges::kAll || (own_ == OwnEdges::kSome && t % 3 == 1);
  }
  std::size_t Count() const {
    std::size_t count = 0;
    for (std::size_t t = 1; t < length_; ++t) count += IsOwn(t);
    return count;
  }

  std::size_t length_, labels_;
  OwnEdges own_;

 public:
  GuardedArray<Real> node;        // [T][K + 1]
  GuardedArray<Real> transition;  // [K][K]

 private:
  Edges edge;
  std::vector<const Real*> edge_at_;
};

/// Room for all marginals of a chain.
template <class Real>
class MarginalArrays {
 public:
  MarginalArrays(std::size_t length, std::size_t labels, bool with_edges)
      : node(length * labels, Real{-1}),
        sums(labels * labels, Real{-1}),
        edges(with_edges ? length * labels * labels : 0, Real{-1}) {
    for (std::size_t t = 0; with_edges && t < length; ++t) {
      edge_at_.push_back(t == 0 ? nullptr : edges.data() + t * labels * labels);
    }
  }

  ChainMarginalsOf<Real> View() {
    return {node.data(), sums.data(), edge_at_.empty() ? nullptr : edge_at_.data()};
  }

  bool Intact() const {
    return node.GuardsIntact() && node.SlackIntact() && sums.GuardsIntact() && sums.SlackIntact() &&
           edges.GuardsIntact() && edges.SlackIntact();
  }

  GuardedArray<Real> node, sums, edges;

 private:
  std::vector<Real*> edge_at_;
};

}  // namespace sagitta
