// ViterbiLattice: fills the lattice with the Viterbi kernel.
#include "chain/viterbi_lattice.h"

#include <algorithm>
#include <cstring>

#include "kernels/decoding.h"

namespace sagitta {

/// A [K][K] matrix with its rows widened to whole vectors, copied to padded_[at] unless it is that
/// wide.
const double* ViterbiLattice::Pad(const double* edge, std::size_t labels, std::size_t at) {
  if (stride_ == labels) return edge;
  double* padded = padded_.data() + at;
  for (std::size_t i = 0; i < labels; ++i) {
    std::memcpy(padded + i * stride_, edge + i * labels, labels * sizeof(double));
  }
  return padded;
}

void ViterbiLattice::Run(const ChainScores& scores, Keep keep) {
  const std::size_t length = scores.length;
  const std::size_t width = scores.labels;
  keep_ = keep;
  stride_ = kernels::DecodingStride(width);
  const std::size_t matrix = width * stride_;
  const std::size_t rows = stride_ * (keep == Keep::kAllRows ? length : 2);
  // They only grow, so that tagging allocates nothing once it has met its longest sequence.
  if (padded_.size() < 2 * matrix) padded_ = AlignedBuffer<double>(2 * matrix);
  if (rows_.size() < rows) rows_ = AlignedBuffer<double>(std::max(rows, rows_.size() * 3 / 2));
  if (back_.size() < length * stride_) back_.resize(length * stride_);

  std::copy_n(scores.node, width, rows_.data());
  const double* transition = length > 1 ? Pad(scores.transition, width, 0) : nullptr;
  for (std::size_t t = 1; t < length; ++t) {
    const double* edge = scores.Edge(t);
    edge = edge == scores.transition ? transition : Pad(edge, width, matrix);
    double* best = rows_.data() + RowOf(t) * stride_;
    kernels::ViterbiStep(width, Best(t - 1), edge, best, back_.data() + t * stride_);
    const double* node = scores.node + t * scores.stride;
    for (std::size_t j = 0; j < width; ++j) best[j] += node[j];
  }
}

}  // namespace sagitta
