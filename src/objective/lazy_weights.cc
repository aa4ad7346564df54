#include "objective/lazy_weights.h"

#include <algorithm>

namespace sagitta {
namespace {

constexpr double kSmallestScale = 1e-6;
// A step that shrinks more than this (to nothing, when alpha = 1/lambda) is carried out at once.
constexpr double kSmallestShrink = 1e-3;
// d is at most a small multiple of w near the optimum (there d = -n lambda w) and C grows by about
// one step size a pass: flushing at this value is rare and C d stays of the size of v.
constexpr double kLargestClock = 8.0;

// Reals of the two kinds of rows; both are whole 32-byte units, so that every dense row is aligned.
template <class Real>
std::size_t DenseSize(const RowSpace& part) {
  return part.dense_rows * 2 * kernels::PaddedPart<Real>(part.width);
}
template <class Real>
std::size_t SparseSize(const RowSpace& part) {
  return kernels::PaddedPart<Real>(2 * part.slots.size());
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
    rows.words = part.slots.size();
    rows.slots = part.slots.data();
    rows.sparse = next;
    next += SparseSize<Real>(part);
    parts_.push_back(rows);
  }
}

template <class Real>
void LazyWeights<Real>::Step(double shrink, double step) {
  if (shrink < kSmallestShrink) {
    Flush();
    return Update(shrink, step);
  }
  beta_ *= shrink;
  clock_ += step / beta_;
  if (beta_ < kSmallestScale || clock_ > kLargestClock) Flush();
}

template <class Real>
void LazyWeights<Real>::Flush() {
  Update(beta_, beta_ * clock_);
  beta_ = 1.0;
  clock_ = 0.0;
}

template <class Real>
void LazyWeights<Real>::Update(double on_a, double on_d) {
  const Real factor_a = static_cast<Real>(on_a);
  const Real factor_d = static_cast<Real>(on_d);
  for (const kernels::Rows<Real>& rows : parts_) {
    for (std::size_t r = 0; r < rows.dense_rows; ++r) {
      Real* a = rows.dense + r * 2 * rows.dense_part;
      const Real* d = a + rows.dense_part;
      for (std::size_t j = 0; j < rows.width; ++j) a[j] = factor_a * a[j] - factor_d * d[j];
    }
    for (std::size_t k = 0; k < rows.words; ++k) {
      Real* pair = rows.sparse + 2 * k;
      pair[0] = factor_a * pair[0] - factor_d * pair[1];
    }
  }
}

template <class Real>
WeightSummary LazyWeights<Real>::Summarize(double on_d, double lambda) const {
  WeightSummary summary;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const kernels::LazySweep sweep = kernels::Sweep(parts_[part], clock_, on_d, lambda * beta_);
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
    const kernels::Rows<Real>& rows = parts_[part];
    const kernels::Rows<Real>& to = out.rows(part);
    for (std::size_t r = 0; r < rows.dense_rows; ++r) {
      const Real* a = rows.dense + r * 2 * rows.dense_part;
      const Real* d = a + rows.dense_part;
      Real* v = to.dense + r * to.dense_part;
      for (std::size_t j = 0; j < rows.width; ++j) v[j] = beta * (a[j] - clock * d[j]);
    }
    for (std::size_t k = 0; k < rows.words; ++k) {
      const Real* pair = rows.sparse + 2 * k;
      to.sparse[k] = beta * (pair[0] - clock * pair[1]);
    }
  }
}

template class LazyWeights<float>;
template class LazyWeights<double>;

}  // namespace sagitta
