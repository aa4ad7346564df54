// ActiveRows: some rows of a weight space as a smaller space of their own.
//
// With an L1 term most rows end at zero. A method that leaves them out for a while works on vectors
// and lists of occurrences that are as short as the model is sparse: FactorRows can be made for
// such a space, and all kernels work on it as on any other.
#pragma once

#include <cstdint>
#include <vector>

#include "objective/plain_weights.h"
#include "objective/weight_space.h"

namespace sagitta {

/// Immutable.
class ActiveRows {
 public:
  /// The rows of the node block with these numbers, which ascend, and all rows of the edge block.
  ActiveRows(const WeightSpace& whole, std::vector<std::uint32_t> node_rows);
  ActiveRows(const ActiveRows&) = delete;
  ActiveRows& operator=(const ActiveRows&) = delete;

  const WeightSpace& space() const { return space_; }
  const std::vector<std::uint32_t>& node_rows() const { return node_rows_; }
  /// The number that a row of the whole node block has in the smaller one; kNoRow: it is left out.
  /// Numbers ascend as those of the whole space do.
  std::uint32_t NumberOf(std::uint32_t node_row) const { return number_[node_row]; }

  /// own = the active rows of `whole`.
  template <class Real>
  void Take(const PlainWeights<Real>& whole, PlainWeights<Real>& own) const;
  /// The active rows of `whole` = own; the others are set to zero.
  template <class Real>
  void PutBack(const PlainWeights<Real>& own, PlainWeights<Real>& whole) const;

 private:
  WeightSpace space_;
  std::vector<std::uint32_t> node_rows_;
  std::vector<std::uint32_t> number_;  // [row numbers of the whole node block]
};

/// Calls body(row) for the numbers of all rows of a block, ascending.
template <class Body>
void ForEachRowNumber(const RowBlock& block, const Body& body) {
  for (std::uint32_t row = 0; row < block.dense_rows; ++row) body(row);
  for (std::size_t place = 0; place < block.slots.size(); place += 1 + block.slots[place]) {
    body(static_cast<std::uint32_t>(block.dense_rows + place));
  }
}

}  // namespace sagitta
