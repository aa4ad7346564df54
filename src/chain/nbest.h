// The N best paths of a chain, in order.
//
// After Viterbi, every label j at every token t knows the best way to it. So a path is known by the
// places where, read from the end, it leaves the best way: its deviations. Taking predecessor i
// instead of back_t[j] lowers the score by
//
//   loss = (best_{t-1}[back] + edge_t[back][j]) - (best_{t-1}[i] + edge_t[i][j])  >=  0
//
// and what follows is the best way again. The children of a path deviate once more, before its last
// deviation; every path but the best is the child of one other path that is not worse. Hence, as
// in Eppstein's k shortest paths (1998): take the best candidate, N times, and list what it makes
// possible, lazily. These are, for each place before its last deviation, the child with the
// smallest loss there (remembered by place), and the child of its own parent that comes next at its
// own place.
//
// Only the best N - (those found) candidates are worth keeping, which soon gives a score that new
// ones must reach. Together about N T + (labels met) K steps besides Viterbi's T K^2.
//
// While searching, scores are the parent's minus the loss; in the end they are summed from the
// first token on, as PathScore does, and where rounding makes a difference the order follows these.
// Of equal scores, the path with the lower label at the last token where two differ comes first, as
// in Viterbi (where rounding alone makes scores equal, the order follows the losses).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chain/chain_scores.h"
#include "chain/viterbi_lattice.h"

namespace sagitta {

/// Owns scratch that only grows; one per thread.
class NBestDecoder {
 public:
  /// Finds the n best paths, or all that are allowed when those are fewer. Besides Viterbi, costs
  /// about n T + n^2.
  void Decode(const ChainScores& scores, std::size_t n);

  /// What Decode found last; k counts from the best, 0.
  std::size_t size() const { return found_.size(); }
  double Score(std::size_t k) const { return exact_[order_[k]]; }
  std::span<const std::uint32_t> Labels(std::size_t k) const {
    return {LabelsOf(order_[k]), scores_.length};
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  /// A way into a token from the label `from` before it.
  struct Way {
    double value;  // best_{t-1}[from] + edge_t[from][to]
    std::uint32_t from = kNone;
  };
  /// The best way into (t, to) but one, if this is `stamp`'s turn.
  struct Second {
    Way way;
    std::uint64_t stamp = 0;
  };
  /// A path: that of `parent` behind token t, way.from at t, the best way before.
  struct Candidate {
    double score;
    Way way;               // from t into t + 1, or to the end
    std::uint32_t parent;  // in found_; kNone: nothing is behind t, the last token
    std::size_t t;
  };

  const std::uint32_t* LabelsOf(std::size_t found) const {
    return labels_.data() + found * scores_.length;
  }
  /// t = T stands for what is behind the last token, which all labels lead to for nothing.
  double Into(std::size_t t, std::uint32_t from, std::uint32_t to) const;
  /// The best way into (t, to) among those that are worse than `than`; kNone: there is none.
  Way WorseWay(std::size_t t, std::uint32_t to, Way than) const;
  const Way& SecondWay(std::size_t t, std::uint32_t to);

  /// Whether there are as many candidates as can be wanted. REQUIRES: more are wanted than found.
  bool Full() const { return found_.size() + waiting_.size() >= wanted_; }
  /// Keeps a candidate if it is among the best that can still be wanted; false: it is not.
  bool Offer(const Candidate& candidate);
  void OfferSibling(const Candidate& candidate);
  void OfferChildren(std::uint32_t parent);
  /// Moves the best candidate to found_.
  void Take();
  void SortByExactScores();

  double PathScoreOf(const Candidate& candidate) const;
  /// Whether x comes after y.
  bool IsWorse(const Candidate& x, const Candidate& y) const;
  /// The candidate's label at token t, given the one it has at t + 1 (any, if there is none).
  std::uint32_t LabelAt(const Candidate& candidate, std::size_t t, std::uint32_t next) const;

  ChainScores scores_;
  std::size_t wanted_ = 0;
  ViterbiLattice lattice_;
  std::uint64_t stamp_ = 0;
  std::vector<Second> seconds_;     // [T][K]
  std::vector<Candidate> waiting_;  // the best is the last
  std::vector<Candidate> found_;
  std::vector<std::uint32_t> labels_;  // [found][T]
  std::vector<double> exact_;          // [found]
  std::vector<std::uint32_t> order_;   // [found]
};

}  // namespace sagitta
