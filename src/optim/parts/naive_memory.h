// NaiveMemory: a full vector of weights for every example, as Algorithm 1 of the paper reads.
//
// Every visit goes over all weights, touched by the example or not. It is here to be compared with.
#pragma once

#include <vector>

#include "optim/parts/row_memory.h"

namespace sagitta {

template <class Real>
class NaiveMemory final : public RowMemory<Real> {
 public:
  /// All gradients are zero. The oracle must outlive the memory.
  explicit NaiveMemory(const Oracle<Real>& oracle);

 private:
  std::span<const RowId> RowsOf(ExampleId) override { return rows_; }
  std::uint64_t BeginOf(ExampleId i) const override { return i * weights_; }

  std::vector<RowId> rows_;  // all there are
  std::uint64_t weights_;
};

}  // namespace sagitta
