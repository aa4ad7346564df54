// RowMemory: gradients kept as rows of weights. NaiveMemory keeps all rows of every example,
// SparseMemory those that the example touches.
//
// The stored values of an example are those of its rows one after the other, slots without a weight
// left out. A fresh gradient is scattered into empty rows, compared there with the stored one row
// by row, and the rows are emptied again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/aligned_buffer.h"
#include "optim/parts/gradient_memory.h"

namespace sagitta {

/// How many weights the rows of a space have.
class RowSizes {
 public:
  /// One sweep over the masks. The space must outlive it.
  explicit RowSizes(const WeightSpace& space);

  /// Weights of a row; slots of a dense row that have none do not count.
  std::uint64_t Of(RowId id) const {
    const RowBlock& block = space_[id.block];
    if (id.row >= block.dense_rows) return block.slots[id.row - block.dense_rows];
    return masked_[id.block].empty() ? block.width : masked_[id.block][id.row];
  }

  /// Of all rows together: the length of a gradient.
  std::uint64_t Sum() const;

 private:
  const WeightSpace& space_;
  std::vector<std::vector<std::uint32_t>> masked_;  // by block: [dense rows], or empty: all full
};

/// Every row of a space, block by block.
std::vector<RowId> AllRows(const WeightSpace& space);

template <class Real>
class RowMemory : public GradientMemory<Real> {
 public:
  /// The space must outlive the memory.
  explicit RowMemory(const WeightSpace& space) : change_(space) {}

  void Replace(const InferredExample<Real>& here, double on_w, double on_d, ExampleId next,
               LazyWeights<Real>& weights) final;
  void Compare(const InferredExample<Real>& here, double on_w, ExampleId next,
               LazyWeights<Real>& weights) final;
  double StoredDot(const InferredExample<Real>& here, const LazyWeights<Real>& weights) const final;
  double SquaredChange(const InferredExample<Real>& here) final;
  std::uint64_t bytes() const final { return values_.span().size_bytes(); }
  void Transfer(State& state) final { state.Array("values", values_.span()); }

 protected:
  /// The rows kept of an example, at least those it touches. Valid until the next call.
  virtual std::span<const RowId> RowsOf(ExampleId i) const = 0;
  /// Where their values start.
  virtual std::uint64_t BeginOf(ExampleId i) const = 0;

  /// All gradients are zero from here on.
  void Reserve(std::uint64_t values) { values_ = AlignedBuffer<Real>(values); }

 private:
  /// change_ <- change_ - stored in one row, and stored <- the change_ before if `replace`. Returns
  /// the end of the row's stored values.
  Real* Difference(RowId id, bool replace, Real* stored);
  void Change(const InferredExample<Real>& here, bool replace, double on_w, double on_d,
              ExampleId next, LazyWeights<Real>& weights);

  PlainWeights<Real> change_;  // zero between calls
  AlignedBuffer<Real> values_;
};

/// A full vector of weights for every example, as Algorithm 1 of the paper reads. Every visit goes
/// over all weights, touched by the example or not: for comparison.
template <class Real>
class NaiveMemory final : public RowMemory<Real> {
 public:
  /// All gradients are zero. The examples must outlive the memory.
  explicit NaiveMemory(const ExampleEvaluator<Real>& examples);

 private:
  std::span<const RowId> RowsOf(ExampleId) const override { return rows_; }
  std::uint64_t BeginOf(ExampleId i) const override { return i * weights_; }

  std::vector<RowId> rows_;  // all there are
  std::uint64_t weights_;
};

/// Of the gradient of every example the rows that it touches. Which rows these are is not stored:
/// the evaluator can tell, at the price of sorting an example's rows once per visit. So this takes
/// exactly the numbers that the paper counts as "sparse".
template <class Real>
class SparseMemory final : public RowMemory<Real> {
 public:
  /// All gradients are zero. The examples must outlive the memory.
  explicit SparseMemory(const ExampleEvaluator<Real>& examples);

 private:
  std::span<const RowId> RowsOf(ExampleId i) const override;
  std::uint64_t BeginOf(ExampleId i) const override { return begin_[i]; }

  const ExampleEvaluator<Real>& examples_;
  std::vector<std::uint64_t> begin_;    // [examples + 1]
  mutable std::vector<RowId> support_;  // of the example at hand
};

}  // namespace sagitta
