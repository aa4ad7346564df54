// ScoringRows: a model's node rows prepared for adding up.
//
// Tagging adds some twenty rows a token in random order, and waits mostly for memory and for
// branches that depend on row lengths. So one word says all about a row: rows that are nearly full
// are added as vectors, from a widened copy if need be, and a row of one weight stands in the word
// itself.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/aligned_buffer.h"
#include "model/model_rows.h"

namespace sagitta::internal {

/// What a row looks like and where it is.
struct RowReference {
  static constexpr std::uint16_t kSingle = 0xffff;   // one float: slot() and weight()
  static constexpr std::uint16_t kInPlace = 0xfffe;  // weights from first(), for a whole stride
  static constexpr std::uint16_t kWidened = 0xfffd;  // ScoringRows::Widened() from first()

  std::uint32_t low = 0;
  std::uint16_t high = 0;
  std::uint16_t count = 0;  // one of the above, or the number of slots and weights from first()

  std::uint64_t first() const { return std::uint64_t{high} << 32 | low; }
  std::uint16_t slot() const { return high; }
  float weight() const { return std::bit_cast<float>(low); }
};

/// Immutable once made. Cost: a word for each row and at most kWidenedBytes.
class ScoringRows {
 public:
  /// Rows that are added as vectors have a multiple of this many elements.
  static constexpr std::size_t kLanes = 8;
  static constexpr std::size_t kWidenedBytes = std::size_t{4} << 20;

  ScoringRows() = default;
  /// `width` is the number of possible slots. Keeps no reference to `rows`. Time is linear in rows
  /// and short for any model, as it is part of loading.
  ScoringRows(const ModelRows<std::uint16_t>& rows, std::size_t width);

  /// Elements of a vector row: width rounded up to lanes. What lies beyond width has no meaning.
  std::size_t stride() const { return stride_; }
  const RowReference* references() const { return references_.data(); }
  template <class Real>
  const Real* Widened() const {
    if constexpr (std::is_same_v<Real, float>) {
      return widened32_.data();
    } else {
      return widened64_.data();
    }
  }

 private:
  template <class Real>
  void Fill(const ModelRows<std::uint16_t>& rows, std::size_t width, AlignedBuffer<Real>& widened);
  template <class Real>
  std::size_t Improve(const ModelRows<std::uint16_t>& rows, std::size_t row, std::size_t width,
                      std::size_t used, AlignedBuffer<Real>& widened);

  std::size_t stride_ = 0;
  AlignedBuffer<RowReference> references_;  // [rows]
  AlignedBuffer<float> widened32_;          // one of the two is used, as in ModelRows
  AlignedBuffer<double> widened64_;
};

}  // namespace sagitta::internal
