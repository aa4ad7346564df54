#include "optim/parts/table_memory.h"

#include <algorithm>

#include "kernels/vectors.h"

namespace sagitta {

template <class Real>
TableMemory<Real>::TableMemory(const Oracle<Real>& oracle) : oracle_(oracle) {
  begin_.reserve(oracle.examples() + 1);
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < oracle.examples(); ++i) {
    begin_.push_back(size);
    size += oracle.TableSize(static_cast<ExampleId>(i));
  }
  begin_.push_back(size);
  tables_ = AlignedBuffer<Real>(size);
}

template <class Real>
void TableMemory<Real>::Exchange(ExampleId i, std::span<Real> table) {
  kernels::Exchange(table.size(), table.data(), tables_.data() + begin_[i], table.data());
}

template <class Real>
void TableMemory<Real>::Replace(ExampleId i, double on_w, double on_d, ExampleId next,
                                Scratch& scratch, LazyWeights<Real>& weights) {
  Exchange(i, scratch.table);
  oracle_.Scatter(i, scratch, on_w, on_d, next, weights);
}

template <class Real>
void TableMemory<Real>::Compare(ExampleId i, double on_w, ExampleId next, Scratch& scratch,
                                LazyWeights<Real>& weights) {
  Real* table = scratch.table.data();
  kernels::SubtractScaled(scratch.table.size(), table, Real{1}, tables_.data() + begin_[i], table);
  oracle_.Scatter(i, scratch, on_w, 0, next, weights);
}

template <class Real>
void TableMemory<Real>::Prefetch(ExampleId i) const {
  constexpr std::size_t kLine = 64 / sizeof(Real);
  // The hardware goes on by itself where a table is long.
  constexpr std::size_t kMost = 64 * kLine;
  const Real* const table = tables_.data() + begin_[i];
  const std::size_t size = std::min<std::size_t>(begin_[i + 1] - begin_[i], kMost);
  for (std::size_t k = 0; k < size; k += kLine) __builtin_prefetch(table + k, 1, 2);
}

template class TableMemory<float>;
template class TableMemory<double>;

}  // namespace sagitta
