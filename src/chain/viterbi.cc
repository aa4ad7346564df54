// The best path of a chain (Viterbi 1967): backwards from the best label of the last token.
#include <algorithm>

#include "chain/inference.h"

namespace sagitta {

double ChainInference::Viterbi(const ChainScores& scores, std::uint32_t* labels) {
  lattice_.Run(scores, ViterbiLattice::Keep::kLastRow);
  const std::size_t end = scores.length - 1;
  const double* best = lattice_.Best(end);
  const double* last = std::max_element(best, best + scores.labels);  // the first among equals
  labels[end] = static_cast<std::uint32_t>(last - best);
  lattice_.Trace(end, labels);
  return *last;
}

}  // namespace sagitta
