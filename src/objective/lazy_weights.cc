#include "objective/lazy_weights.h"

#include <algorithm>
#include <cstring>

namespace sagitta {
namespace {

// Beyond these, rounding in C - clock or in v = w / beta would begin to show.
constexpr double kSmallestScale = 1e-6;
constexpr double kLargestClock = 1e12;

// Reals of the two kinds of rows; both are whole 32-byte units, so that every dense row is aligned.
template <class Real>
std::size_t DenseSize(const RowSpace& part) {
  return part.dense_rows * 2 * kernels::LazyPart<Real>(part.width);
}
template <class Real>
std::size_t SparseSize(const RowSpace& part) {
  return kernels::PlainPart<Real>(2 * part.sparse_begin.back() +
                                  kernels::ClockReals<Real>() * part.sparse_rows());
}

// One row between its parts, for sweeps.
template <class Real>
struct RowView {
  Real* v;
  Real* d;
  Real* clock;
  std::size_t count;
};

template <class Real, class Body>
void ForEachRow(const kernels::Rows<Real>& rows, std::size_t sparse_rows, const Body& body) {
  for (std::size_t r = 0; r < rows.dense_rows; ++r) {
    Real* v = rows.dense + r * 2 * rows.dense_part;
    body(RowView<Real>{v, v + rows.dense_part, kernels::LazyClock(v, rows.dense_part), rows.width});
  }
  for (std::size_t r = 0; r < sparse_rows; ++r) {
    const std::size_t count = rows.sparse_begin[r + 1] - rows.sparse_begin[r];
    Real* v = rows.sparse + 2 * rows.sparse_begin[r] + kernels::ClockReals<Real>() * r;
    body(RowView<Real>{v, v + count, v + 2 * count, count});
  }
}

template <class Real>
Real Missed(const RowView<Real>& row, double clock) {
  double last;
  std::memcpy(&last, row.clock, sizeof last);
  return static_cast<Real>(clock - last);
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
    rows.dense_part = kernels::LazyPart<Real>(part.width);
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
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    ForEachRow(parts_[part], sparse_rows_[part], [&](const RowView<Real>& row) {
      const Real missed = Missed(row, clock_);
      for (std::size_t j = 0; j < row.count; ++j) {
        row.v[j] = beta * (row.v[j] - missed * row.d[j]);
      }
      std::memset(row.clock, 0, sizeof(double));
    });
  }
  beta_ = 1.0;
  clock_ = 0.0;
}

template <class Real>
WeightSummary LazyWeights<Real>::Summarize(double a, double lambda) const {
  WeightSummary summary;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const kernels::LazySweep sweep =
        kernels::Sweep(parts_[part], sparse_rows_[part], clock_, a, lambda * beta_);
    summary.gradient_inf = std::max(summary.gradient_inf, sweep.max_abs);
    summary.squared_norm += beta_ * beta_ * sweep.squares;
  }
  return summary;
}

template <class Real>
void LazyWeights<Real>::Write(PlainWeights<Real>& out) const {
  const Real beta = static_cast<Real>(beta_);
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    std::size_t r = 0;
    ForEachRow(parts_[part], sparse_rows_[part], [&](const RowView<Real>& row) {
      const Real missed = Missed(row, clock_);
      const std::span<Real> to = out.Row(part, r++);
      for (std::size_t j = 0; j < row.count; ++j) {
        to[j] = beta * (row.v[j] - missed * row.d[j]);
      }
    });
  }
}

template class LazyWeights<float>;
template class LazyWeights<double>;

}  // namespace sagitta
