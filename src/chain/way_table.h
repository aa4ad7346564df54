// WayTable: the ways into each label of each token, the best of them excepted; what N-best decoding
// asks about a chain after Viterbi.
//
// Place t stands for the way into token t, t = 1 .. T; place T for the way to the end, which is its
// one label, 0, and where all labels lead for nothing. The way from i into label j has the value
//
//   best_{t-1}[i] + edge_t[i][j]
//
// and its gain is that less the value of the best way, so never above 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/aligned_buffer.h"
#include "chain/chain_scores.h"
#include "chain/viterbi_lattice.h"
#include "kernels/decoding.h"

namespace sagitta {

/// A place, and the label before it that is not the best one.
struct Deviation {
  std::uint32_t place = 0;
  std::uint32_t from = kernels::Way::kNone;
};

/// Owns scratch that only grows; one per thread.
class WayTable {
 public:
  /// What is known of a label at a place.
  struct Cell {
    double gain = 0;         // of the second best way into it; -infinity: there is none
    double best_gain = 0;    // the largest one on the best way to it, its own included
    Deviation best;          // where that is; of equal ones, the one whose labels come first
    std::uint32_t from = 0;  // of the second best way
    std::uint32_t turn = 0;  // of Start; another one: nothing is known yet
  };

  /// `lattice` has all rows of `scores`; both must live as long as questions are asked. Cost K^2,
  /// to see that the transitions are those of the last time, or to lay them out by columns.
  /// REQUIRES: some path is allowed.
  void Start(const ChainScores& scores, const ViterbiLattice& lattice);

  kernels::Way WayFrom(std::size_t place, std::uint32_t from, std::uint32_t to) const {
    const double before = lattice_->Best(place - 1)[from];
    if (place == scores_.length) return {before, from};
    return {before + scores_.Edge(place)[from * scores_.labels + to], from};
  }
  kernels::Way BestWay(std::size_t place, std::uint32_t to) const {
    return WayFrom(place, BestFrom(place, to), to);
  }

  /// The way that follows this one, by value, then by label. Cost K.
  kernels::Way NextWay(std::size_t place, std::uint32_t to, kernels::Way than) {
    return kernels::NextWay(lattice_->Best(place - 1), Column(place, to), height_, than);
  }

  /// The cell of a label, which is filled when needed, as are those on the best way to it; this
  /// costs K for each.
  const Cell& Fill(std::size_t place, std::uint32_t to) {
    const Cell& cell = At(place, to);
    if (cell.turn != turn_) FillWay(place, to);
    return cell;
  }
  /// REQUIRES: it is on the best way to a label that Fill was asked for.
  const Cell& At(std::size_t place, std::uint32_t to) const {
    return cells_[place * scores_.labels + to];
  }

 private:
  std::uint32_t BestFrom(std::size_t place, std::uint32_t to) const {
    return place == scores_.length ? best_end_ : lattice_->Back(place)[to];
  }
  void LayOutColumns();
  const double* Column(std::size_t place, std::uint32_t to) {
    if (place == scores_.length) return columns_.data() + scores_.labels * height_;
    const double* edge = scores_.Edge(place);
    return edge == scores_.transition ? columns_.data() + to * height_ : OwnColumn(edge + to);
  }
  const double* OwnColumn(const double* edge);
  void FillWay(std::size_t place, std::uint32_t to);

  ChainScores scores_;
  const ViterbiLattice* lattice_ = nullptr;
  std::uint32_t best_end_ = 0;
  std::uint32_t turn_ = 0;
  std::size_t height_ = 0;          // K, up to whole vectors
  std::vector<double> transition_;  // [K][K]: what columns_ was made of
  AlignedBuffer<double> columns_;  // [K + 2][height_]: into each label, the end, a label of an edge
                                   // of its own
  std::vector<Cell> cells_;        // [T][K] and the end
  std::vector<std::uint32_t> way_;  // [T + 1]: scratch of FillWay
};

}  // namespace sagitta
