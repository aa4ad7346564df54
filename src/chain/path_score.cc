// The score of one given path.
#include "chain/inference.h"

namespace sagitta {

double PathScore(const ChainScores& scores, std::span<const std::uint32_t> labels) {
  double score = scores.node[labels[0]];
  for (std::size_t t = 1; t < scores.length; ++t) {
    score += scores.Edge(t)[labels[t - 1] * scores.labels + labels[t]];
    score += scores.node[t * scores.stride + labels[t]];
  }
  return score;
}

}  // namespace sagitta
