#include "optim/parts/gradient_memory.h"

namespace sagitta {

template <class Real>
GradientMemory<Real>::GradientMemory(const Oracle<Real>& oracle) : seen_(oracle.examples(), 0) {
  begin_.reserve(oracle.examples());
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < oracle.examples(); ++i) {
    begin_.push_back(size);
    size += oracle.TableSize(static_cast<ExampleId>(i));
  }
  tables_ = AlignedBuffer<Real>(size);
}

template <class Real>
bool GradientMemory<Real>::Exchange(ExampleId i, std::span<Real> table) {
  kernels::Exchange(table.size(), table.data(), tables_.data() + begin_[i], table.data());
  const bool first = seen_[i] == 0;
  seen_[i] = 1;
  return first;
}

template class GradientMemory<float>;
template class GradientMemory<double>;

}  // namespace sagitta
