// RowSizes: how many weights the rows of a space have.
#pragma once

#include <cstdint>
#include <vector>

#include "objective/oracle.h"

namespace sagitta {

class RowSizes {
 public:
  /// One sweep over the masks. The space must outlive it.
  explicit RowSizes(const WeightSpace& space);

  /// Weights of a row; slots of a dense row that have none do not count.
  std::uint64_t Of(RowId id) const {
    const RowSpace& part = space_[id.part];
    if (id.row >= part.dense_rows) return part.slots[id.row - part.dense_rows];
    return masked_[id.part].empty() ? part.width : masked_[id.part][id.row];
  }

  /// Of all rows together: the length of a gradient.
  std::uint64_t Sum() const;

 private:
  const WeightSpace& space_;
  std::vector<std::vector<std::uint32_t>> masked_;  // by part: [dense rows], or empty: all full
};

/// Every row of a space, part by part.
std::vector<RowId> AllRows(const WeightSpace& space);

}  // namespace sagitta
