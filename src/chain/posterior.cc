// Posteriors for tagging.
#include "chain/inference.h"

namespace sagitta {

double ChainInference::LogPartition(const ChainScores& scores) {
  return posterior_.LogPartition(scores);
}

double ChainInference::Marginals(const ChainScores& scores, double* node_marginals) {
  return posterior_.Marginals(scores, {node_marginals, nullptr, nullptr});
}

}  // namespace sagitta
