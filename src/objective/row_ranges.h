// RowRanges: the rows of a weight space cut into consecutive ranges, so that each range can be
// changed by one thread while others change the rest.
//
// The lists of factors ascend by row, so what a factor has in a range is a piece of its list, and
// where the pieces begin is kept for every factor. Ranges have about the same number of
// occurrences. Frequent rows come first (see weight_map.h): the first ranges have few rows with
// many occurrences each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "objective/factor_rows.h"

namespace sagitta {

/// Immutable; shared by threads.
template <class Real>
class RowRanges {
 public:
  /// The most ranges: each takes 4 bytes per factor.
  static constexpr std::size_t kMost = 32;

  /// Where the pieces of one example begin and end. Every thread has its own.
  struct Pieces {
    std::vector<std::uint64_t> begin, end;
  };

  /// The rows must outlive it. REQUIRES: 1 <= ranges <= kMost.
  RowRanges(const FactorRows<Real>& rows, std::size_t ranges);

  std::size_t ranges() const { return ranges_; }

  /// What example i has in a range, on its tokens and on its attributed edges. Valid until the
  /// pieces are used again.
  kernels::Occurrences<Real> Nodes(ExampleId i, std::size_t range, Pieces& pieces) const;
  kernels::Occurrences<Real> Edges(ExampleId i, std::size_t range, Pieces& pieces) const;

  /// The rows of a range that the caches do not hold by themselves, of the tokens of example i.
  std::span<const std::uint32_t> Seldom(ExampleId i, std::size_t range) const;

 private:
  /// One block of the space.
  struct Cuts {
    std::vector<std::uint32_t> bound;  // [ranges + 1] row numbers
    std::vector<std::uint32_t> cut;    // [factors][ranges - 1]: occurrences before the range ends
  };
  using Lists = kernels::Occurrences<Real> (FactorRows<Real>::*)(ExampleId) const;

  Cuts Cut(Lists lists, std::size_t row_numbers) const;
  kernels::Occurrences<Real> Piece(const Cuts& cuts, const kernels::Occurrences<Real>& whole,
                                   std::uint64_t first_factor, std::size_t range,
                                   Pieces& pieces) const;

  const FactorRows<Real>& rows_;
  std::size_t ranges_;
  Cuts node_, edge_;
};

}  // namespace sagitta
