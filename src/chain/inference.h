// Decoding and posteriors of one chain in double precision: what tagging needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "chain/chain_scores.h"
#include "chain/forward_backward.h"

namespace sagitta {

/// Owns scratch; one per thread.
/// Every answer is exact for any finite scores, up to rounding.
class ChainInference {
 public:
  /// Labels of the best path. Ties: the lowest id at the last token, then the lowest predecessor.
  double Viterbi(const ChainScores& scores, std::uint32_t* labels);

  /// log sum_y exp(score(y)).
  double LogPartition(const ChainScores& scores);

  /// Node marginals p(y_t = k): [T][K], tight rows. Returns the log partition.
  double Marginals(const ChainScores& scores, double* node_marginals);

 private:
  const double* Pad(const double* edge, std::size_t labels, std::size_t at);

  ForwardBackward<double> posterior_;
  AlignedBuffer<double>
      padded_;  // Viterbi: two edge matrices and two score rows, whole vectors each
  std::vector<std::uint16_t> back_;  // Viterbi: [T][stride], the best predecessors
};

/// score(y).
double PathScore(const ChainScores& scores, std::span<const std::uint32_t> labels);

}  // namespace sagitta
