// LbfgsMemory: the two-loop recursion.
#include "optim/parts/lbfgs_memory.h"

#include <algorithm>

#include "kernels/vectors.h"
#include "sagitta/error.h"

namespace sagitta {
namespace {

// Vectors are larger than the caches: what is done to one piece is done while it is there. This is
// the piece that kernels::Dot adds up at a time, so sums come out as if they were made at once.
constexpr std::size_t kPiece = 1024;

// Calls change(first, count) for each piece of vectors, then adds up <x, y> over it.
template <class Real, class Change>
double ChangeAndDot(std::size_t size, const Real* x, const Real* y, const Change& change) {
  double sum = 0;
  for (std::size_t first = 0; first < size; first += kPiece) {
    const std::size_t count = std::min(kPiece, size - first);
    change(first, count);
    sum += kernels::Dot(count, x + first, y + first);
  }
  return sum;
}

}  // namespace

template <class Real>
void LbfgsMemory<Real>::ApplyInverse(std::size_t first, std::size_t count, double scale,
                                     Real* q) const {
  const std::size_t end = first + count;
  if (inverse_.empty()) {
    for (std::size_t j = first; j < end; ++j) q[j] = static_cast<Real>(scale * q[j]);
  } else {
    for (std::size_t j = first; j < end; ++j) q[j] = static_cast<Real>(scale * inverse_[j] * q[j]);
  }
}

template <class Real>
double LbfgsMemory<Real>::SquareOf(const Pair& pair) const {
  if (inverse_.empty()) return pair.square;
  double sum = 0;
  for (std::size_t j = 0; j < size_; ++j) {
    const double y = pair.change[j];
    sum += y * y * inverse_[j];
  }
  return sum;
}

// Nocedal and Wright 2006, Algorithm 7.4, with H_0 = (<s,y>/<y,Py>) P; P is the identity, or the
// inverse of a diagonal that resembles the Hessian's.
template <class Real>
void LbfgsMemory<Real>::Direction(std::span<const Real> gradient, std::span<Real> out) {
  Real* const q = out.data();
  const auto negate = [&](std::size_t first, std::size_t count) {
    std::transform(gradient.begin() + first, gradient.begin() + first + count, q + first,
                   [](Real x) { return -x; });
  };
  if (used_ == 0) {
    negate(0, size_);
    if (!inverse_.empty()) ApplyInverse(0, size_, 1, q);
    return;
  }
  const auto subtract = [&](double factor, const AlignedBuffer<Real>& vector) {
    return [q, a = static_cast<Real>(factor), from = vector.data()](std::size_t first,
                                                                    std::size_t count) {
      kernels::SubtractScaled(count, q + first, a, from + first, q + first);
    };
  };
  const auto newest = pairs_.begin() + static_cast<std::ptrdiff_t>(used_) - 1;
  newest->alpha = ChangeAndDot(size_, newest->step.data(), q, negate) / newest->inner;
  for (auto pair = newest; pair != pairs_.begin(); --pair) {
    Pair& older = *std::prev(pair);
    older.alpha = ChangeAndDot(size_, older.step.data(), q, subtract(pair->alpha, pair->change)) /
                  older.inner;
  }
  const Pair& oldest = pairs_.front();
  const auto subtract_oldest = subtract(oldest.alpha, oldest.change);
  const double scale = newest->inner / SquareOf(*newest);
  double inner = ChangeAndDot(size_, oldest.change.data(), q, [&](auto first, auto count) {
    subtract_oldest(first, count);
    ApplyInverse(first, count, scale, q);
  });
  for (auto pair = pairs_.begin(); pair != newest; ++pair) {
    const Pair& newer = *std::next(pair);
    inner = ChangeAndDot(size_, newer.change.data(), q,
                         subtract(inner / pair->inner - pair->alpha, pair->step));
  }
  subtract(inner / newest->inner - newest->alpha, newest->step)(0, size_);
}

template <class Real>
void LbfgsMemory<Real>::Remember(const GradientAt<Real>& before, const GradientAt<Real>& after) {
  if (used_ == history_) {
    std::rotate(pairs_.begin(), pairs_.begin() + 1, pairs_.end());
    --used_;
  } else if (used_ == pairs_.size()) {
    AddPair();
  }
  Pair& pair = pairs_[used_];
  Real* const step = pair.step.data();
  Real* const change = pair.change.data();
  pair.square = 0;
  pair.inner = ChangeAndDot(size_, step, change, [&](std::size_t first, std::size_t count) {
    kernels::SubtractScaled(count, after.w.data() + first, Real{1}, before.w.data() + first,
                            step + first);
    kernels::SubtractScaled(count, after.gradient.data() + first, Real{1},
                            before.gradient.data() + first, change + first);
    pair.square += kernels::Dot(count, change + first, change + first);
  });
  if (pair.inner > 0) ++used_;
}

template <class Real>
void LbfgsMemory<Real>::Adopt(const LbfgsMemory& other, const Map& map) {
  used_ = 0;
  for (std::size_t k = 0; k < other.used_; ++k) {
    if (used_ == pairs_.size()) AddPair();
    Pair& pair = pairs_[used_];
    map(other.pairs_[k].step.span(), pair.step.span());
    map(other.pairs_[k].change.span(), pair.change.span());
    pair.inner = kernels::Dot(size_, pair.step.data(), pair.change.data());
    pair.square = kernels::Dot(size_, pair.change.data(), pair.change.data());
    if (pair.inner > 0) ++used_;
  }
}

template <class Real>
void LbfgsMemory<Real>::Transfer(State& state) {
  state.Value("used", used_);
  if (used_ > history_) throw Error(ErrorKind::kData, "the state has more pairs than fit");
  while (pairs_.size() < used_) AddPair();
  for (std::size_t k = 0; k < used_; ++k) {
    state.Part("pair", pairs_[k]);
    state.Require(pairs_[k].inner > 0 && pairs_[k].square > 0, "pair");
  }
}

template class LbfgsMemory<float>;
template class LbfgsMemory<double>;

}  // namespace sagitta
