// GradientMemory: the table g_i that each example had when it was last visited (paper,
// section 4.2).
//
// Exactly what is stored is what is later subtracted, so d stays the sum of the stored tables up to
// the rounding of the additions.
#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned_buffer.h"
#include "kernels/vectors.h"
#include "objective/oracle.h"

namespace sagitta {

template <class Real>
class GradientMemory {
 public:
  /// All tables are zero: g_i^0 = 0.
  explicit GradientMemory(const Oracle<Real>& oracle);

  /// g_i <- table, and table <- table - (the g_i before). True when it was the first time.
  bool Exchange(ExampleId i, std::span<Real> table);

  /// Starts to bring the table of an example that will soon be exchanged nearer.
  void Prefetch(ExampleId i) const;

  bool seen(ExampleId i) const { return seen_[i] != 0; }
  std::uint64_t bytes() const { return tables_.size() * sizeof(Real); }

 private:
  std::vector<std::uint64_t> begin_;  // [examples + 1]
  AlignedBuffer<Real> tables_;
  std::vector<std::uint8_t> seen_;
};

}  // namespace sagitta
