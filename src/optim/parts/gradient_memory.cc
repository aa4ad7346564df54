#include "optim/parts/gradient_memory.h"

#include <algorithm>

namespace sagitta {

template <class Real>
GradientMemory<Real>::GradientMemory(const Oracle<Real>& oracle) : seen_(oracle.examples(), 0) {
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
bool GradientMemory<Real>::Exchange(ExampleId i, std::span<Real> table) {
  kernels::Exchange(table.size(), table.data(), tables_.data() + begin_[i], table.data());
  const bool first = seen_[i] == 0;
  seen_[i] = 1;
  return first;
}

template <class Real>
void GradientMemory<Real>::Prefetch(ExampleId i) const {
  constexpr std::size_t kLine = 64 / sizeof(Real);
  // The hardware goes on by itself where a table is long.
  constexpr std::size_t kMost = 64 * kLine;
  const Real* const table = tables_.data() + begin_[i];
  const std::size_t size = std::min<std::size_t>(begin_[i + 1] - begin_[i], kMost);
  for (std::size_t k = 0; k < size; k += kLine) __builtin_prefetch(table + k, 1, 2);
}

template class GradientMemory<float>;
template class GradientMemory<double>;

}  // namespace sagitta
