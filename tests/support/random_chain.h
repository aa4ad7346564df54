// Random scores of a chain that own their memory, and marginals to be filled.
#pragma once

#include <cstddef>
#include <limits>
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

  /// Forbids each label at each token, and each step, with these probabilities. A step is forbidden
  /// on all edges alike.
  void Forbid(double labels, double steps, std::mt19937_64& rng) {
    std::bernoulli_distribution forbid_label(labels), forbid_step(steps);
    for (Real& score : node.span()) {
      if (forbid_label(rng)) score = -std::numeric_limits<Real>::infinity();
    }
    for (std::size_t k = 0; k < labels_ * labels_; ++k) {
      if (forbid_step(rng)) ForbidStep(k / labels_, k % labels_);
    }
  }
  void ForbidLabel(std::size_t t, std::size_t label) {
    node[t * (labels_ + 1) + label] = -std::numeric_limits<Real>::infinity();
  }
  void ForbidStep(std::size_t from, std::size_t to) {
    const std::size_t pair = from * labels_ + to;
    for (GuardedArray<Real>* scores : {&transition, &edge.values}) {
      for (std::size_t k = pair; k < scores->size(); k += labels_ * labels_) {
        (*scores)[k] = -std::numeric_limits<Real>::infinity();
      }
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
