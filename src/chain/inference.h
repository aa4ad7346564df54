// Decoding and posteriors of one chain in double precision: what tagging needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "chain/chain_scores.h"
#include "chain/forward_backward.h"
#include "chain/viterbi_lattice.h"

namespace sagitta {

/// Owns scratch; one per thread.
/// Every answer is exact for any scores, -infinity included, up to rounding.
class ChainInference {
 public:
  /// Labels of the best path and its score. Ties: the lowest id at the last token, then the lowest
  /// predecessor. -infinity: no path is allowed, and the labels mean nothing.
  double Viterbi(const ChainScores& scores, std::uint32_t* labels);

  /// log sum_y exp(score(y)).
  double LogPartition(const ChainScores& scores);

  /// Node marginals p(y_t = k): [T][K], tight rows. Returns the log partition.
  double Marginals(const ChainScores& scores, double* node_marginals);

  /// The same, and the marginals of pairs p(y_{t-1} = i, y_t = j): [T - 1][K][K].
  double PairMarginals(const ChainScores& scores, double* node_marginals, double* pair_marginals);

 private:
  ForwardBackward<double> posterior_;
  ViterbiLattice lattice_;
  std::vector<double*> edge_at_;  // [T]: where PairMarginals puts those of each edge
};

/// score(y).
double PathScore(const ChainScores& scores, std::span<const std::uint32_t> labels);

}  // namespace sagitta
