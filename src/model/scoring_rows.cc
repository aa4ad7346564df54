// Sorting rows by how they are added fastest.
#include "model/scoring_rows.h"

#include <algorithm>
#include <array>

namespace sagitta::internal {
namespace {

/// From an eighth of the stride on, adding zeroes too is faster than going from slot to slot, which
/// ends each row with an unpredictable branch. A single weight is faster still.
bool WorthWidening(std::uint64_t count, std::size_t stride) {
  return count > 1 && 8 * count >= stride;
}

RowReference At(std::uint64_t first, std::uint16_t count) {
  return {static_cast<std::uint32_t>(first), static_cast<std::uint16_t>(first >> 32), count};
}

/// Rows are looked at in blocks: what is the same for all of them without a branch, then those with
/// several weights, which only every sixth row has.
constexpr std::size_t kBlock = 1024;

/// A row of one float in the word itself, any other by its place.
template <class Real>
RowReference Plain(std::uint64_t first, std::uint64_t count, Real weight, std::uint16_t slot) {
  const bool single = std::is_same_v<Real, float> && count == 1;
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(weight));
  const RowReference at = At(first, static_cast<std::uint16_t>(count));
  return {single ? bits : at.low, single ? slot : at.high,
          single ? RowReference::kSingle : at.count};
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
  if (weights.empty()) return;
  // No more rows than that can be worth it.
  const std::size_t most = weights.size() / std::max<std::size_t>(2, stride_ / 8);
  const std::size_t limit = kWidenedBytes / (stride_ * sizeof(Real));
  widened = AlignedBuffer<Real>(std::min(most, limit) * stride_);
  std::size_t used = 0;
  std::array<std::size_t, kBlock> longer;
  for (std::size_t begin = 0; begin < rows.rows(); begin += kBlock) {
    std::size_t count_longer = 0;
    for (std::size_t row = begin; row < std::min(begin + kBlock, rows.rows()); ++row) {
      const std::uint64_t first = rows.begin[row];
      const std::uint64_t count = rows.begin[row + 1] - first;
      const std::size_t in_range = std::min<std::size_t>(first, weights.size() - 1);
      references_[row] = Plain(first, count, weights[in_range], rows.slot[in_range]);
      longer[count_longer] = row;
      count_longer += (count > 1) | (count == width);
    }
    for (std::size_t k = 0; k < count_longer; ++k) {
      used = Improve(rows, longer[k], width, used, widened);
    }
  }
}

/// Makes a vector of a row if that is faster; returns how much of `widened` is used then.
template <class Real>
std::size_t ScoringRows::Improve(const ModelRows<std::uint16_t>& rows, std::size_t row,
                                 std::size_t width, std::size_t used,
                                 AlignedBuffer<Real>& widened) {
  const auto weights = rows.Weights<Real>();
  const std::uint64_t first = rows.begin[row];
  const std::uint64_t count = rows.begin[row + 1] - first;
  if (count == width) {
    if (weights.size() - first >= stride_) references_[row] = At(first, RowReference::kInPlace);
    return used;
  }
  if (!WorthWidening(count, stride_) || used == widened.size()) return used;
  references_[row] = At(used, RowReference::kWidened);
  for (std::uint64_t k = first; k < first + count; ++k) widened[used + rows.slot[k]] = weights[k];
  return used + stride_;
}

}  // namespace sagitta::internal
