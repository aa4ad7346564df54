#include "objective/lazy_weights.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sagitta {
namespace {

// Beyond these, rounding in C - clock or in v = w / beta would begin to show.
constexpr double kSmallestScale = 1e-6;
constexpr double kLargestClock = 1e12;

constexpr std::size_t kLine = 64;

// Bytes between dense rows. A row of s bytes that starts anywhere (on 16 bytes) touches about
// (s - 16) / 64 + 1 cache lines, one that starts on a line s / 64 rounded up: padding to whole lines
// pays when that is fewer.
template <class Real>
std::size_t LazyStride(std::uint32_t width) {
  const std::size_t bytes = (2 * width + kernels::ClockReals<Real>()) * sizeof(Real);
  const std::size_t tight = (bytes + 15) / 16 * 16;
  const std::size_t lines = (bytes + kLine - 1) / kLine;
  const bool pad = lines * kLine < tight - 16 + kLine;
  return (pad ? lines * kLine : tight) / sizeof(Real);
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
    Real* v = rows.dense + r * rows.dense_stride;
    body(RowView<Real>{v, v + rows.width, v + 2 * rows.width, rows.width});
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
  const auto sparse_size = [](const RowSpace& part) {
    const std::size_t reals = 2 * part.sparse_begin.back() +
                              kernels::ClockReals<Real>() * part.sparse_rows();
    return (reals * sizeof(Real) + kLine - 1) / kLine * kLine / sizeof(Real);
  };
  const auto dense_size = [](const RowSpace& part) {
    const std::size_t reals = part.dense_rows * LazyStride<Real>(part.width);
    return (reals * sizeof(Real) + kLine - 1) / kLine * kLine / sizeof(Real);
  };
  for (const RowSpace& part : space) size += dense_size(part) + sparse_size(part);
  values_ = AlignedBuffer<Real>(size);
  Real* next = values_.data();
  for (const RowSpace& part : space) {
    masks_.push_back(internal::MaskOf<Real>(part));
    kernels::Rows<Real> rows;
    rows.width = part.width;
    rows.dense_rows = part.dense_rows;
    rows.dense_stride = LazyStride<Real>(part.width);
    rows.dense = next;
    rows.mask = masks_.back().data();
    next += dense_size(part);
    rows.sparse = part.sparse_rows() > 0 ? next : nullptr;
    rows.sparse_begin = part.sparse_begin.data();
    rows.slot = part.sparse_slot.data();
    next += sparse_size(part);
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
double LazyWeights<Real>::GradientInf(double a, double lambda) const {
  const Real on_d = static_cast<Real>(a);
  const Real on_v = static_cast<Real>(lambda * beta_);
  Real largest = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    ForEachRow(parts_[part], sparse_rows_[part], [&](const RowView<Real>& row) {
      const Real missed = Missed(row, clock_);
      for (std::size_t j = 0; j < row.count; ++j) {
        const Real g = on_d * row.d[j] + on_v * (row.v[j] - missed * row.d[j]);
        largest = std::max(largest, std::abs(g));
      }
    });
  }
  return static_cast<double>(largest);
}

template <class Real>
void LazyWeights<Real>::Write(PlainWeights<Real>& out) const {
  const Real beta = static_cast<Real>(beta_);
  Real* to = out.values().data();
  // Both kinds of weights keep parts and rows in the same order.
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    ForEachRow(parts_[part], sparse_rows_[part], [&](const RowView<Real>& row) {
      const Real missed = Missed(row, clock_);
      for (std::size_t j = 0; j < row.count; ++j) {
        *to++ = beta * (row.v[j] - missed * row.d[j]);
      }
    });
  }
}

template class LazyWeights<float>;
template class LazyWeights<double>;

}  // namespace sagitta
