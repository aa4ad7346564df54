// TableMemory: all tables in one array.
#include "optim/parts/gradient_memory.h"

#include <algorithm>

#include "kernels/vectors.h"

namespace sagitta {

template <class Real>
TableMemory<Real>::TableMemory(const ExampleEvaluator<Real>& examples) {
  begin_.reserve(examples.examples() + 1);
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < examples.examples(); ++i) {
    begin_.push_back(size);
    size += examples.TableSize(static_cast<ExampleId>(i));
  }
  begin_.push_back(size);
  tables_ = AlignedBuffer<Real>(size);
}

template <class Real>
void TableMemory<Real>::Exchange(ExampleId i, std::span<const Real> table, Real* change) {
  kernels::Exchange(table.size(), table.data(), tables_.data() + begin_[i], change);
}

template <class Real>
void TableMemory<Real>::Replace(const InferredExample<Real>& here, double on_w, double on_d,
                                ExampleId next, LazyWeights<Real>& weights) {
  Exchange(here.example(), here.table());
  here.Scatter(on_w, on_d, next, weights);
}

template <class Real>
void TableMemory<Real>::Compare(const InferredExample<Real>& here, double on_w, ExampleId next,
                                LazyWeights<Real>& weights) {
  const std::span<Real> table = here.table();
  kernels::SubtractScaled(table.size(), table.data(), Real{1},
                          tables_.data() + begin_[here.example()], table.data());
  here.Scatter(on_w, 0, next, weights);
}

template <class Real>
void TableMemory<Real>::Prefetch(ExampleId i) const {
  constexpr std::size_t kLine = 64 / sizeof(Real);
  // The hardware continues by itself where a table is long.
  constexpr std::size_t kMost = 64 * kLine;
  const Real* const table = tables_.data() + begin_[i];
  const std::size_t size = std::min<std::size_t>(begin_[i + 1] - begin_[i], kMost);
  for (std::size_t k = 0; k < size; k += kLine) __builtin_prefetch(table + k, 1, 2);
}

template class TableMemory<float>;
template class TableMemory<double>;

}  // namespace sagitta
