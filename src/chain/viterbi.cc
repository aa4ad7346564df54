// The best path of a chain (Viterbi 1967).
//
//   best_0[j] = node[0][j]
//   best_t[j] = node[t][j] + max_i best_{t-1}[i] + edge_t[i][j],   back_t[j] = the lowest such i
//
// and then backwards from the best label of the last token. Adding node[t][j] last leaves the
// choice of the predecessor to the two terms that depend on it.
#include "kernels/viterbi.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "chain/inference.h"

namespace sagitta {

/// A [K][K] matrix with its rows widened to whole vectors, copied to padded_[at] unless it is that
/// wide.
const double* ChainInference::Pad(const double* edge, std::size_t labels, std::size_t at) {
  const std::size_t stride = kernels::ViterbiStride(labels);
  if (stride == labels) return edge;
  double* padded = padded_.data() + at;
  for (std::size_t i = 0; i < labels; ++i) {
    std::memcpy(padded + i * stride, edge + i * labels, labels * sizeof(double));
  }
  return padded;
}

double ChainInference::Viterbi(const ChainScores& scores, std::uint32_t* labels) {
  const std::size_t length = scores.length;
  const std::size_t width = scores.labels;
  const std::size_t stride = kernels::ViterbiStride(width);
  const std::size_t matrix = width * stride;
  // Both only grow, so that tagging allocates nothing once it has met its longest sequence.
  if (padded_.size() < 2 * (matrix + stride))
    padded_ = AlignedBuffer<double>(2 * (matrix + stride));
  if (back_.size() < length * stride) back_.resize(length * stride);

  double* best = padded_.data() + 2 * matrix;
  double* previous = best + stride;
  std::copy_n(scores.node, width, best);
  const double* transition = length > 1 ? Pad(scores.transition, width, 0) : nullptr;
  for (std::size_t t = 1; t < length; ++t) {
    std::swap(best, previous);
    const double* edge = scores.Edge(t);
    edge = edge == scores.transition ? transition : Pad(edge, width, matrix);
    kernels::ViterbiStep(width, previous, edge, best, back_.data() + t * stride);
    const double* node = scores.node + t * scores.stride;
    for (std::size_t j = 0; j < width; ++j) best[j] += node[j];
  }

  const double* last = std::max_element(best, best + width);  // the first among equals
  labels[length - 1] = static_cast<std::uint32_t>(last - best);
  for (std::size_t t = length - 1; t > 0; --t) {
    labels[t - 1] = back_[t * stride + labels[t]];
  }
  return *last;
}

}  // namespace sagitta
