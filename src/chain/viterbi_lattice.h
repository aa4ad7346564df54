// ViterbiLattice: the best score of every label at every token, and how it came about.
//
//   best_0[j] = node[0][j]
//   best_t[j] = node[t][j] + max_i best_{t-1}[i] + edge_t[i][j],   back_t[j] = the lowest such i
//
// Adding node[t][j] last leaves the choice of the predecessor to the two terms that depend on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/aligned_buffer.h"
#include "chain/chain_scores.h"

namespace sagitta {

/// Owns scratch that only grows; one per thread.
class ViterbiLattice {
 public:
  enum class Keep {
    kLastRow,  // best_t of the last token alone, for one path
    kAllRows,
  };

  /// Cost T K^2.
  void Run(const ChainScores& scores, Keep keep);

  /// Of the chain that Run saw last. REQUIRES: t is the last token, or all rows were kept.
  /// A row can be read up to DecodingStride(K); what is behind its K scores means nothing.
  const double* Best(std::size_t t) const { return rows_.data() + RowOf(t) * stride_; }
  /// t >= 1.
  const std::uint16_t* Back(std::size_t t) const { return back_.data() + t * stride_; }

  /// labels[0 .. t): the best way to labels[t] at token t.
  void Trace(std::size_t t, std::uint32_t* labels) const {
    for (; t > 0; --t) labels[t - 1] = Back(t)[labels[t]];
  }

 private:
  std::size_t RowOf(std::size_t t) const { return keep_ == Keep::kAllRows ? t : t % 2; }
  const double* Pad(const double* edge, std::size_t labels, std::size_t at);

  std::size_t stride_ = 0;
  Keep keep_ = Keep::kLastRow;
  AlignedBuffer<double> padded_;     // two edge matrices with rows of whole vectors
  AlignedBuffer<double> rows_;       // [2 or T][stride]
  std::vector<std::uint16_t> back_;  // [T][stride]
};

}  // namespace sagitta
