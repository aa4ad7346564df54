// SparseMemory: of the gradient of every example the rows that it touches.
//
// Which rows these are is not stored: the oracle can tell, at the price of sorting an example's
// rows once a visit. So this takes exactly the numbers that the paper counts as "sparse".
#pragma once

#include <vector>

#include "optim/parts/row_memory.h"

namespace sagitta {

template <class Real>
class SparseMemory final : public RowMemory<Real> {
 public:
  /// All gradients are zero. The oracle must outlive the memory.
  explicit SparseMemory(const Oracle<Real>& oracle);

 private:
  std::span<const RowId> RowsOf(ExampleId i) override;
  std::uint64_t BeginOf(ExampleId i) const override { return begin_[i]; }

  std::vector<std::uint64_t> begin_;  // [examples + 1]
  std::vector<RowId> support_;        // of the example at hand
};

}  // namespace sagitta
