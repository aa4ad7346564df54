// Comparing a fresh gradient with the stored one, row by row.
#include "optim/parts/row_memory.h"

#include <algorithm>

#include "kernels/vectors.h"

namespace sagitta {

template <class Real>
Real* RowMemory<Real>::Difference(RowId id, bool replace, Real* stored) {
  const std::span<Real> change = change_.Row(id.block, id.row);
  const kernels::Rows<Real>& rows = change_.rows(id.block);
  if (rows.mask == nullptr || id.row >= rows.dense_rows) {
    if (replace) {
      kernels::Exchange(change.size(), change.data(), stored, change.data());
    } else {
      kernels::SubtractScaled(change.size(), change.data(), Real{1}, stored, change.data());
    }
    return stored + change.size();
  }
  const Real* const mask = rows.mask + std::size_t{id.row} * rows.dense_stride;
  for (std::size_t k = 0; k < change.size(); ++k) {
    if (mask[k] == 0) continue;
    const Real fresh = change[k];
    change[k] -= *stored;
    if (replace) *stored = fresh;
    ++stored;
  }
  return stored;
}

template <class Real>
void RowMemory<Real>::Change(const InferredExample<Real>& here, bool replace, double on_w,
                             double on_d, ExampleId next, LazyWeights<Real>& weights) {
  here.Scatter(1, next, change_);
  Real* stored = values_.data() + BeginOf(here.example());
  for (const RowId& id : RowsOf(here.example())) {
    stored = Difference(id, replace, stored);
    const std::span<Real> change = change_.Row(id.block, id.row);
    weights.AddRow(id.block, id.row, change, on_w, on_d);
    std::fill(change.begin(), change.end(), Real{0});
  }
}

template <class Real>
void RowMemory<Real>::Replace(const InferredExample<Real>& here, double on_w, double on_d,
                              ExampleId next, LazyWeights<Real>& weights) {
  Change(here, true, on_w, on_d, next, weights);
}

template <class Real>
void RowMemory<Real>::Compare(const InferredExample<Real>& here, double on_w, ExampleId next,
                              LazyWeights<Real>& weights) {
  Change(here, false, on_w, 0, next, weights);
}

template <class Real>
double RowMemory<Real>::StoredDot(const InferredExample<Real>& here,
                                  const LazyWeights<Real>& weights) const {
  const Real* stored = values_.data() + BeginOf(here.example());
  double sum = 0;
  for (const RowId& id : RowsOf(here.example())) {
    const kernels::Rows<Real>& rows = change_.rows(id.block);
    const bool masked = rows.mask != nullptr && id.row < rows.dense_rows;
    const Real* const mask = rows.mask + (masked ? std::size_t{id.row} * rows.dense_stride : 0);
    weights.ForEachOfRow(id.block, id.row, [&](std::size_t k, double w) {
      if (!masked || mask[k] != 0) sum += double{*stored++} * w;
    });
  }
  return sum;
}

template <class Real>
double RowMemory<Real>::SquaredChange(const InferredExample<Real>& here) {
  here.Scatter(1, kNoExample, change_);
  Real* stored = values_.data() + BeginOf(here.example());
  double sum = 0;
  for (const RowId& id : RowsOf(here.example())) {
    stored = Difference(id, false, stored);
    const std::span<Real> change = change_.Row(id.block, id.row);
    sum += kernels::Dot(change.size(), change.data(), change.data());
    std::fill(change.begin(), change.end(), Real{0});
  }
  return sum;
}

template <class Real>
NaiveMemory<Real>::NaiveMemory(const ExampleEvaluator<Real>& examples)
    : RowMemory<Real>(examples.space()),
      rows_(AllRows(examples.space())),
      weights_(RowSizes(examples.space()).Sum()) {
  this->Reserve(examples.examples() * weights_);
}

template <class Real>
SparseMemory<Real>::SparseMemory(const ExampleEvaluator<Real>& examples)
    : RowMemory<Real>(examples.space()), examples_(examples) {
  const RowSizes sizes(examples.space());
  begin_.reserve(examples.examples() + 1);
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < examples.examples(); ++i) {
    begin_.push_back(size);
    // Also gives support_ the room it will ever need.
    for (const RowId& row : RowsOf(static_cast<ExampleId>(i))) size += sizes.Of(row);
  }
  begin_.push_back(size);
  this->Reserve(size);
}

template <class Real>
std::span<const RowId> SparseMemory<Real>::RowsOf(ExampleId i) const {
  support_.clear();
  examples_.AppendSupport(i, support_);
  return support_;
}

template class RowMemory<float>;
template class RowMemory<double>;
template class NaiveMemory<float>;
template class NaiveMemory<double>;
template class SparseMemory<float>;
template class SparseMemory<double>;

// ---- Sizes ----

RowSizes::RowSizes(const WeightSpace& space) : space_(space), masked_(space.size()) {
  for (std::size_t block = 0; block < space.size(); ++block) {
    const RowBlock& rows = space[block];
    if (rows.dense_mask.empty()) continue;
    for (std::size_t r = 0; r < rows.dense_rows; ++r) {
      const std::uint8_t* const mask = rows.dense_mask.data() + r * rows.width;
      masked_[block].push_back(static_cast<std::uint32_t>(std::count(mask, mask + rows.width, 1)));
    }
  }
}

std::uint64_t RowSizes::Sum() const {
  std::uint64_t sum = 0;
  for (const RowId& id : AllRows(space_)) sum += Of(id);
  return sum;
}

std::vector<RowId> AllRows(const WeightSpace& space) {
  std::vector<RowId> all;
  for (std::uint32_t block = 0; block < space.size(); ++block) {
    const RowBlock& rows = space[block];
    for (std::uint32_t r = 0; r < rows.dense_rows; ++r) all.push_back({block, r});
    for (std::uint32_t place = 0; place < rows.slots.size(); place += 1 + rows.slots[place]) {
      all.push_back({block, rows.dense_rows + place});
    }
  }
  return all;
}

}  // namespace sagitta
