// LazyWeights: steps, gathers and scatters on lazy rows.
#include "objective/lazy_weights.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "kernels/vectors.h"

namespace sagitta {
namespace {

constexpr double kSmallestScale = 1e-6;
// A step that shrinks more than this (to nothing, when alpha = 1/lambda) is carried out at once.
constexpr double kSmallestShrink = 1e-3;
// d is at most a small multiple of w near the optimum (there d = -n lambda w) and C grows by about
// one step size a pass: flushing at this value is rare and C d stays of the size of v.
constexpr double kLargestClock = 8.0;

bool NeedsFlush(const LazyMoment& at) {
  return at.scale < kSmallestScale || at.clock > kLargestClock;
}

// A sweep goes over pieces of the rows: dense ones, then sparse ones.
constexpr std::size_t kDenseRows = 8192;
constexpr std::size_t kWords = 1 << 17;

std::size_t Pieces(std::size_t size, std::size_t piece) { return (size + piece - 1) / piece; }

template <class Real>
std::size_t SweepPieces(const kernels::Rows<Real>& rows) {
  return Pieces(rows.dense_rows, kDenseRows) + Pieces(rows.words, kWords);
}

template <class Real>
kernels::Rows<Real> SweepPiece(const kernels::Rows<Real>& rows, std::size_t k) {
  kernels::Rows<Real> piece = rows;
  piece.dense_rows = 0;
  piece.words = 0;
  const std::size_t dense = Pieces(rows.dense_rows, kDenseRows);
  if (k < dense) {
    const std::size_t first = k * kDenseRows;
    piece.dense += first * 2 * rows.dense_stride;
    piece.dense_rows = static_cast<std::uint32_t>(std::min(kDenseRows, rows.dense_rows - first));
  } else {
    const std::size_t first = (k - dense) * kWords;
    piece.sparse += 2 * first;
    piece.words = std::min(kWords, rows.words - first);
  }
  return piece;
}

}  // namespace

template <class Real>
void LazyWeights<Real>::Step(double shrink, double step) {
  if (shrink < kSmallestShrink) {
    Flush();
    return Update(shrink, step);
  }
  now_ = now_.After(shrink, step);
  if (NeedsFlush(now_)) Flush();
}

template <class Real>
std::size_t LazyWeights<Real>::StepsAhead(double shrink, double step, std::size_t most) const {
  if (shrink < kSmallestShrink) return 1;
  LazyMoment moment = now_;
  for (std::size_t steps = 1; steps < most; ++steps) {
    moment = moment.After(shrink, step);
    if (NeedsFlush(moment)) return steps;
  }
  return most;
}

template <class Real>
void LazyWeights<Real>::Flush(ThreadTeam* team) {
  Update(now_.scale, now_.scale * now_.clock, team);
  now_ = {};
}

template <class Real>
template <class Plain, class Body>
void LazyWeights<Real>::ForEachPiece(Plain& plain, const Body& body) const {
  constexpr std::integral_constant<std::size_t, 1> kTogether;
  constexpr std::integral_constant<std::size_t, 2> kInTurns;
  for (std::size_t block = 0; block < store_.blocks(); ++block) {
    const kernels::Rows<Real>& rows = store_.rows(block);
    const kernels::Rows<Real>& other = plain.rows(block);
    for (std::size_t r = 0; r < rows.dense_rows; ++r) {
      Real* a = rows.dense + r * 2 * rows.dense_stride;
      body(kTogether, rows.width, other.dense + r * other.dense_stride, a, a + rows.dense_stride);
    }
    body(kInTurns, rows.words, other.sparse, rows.sparse, rows.sparse + 1);
  }
}

template <class Real>
template <class Plain, class Body>
void LazyWeights<Real>::ForEachSlot(Plain& plain, const Body& body) const {
  ForEachPiece(plain, [&](auto step, std::size_t count, Real* x, Real* a, Real* d) {
    for (std::size_t k = 0; k < count; ++k) body(x[k], a[k * step], d[k * step]);
  });
}

template <class Real>
void LazyWeights<Real>::Update(double on_a, double on_d, ThreadTeam* team) {
  const Real factor_a = static_cast<Real>(on_a);
  const Real factor_d = static_cast<Real>(on_d);
  const auto update = [&](std::size_t count, std::size_t step, Real* a, const Real* d) {
    for (std::size_t k = 0; k < count * step; k += step) a[k] = factor_a * a[k] - factor_d * d[k];
  };
  ThreadTeam alone(1);
  for (std::size_t block = 0; block < store_.blocks(); ++block) {
    (team != nullptr ? *team : alone)
        .Run(SweepPieces(rows(block)), [&](std::size_t k, std::size_t) {
          const kernels::Rows<Real> piece = SweepPiece(rows(block), k);
          const std::size_t stride = piece.dense_stride;
          for (std::size_t r = 0; r < piece.dense_rows; ++r) {
            Real* const a = piece.dense + r * 2 * stride;
            update(piece.width, 1, a, a + stride);
          }
          update(piece.words, 2, piece.sparse, piece.sparse + 1);
        });
  }
}

template <class Real>
WeightSummary LazyWeights<Real>::Summarize(double on_d, double lambda, ThreadTeam* team) const {
  std::array<kernels::LazySweep, 64> sweeps;
  ThreadTeam alone(1);
  ThreadTeam& threads = team != nullptr ? *team : alone;
  WeightSummary summary;
  for (std::size_t block = 0; block < store_.blocks(); ++block) {
    const std::size_t pieces = SweepPieces(rows(block));
    for (std::size_t first = 0; first < pieces; first += sweeps.size()) {
      const std::size_t count = std::min(sweeps.size(), pieces - first);
      threads.Run(count, [&](std::size_t k, std::size_t) {
        sweeps[k] = kernels::Sweep(SweepPiece(rows(block), first + k), now_.clock, on_d,
                                   lambda * now_.scale);
      });
      for (std::size_t k = 0; k < count; ++k) {
        summary.gradient_inf = std::max(summary.gradient_inf, sweeps[k].max_abs);
        summary.squared_norm += now_.scale * now_.scale * sweeps[k].squares;
      }
    }
  }
  return summary;
}

template <class Real>
void LazyWeights<Real>::Combine(double on_w, double on_d, PlainWeights<Real>& out) const {
  const Real on_v = static_cast<Real>(on_w * now_.scale);
  const Real direction = static_cast<Real>(on_d);
  const Real clock = static_cast<Real>(now_.clock);
  ForEachSlot(out, [&](Real& x, Real a, Real d) { x = on_v * (a - clock * d) + direction * d; });
}

template <class Real>
void LazyWeights<Real>::Assign(const PlainWeights<Real>& from) {
  now_ = {};
  ForEachSlot(from, [](Real w, Real& a, Real&) { a = w; });
}

template <class Real>
void LazyWeights<Real>::AddCombination(double on_w, double on_d, PlainWeights<Real>& out) const {
  const Real on_a = static_cast<Real>(on_w * now_.scale);
  const Real direction = static_cast<Real>(on_d - on_w * now_.scale * now_.clock);
  ForEachSlot(out, [&](Real& x, Real a, Real d) { x += on_a * a + direction * d; });
}

template <class Real>
void LazyWeights<Real>::Rest() {
  const Real beta = static_cast<Real>(now_.scale);
  const Real clock = static_cast<Real>(now_.clock);
  now_ = {};
  ForEachSlot(store_, [&](Real&, Real& a, Real& d) {
    a = beta * (a - clock * d);
    d = 0;
  });
}

// v <- keep * v + on_x * x / beta, where a = v + C d.
template <class Real>
void LazyWeights<Real>::Blend(double keep, const PlainWeights<Real>& x, double on_x) {
  const Real on_a = static_cast<Real>(keep);
  const Real on_d = static_cast<Real>((1 - keep) * now_.clock);
  const Real on_value = static_cast<Real>(on_x / now_.scale);
  ForEachSlot(x, [&](Real value, Real& a, Real d) { a = on_a * a + on_d * d + on_value * value; });
}

template <class Real>
double LazyWeights<Real>::SquaredDistance(const PlainWeights<Real>& x) const {
  constexpr std::size_t kSums = 4;  // one alone would wait for itself
  const double beta = now_.scale, clock = now_.clock;
  double sums[kSums] = {};
  ForEachPiece(x,
               [&](auto step, std::size_t count, const Real* from, const Real* a, const Real* d) {
                 const auto add = [&](std::size_t k, double& sum) {
                   const double away = beta * (a[k * step] - clock * d[k * step]) - from[k];
                   sum += away * away;
                 };
                 std::size_t k = 0;
                 for (; k + kSums <= count; k += kSums) {
                   for (std::size_t s = 0; s < kSums; ++s) add(k + s, sums[s]);
                 }
                 for (; k < count; ++k) add(k, sums[0]);
               });
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

template <class Real>
void LazyWeights<Real>::Add(const PlainWeights<Real>& x, double on_w, double on_d) {
  const Real factor_a = static_cast<Real>(OnA(on_w, on_d));
  const Real factor_d = static_cast<Real>(on_d);
  ForEachSlot(x, [&](Real value, Real& a, Real& d) {
    a += factor_a * value;
    d += factor_d * value;
  });
}

template <class Real>
void LazyWeights<Real>::AddRow(std::size_t block, std::size_t row, std::span<const Real> x,
                               double on_w, double on_d) {
  const kernels::Rows<Real>& rows = store_.rows(block);
  const Real factor_a = static_cast<Real>(OnA(on_w, on_d));
  const Real factor_d = static_cast<Real>(on_d);
  if (row < rows.dense_rows) {
    Real* const a = rows.dense + row * 2 * rows.dense_stride;
    kernels::SubtractScaled(x.size(), a, -factor_a, x.data(), a);
    Real* const d = a + rows.dense_stride;
    kernels::SubtractScaled(x.size(), d, -factor_d, x.data(), d);
    return;
  }
  Real* const pairs = rows.sparse + 2 * (row - rows.dense_rows + 1);
  for (std::size_t k = 0; k < x.size(); ++k) {
    pairs[2 * k] += factor_a * x[k];
    pairs[2 * k + 1] += factor_d * x[k];
  }
}

template <class Real>
void LazyWeights<Real>::Transfer(State& state) {
  state.Array("store", store_.values());
  state.Value("beta", now_.scale);
  state.Require(now_.scale >= kSmallestScale && now_.scale <= 1, "beta");
  state.Value("clock", now_.clock);
  state.Require(now_.clock >= 0 && now_.clock <= kLargestClock, "clock");
}

template class LazyWeights<float>;
template class LazyWeights<double>;

}  // namespace sagitta
