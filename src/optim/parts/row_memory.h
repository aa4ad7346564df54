// RowMemory: gradients kept as rows of weights, what the naive and the sparse memory share.
//
// The stored values of an example are those of its rows one after the other, slots without a weight
// left out. A fresh gradient is scattered into empty rows, compared there with the stored one row
// by row, and the rows are emptied again.
#pragma once

#include <span>

#include "base/aligned_buffer.h"
#include "optim/parts/gradient_memory.h"

namespace sagitta {

template <class Real>
class RowMemory : public GradientMemory<Real> {
 public:
  using Scratch = typename Oracle<Real>::Scratch;

  /// The oracle must outlive the memory.
  explicit RowMemory(const Oracle<Real>& oracle) : oracle_(oracle), change_(oracle.space()) {}

  void Replace(ExampleId i, double on_w, double on_d, ExampleId next, Scratch& scratch,
               LazyWeights<Real>& weights) final;
  void Compare(ExampleId i, double on_w, ExampleId next, Scratch& scratch,
               LazyWeights<Real>& weights) final;
  std::uint64_t bytes() const final { return values_.span().size_bytes(); }
  void Transfer(State& state) final { state.Array("values", values_.span()); }

 protected:
  /// The rows kept of an example, at least those it touches. Good until the next call.
  virtual std::span<const RowId> RowsOf(ExampleId i) = 0;
  /// Where their values start.
  virtual std::uint64_t BeginOf(ExampleId i) const = 0;

  const Oracle<Real>& oracle() const { return oracle_; }
  /// All gradients are zero from here on.
  void Reserve(std::uint64_t values) { values_ = AlignedBuffer<Real>(values); }

 private:
  /// change_ <- change_ - stored in one row, and stored <- the change_ before if `replace`. Returns
  /// the end of the row's stored values.
  Real* Difference(RowId id, bool replace, Real* stored);
  void Move(ExampleId i, bool replace, double on_w, double on_d, ExampleId next, Scratch& scratch,
            LazyWeights<Real>& weights);

  const Oracle<Real>& oracle_;
  PlainWeights<Real> change_;  // zero between calls
  AlignedBuffer<Real> values_;
};

}  // namespace sagitta
