// Exact inference on one chain, from scores alone: no weights, no attributes, no strings.
//
//   score(y) = sum_t node[t][y_t] + sum_{t>=1} edge_t[y_{t-1}][y_t]
//
// edge_t is the same matrix for all t unless some edges have scores of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sagitta {

/// Scores of one chain; the arrays belong to the caller.
struct ChainScores {
  std::size_t length = 0;               // T >= 1
  std::size_t labels = 0;               // K
  std::size_t stride = 0;               // of a node row, >= K
  const double* node = nullptr;         // [T][stride]
  const double* transition = nullptr;   // [K][K]: from, to
  /// edge[t], t in [1, T): [K][K] scores of the edge into token t instead of `transition`, or null.
  const double* const* edge = nullptr;
};

/// Decoding and posteriors in double precision for tagging. Owns scratch; one per thread.
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
  std::vector<double> scratch_;
  std::vector<std::uint32_t> back_;
};

/// score(y).
double PathScore(const ChainScores& scores, std::span<const std::uint32_t> labels);

}  // namespace sagitta
