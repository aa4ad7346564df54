// TableMemory: gradients kept as tables, what inference leaves of an example.
//
// The shape of the oracle's tables decides which of the paper's strategies this is: kMixed is
// "mixed" (node marginals and the gradient of the pairwise features), kMarginals is "marginals".
#pragma once

#include <vector>

#include "base/aligned_buffer.h"
#include "optim/parts/gradient_memory.h"

namespace sagitta {

template <class Real>
class TableMemory final : public GradientMemory<Real> {
 public:
  using Scratch = typename Oracle<Real>::Scratch;

  /// All tables are zero: g_i^0 = 0. The oracle must outlive the memory.
  explicit TableMemory(const Oracle<Real>& oracle);

  void Replace(ExampleId i, double on_w, double on_d, ExampleId next, Scratch& scratch,
               LazyWeights<Real>& weights) override;
  void Compare(ExampleId i, double on_w, ExampleId next, Scratch& scratch,
               LazyWeights<Real>& weights) override;
  void Prefetch(ExampleId i) const override;
  std::uint64_t bytes() const override { return tables_.span().size_bytes(); }
  void Transfer(State& state) override { state.Array("tables", tables_.span()); }

  /// g_i <- table, and table <- table - (the g_i before).
  void Exchange(ExampleId i, std::span<Real> table);

  /// The table stored of an example.
  std::span<Real> Of(ExampleId i) {
    return {tables_.data() + begin_[i], begin_[i + 1] - begin_[i]};
  }

 private:
  const Oracle<Real>& oracle_;
  std::vector<std::uint64_t> begin_;  // [examples + 1]
  AlignedBuffer<Real> tables_;
};

}  // namespace sagitta
