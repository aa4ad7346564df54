// The N best paths of a chain, in order.
//
// After Viterbi, every label j at every token t knows the best way to it. So a path is known by the
// places where, read from the end, it leaves the best way: its deviations. Entering token t from i
// instead of back_t[j] changes the score by
//
//   gain = (best_{t-1}[i] + edge_t[i][j]) - (best_{t-1}[back] + edge_t[back][j])  <=  0
//
// and what comes before is the best way again. The children of a path deviate once more, before its
// last deviation; every path but the best is the child of one other path that is not worse. Hence,
// as in Eppstein's k shortest paths (1998): take the best child of all paths found so far, N times.
//
// The first child of a path follows from the last label in front of its deviation alone (WayTable).
// When it is taken, the path gets a row: at each place where it may deviate, the gain of its next
// child there. So a further path costs some searches through rows of T, K and N numbers, each done
// in vectors, and the copy of its labels.
//
// While searching, scores are the parent's plus the gain; in the end they are summed from the first
// token on, as PathScore does, and where rounding makes a difference the order follows these. Of
// equal scores, the path with the lower label at the last token where two differ comes first, as in
// Viterbi (where rounding alone makes scores equal, the order follows the gains).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chain/chain_scores.h"
#include "chain/viterbi_lattice.h"
#include "chain/way_table.h"

namespace sagitta {

/// Owns scratch that only grows; one per thread.
class NBestDecoder {
 public:
  /// Finds the n best paths, or all that are allowed when those are fewer. Besides Viterbi, costs
  /// about n (T + K + n) / 8.
  void Decode(const ChainScores& scores, std::size_t n);

  /// What Decode found last; k counts from the best, 0.
  std::size_t size() const { return found_.size(); }
  double Score(std::size_t k) const { return found_[order_[k]].exact; }
  std::span<const std::uint32_t> Labels(std::size_t k) const {
    return {LabelsOf(order_[k]), scores_.length};
  }

 private:
  static constexpr std::uint32_t kNone = kernels::Way::kNone;

  struct Path {
    double score;
    double exact;     // summed in order
    Deviation last;   // its last deviation; place T + 1: none. Its children deviate before.
    Deviation child;  // of its best child, if there is one
    std::uint32_t row = kNone;
  };
  std::uint32_t* LabelsOf(std::size_t path) { return labels_.data() + path * row_size_; }
  const std::uint32_t* LabelsOf(std::size_t path) const {
    return labels_.data() + path * row_size_;
  }
  /// The label that a path has at a place; the end is label 0.
  std::uint32_t LabelAt(std::size_t path, std::size_t place) const {
    return place < scores_.length ? LabelsOf(path)[place] : 0;
  }

  void Clear(const ChainScores& scores);
  void AddPath(const Path& path);
  /// None when no path is allowed.
  void AddBestPath();
  /// Makes the best child of a path a path of its own. REQUIRES: the parent has a row.
  void AddChild(std::size_t parent);
  double ChildScore(std::size_t parent) const;

  /// Enters the best child of a new path into the race.
  void EnterFirstChild(std::size_t path);
  /// Enters the best child that is left after the best one was taken.
  void EnterNextChild(std::size_t path);
  /// Gives a path a row, without its best child.
  void AddRow(std::size_t path);
  void WriteSteps(std::size_t path);
  Deviation BestOfTied(std::size_t path, double gain) const;
  void Enter(std::size_t path, Deviation child, double gain);

  /// The path whose best child is the best of all; kNone: there are no more.
  std::uint32_t Leader();
  void FindLeaders();
  /// Whether x's best child comes after y's, when their scores are equal.
  bool IsBehind(std::size_t x, std::size_t y) const;
  /// The label at token t of a path's best child, given the one at t + 1.
  std::uint32_t ChildLabel(std::size_t path, std::size_t t, std::uint32_t next) const;

  void SortByExactScores();

  ChainScores scores_;
  std::size_t row_size_ = 0;  // T + 1, up to whole vectors
  ViterbiLattice lattice_;
  WayTable ways_;

  std::vector<Path> found_;
  std::vector<std::uint32_t> labels_;  // [found][row_size_]
  std::size_t rows_ = 0;
  std::vector<double> gains_;        // [rows_][row_size_]: of the next child at each place
  std::vector<std::uint32_t> from_;  // [rows_][row_size_]: its label before the place
  std::vector<double>
      steps_;  // [rows_][2 row_size_]: scores of the path's edges and labels in turn

  double leading_score_ = 0;
  std::vector<std::uint32_t> leaders_;  // paths whose best children have it; the first is the last
  std::vector<double> race_;            // [found]: best child's score; -infinity for the leaders

  std::vector<std::uint32_t> order_;  // [found]
};

}  // namespace sagitta
