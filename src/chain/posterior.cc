// Posteriors for tagging.
#include "chain/inference.h"

namespace sagitta {

double ChainInference::LogPartition(const ChainScores& scores) {
  return posterior_.LogPartition(scores);
}

double ChainInference::Marginals(const ChainScores& scores, double* node_marginals) {
  return posterior_.Marginals(scores, {node_marginals, nullptr, nullptr});
}

double ChainInference::PairMarginals(const ChainScores& scores, double* node_marginals,
                                     double* pair_marginals) {
  const std::size_t pairs = scores.labels * scores.labels;
  edge_at_.assign(scores.length, nullptr);
  for (std::size_t t = 1; t < scores.length; ++t) {
    edge_at_[t] = pair_marginals + (t - 1) * pairs;
  }
  return posterior_.Marginals(scores, {node_marginals, nullptr, edge_at_.data()});
}

}  // namespace sagitta
