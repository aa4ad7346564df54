#include "objective/lazy_weights.h"

#include <algorithm>

namespace sagitta {
namespace {

constexpr double kSmallestScale = 1e-6;
// d is at most a small multiple of w near the optimum (there d = -n lambda w) and C grows by about one step
// size a pass: flushing at this value is rare and C d stays of the size of v.
constexpr double kLargestClock = 8.0;

// Reals of the two kinds of rows; both are whole 32-byte units, so that every dense row is aligned.
template <class Real>
std::size_t DenseSize(const RowSpace& part) {
  return part.dense_rows * 2 * kernels::PaddedPart<Real>(part.width);
}
template <class Real>
std::size_t SparseSize(const RowSpace& part) {
  return kernels::PaddedPart<Real>(2 * part.sparse_begin.back());
}

// The a and d of one row, for sweeps.
template <class Real>
struct RowView {
  Real* a;
  Real* d;
  std::size_t count;
};

template <class Real, class Body>
void ForEachRow(const kernels::Rows<Real>& rows, std::size_t sparse_rows, const Body& body) {
  for (std::size_t r = 0; r < rows.dense_rows; ++r) {
    Real* a = rows.dense + r * 2 * rows.dense_part;
    body(RowView<Real>{a, a + rows.dense_part, rows.width});
  }
  for (std::size_t r = 0; r < sparse_rows; ++r) {
    const std::size_t count = rows.sparse_begin[r + 1] - rows.sparse_begin[r];
    Real* a = rows.sparse + 2 * rows.sparse_begin[r];
    body(RowView<Real>{a, a + count, count});
  }
}

}  // namespace

template <class Real>
LazyWeights<Real>::LazyWeights(const WeightSpace& space) {
  std::size_t size = 0;
  for (const RowSpace& part : space) size += DenseSize<Real>(part) + SparseSize<Real>(part);
  values_ = AlignedBuffer<Real>(size);
  Real* next = values_.data();
  for (const RowSpace& part : space) {
    masks_.push_back(internal::MaskOf<Real>(part));
    kernels::Rows<Real> rows;
    rows.width = part.width;
    rows.dense_rows = part.dense_rows;
    rows.dense_part = kernels::PaddedPart<Real>(part.width);
    rows.dense = next;
    rows.mask = masks_.back().data();
    next += DenseSize<Real>(part);
    rows.sparse = part.sparse_rows() > 0 ? next : nullptr;
    rows.sparse_begin = part.sparse_begin.data();
    rows.slot = part.sparse_slot.data();
    next += SparseSize<Real>(part);
    parts_.push_back(rows);
    sparse_rows_.push_back(part.sparse_rows());
  }
}

template <class Real>
void LazyWeights<Real>::Step(double shrink, double step) {
  beta_ *= shrink;
  clock_ += step / beta_;
  if (beta_ < kSmallestScale || clock_ > kLargestClock) Flush();
}

template <class Real>
void LazyWeights<Real>::Flush() {
  const Real beta = static_cast<Real>(beta_);
  const Real clock = static_cast<Real>(clock_);
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    ForEachRow(parts_[part], sparse_rows_[part], [&](const RowView<Real>& row) {
      for (std::size_t j = 0; j < row.count; ++j) row.a[j] = beta * (row.a[j] - clock * row.d[j]);
    });
  }
  beta_ = 1.0;
  clock_ = 0.0;
}

template <class Real>
WeightSummary LazyWeights<Real>::Summarize(double on_d, double lambda) const {
  WeightSummary summary;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const kernels::LazySweep sweep =
        kernels::Sweep(parts_[part], sparse_rows_[part], clock_, on_d, lambda * beta_);
    summary.gradient_inf = std::max(summary.gradient_inf, sweep.max_abs);
    summary.squared_norm += beta_ * beta_ * sweep.squares;
  }
  return summary;
}

template <class Real>
void LazyWeights<Real>::Write(PlainWeights<Real>& out) const {
  const Real beta = static_cast<Real>(beta_);
  const Real clock = static_cast<Real>(clock_);
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    std::size_t r = 0;
    ForEachRow(parts_[part], sparse_rows_[part], [&](const RowView<Real>& row) {
      const std::span<Real> to = out.Row(part, r++);
      for (std::size_t j = 0; j < row.count; ++j) to[j] = beta * (row.a[j] - clock * row.d[j]);
    });
  }
}

template class LazyWeights<float>;
template class LazyWeights<double>;

}  // namespace sagitta
