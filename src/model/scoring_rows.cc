// Sorting rows by how they are added fastest.
#include "model/scoring_rows.h"

namespace sagitta::internal {
namespace {

/// From an eighth of the stride on, adding zeroes too is faster than going from slot to slot, which
/// ends each row with a branch that nobody can predict. A single weight is faster still.
bool WorthWidening(std::uint64_t count, std::size_t stride) {
  return count > 1 && 8 * count >= stride;
}

RowReference At(std::uint64_t first, std::uint16_t count) {
  return {static_cast<std::uint32_t>(first), static_cast<std::uint16_t>(first >> 32), count};
}

/// How many rows Fill will widen: the first ones, which training data had first and so most often.
std::size_t CountWidened(const ModelRows<std::uint16_t>& rows, std::size_t width,
                         std::size_t stride, std::size_t limit) {
  std::size_t widened = 0;
  for (std::size_t row = 0; row < rows.rows() && widened < limit; ++row) {
    const std::uint64_t count = rows.begin[row + 1] - rows.begin[row];
    widened += count != width && WorthWidening(count, stride);
  }
  return widened;
}

}  // namespace

ScoringRows::ScoringRows(const ModelRows<std::uint16_t>& rows, std::size_t width)
    : stride_((width + kLanes - 1) / kLanes * kLanes), references_(rows.rows()) {
  if (rows.weight64.empty()) {
    Fill(rows, width, widened32_);
  } else {
    Fill(rows, width, widened64_);
  }
}

template <class Real>
void ScoringRows::Fill(const ModelRows<std::uint16_t>& rows, std::size_t width,
                       AlignedBuffer<Real>& widened) {
  const auto weights = rows.Weights<Real>();
  const std::size_t limit = kWidenedBytes / (stride_ * sizeof(Real));
  widened = AlignedBuffer<Real>(CountWidened(rows, width, stride_, limit) * stride_);
  std::size_t used = 0;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const std::uint64_t first = rows.begin[row];
    const std::uint64_t count = rows.begin[row + 1] - first;
    RowReference& reference = references_[row];
    if (count == width && weights.size() - first >= stride_) {
      reference = At(first, RowReference::kInPlace);
    } else if (count != width && WorthWidening(count, stride_) && used < widened.size()) {
      reference = At(used, RowReference::kWidened);
      for (std::uint64_t k = first; k < first + count; ++k)
        widened[used + rows.slot[k]] = weights[k];
      used += stride_;
    } else if (std::is_same_v<Real, float> && count == 1) {
      reference = {std::bit_cast<std::uint32_t>(static_cast<float>(weights[first])),
                   rows.slot[first], RowReference::kSingle};
    } else {
      reference = At(first, static_cast<std::uint16_t>(count));
    }
  }
}

}  // namespace sagitta::internal
