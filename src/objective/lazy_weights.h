// LazyWeights: weights that move along a dense direction at every step, at the price of the rows
// visited.
//
// The SAG step  w <- (1 - alpha lambda) w - (alpha/m) d  (paper, eq. 4) changes every weight, but d
// changes only in the rows of the current example. With w = beta v it becomes
//
//   beta <- (1 - alpha lambda) beta,      v <- v - (alpha / (m beta)) d
//
// where the second step is never carried out: C sums alpha/(m beta) over the steps, and a row
// keeps a = v + C d instead of v. As long as d stays, so does a; when d becomes d + delta, a
// becomes a + C delta, which leaves v = a - C d as it is. So reading a row writes nothing, and no
// row needs to know when it was last visited. C and beta are reset (Flush) before v could be
// lost in the rounding of C d, or beta gets small.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include "base/state.h"
#include "base/thread_team.h"
#include "objective/plain_weights.h"
#include "objective/row_store.h"

namespace sagitta {

struct WeightSummary {
  double gradient_inf = 0;  // max_j |on_d * d_j + lambda * w_j|
  double squared_norm = 0;  // ||w||^2
};

/// A moment on the way of lazy weights: w = scale (a - clock d).
struct LazyMoment {
  double scale = 1;  // beta
  double clock = 0;  // C

  /// After a step w <- shrink * w - step * d. REQUIRES: shrink > 0.
  LazyMoment After(double shrink, double step) const {
    const double next = scale * shrink;
    return {next, clock + step / next};
  }
};

template <class Real>
class LazyWeights {
 public:
  /// w = 0, d = 0. The space must outlive the weights.
  explicit LazyWeights(const WeightSpace& space) : store_(space, 2) {}

  /// w <- shrink * w - step * d. Costs O(1), except when it has to flush, or shrink is next to zero
  /// or negative.
  void Step(double shrink, double step);
  /// How many such steps from now on lead to moments that can be told in advance: from 1 to `most`.
  /// Only the last one may flush.
  std::size_t StepsAhead(double shrink, double step, std::size_t most) const;
  /// Goes to a moment that steps lead to, none of which flushes.
  void GoTo(const LazyMoment& moment) { now_ = moment; }

  /// Carries out what was put off: C = 0 and beta = 1 again. One sweep over everything.
  void Flush(ThreadTeam* team = nullptr);
  /// To be called twice a pass or so: carries it out if so much was put off that rounding shows.
  /// In double it never does.
  void Settle(ThreadTeam* team) {
    if (!kRounds) return;
    if (now_.scale < kSettledScale || now_.clock > kSettledClock) Flush(team);
  }

  /// Looks at all weights in one reading sweep, which `team` shares if there is one; the sums do
  /// not depend on it. The gradient is on_d * d + lambda * w.
  WeightSummary Summarize(double on_d, double lambda, ThreadTeam* team = nullptr) const;

  /// out = w. REQUIRES: out has the same space.
  void Write(PlainWeights<Real>& out) const { Combine(1, 0, out); }
  /// out = on_w * w + on_d * d.
  void Combine(double on_w, double on_d, PlainWeights<Real>& out) const;
  /// out += on_w * w + on_d * d.
  void AddCombination(double on_w, double on_d, PlainWeights<Real>& out) const;
  /// w = from, d as it is.
  void Assign(const PlainWeights<Real>& from);
  /// d = 0, w as it is.
  void Rest();
  /// w <- keep * w + on_x * x, d as it is.
  void Blend(double keep, const PlainWeights<Real>& x, double on_x);
  /// ||w - x||^2.
  double SquaredDistance(const PlainWeights<Real>& x) const;
  /// w += on_w * x and d += on_d * x, in all rows.
  void Add(const PlainWeights<Real>& x, double on_w, double on_d);
  /// The same in one row. REQUIRES: x is a row of plain weights, zero where there is no weight.
  void AddRow(std::size_t block, std::size_t row, std::span<const Real> x, double on_w,
              double on_d);

  /// Calls body(slot, w) for the weights of a row: slots of a dense row, places of a sparse one.
  template <class Body>
  void ForEachOfRow(std::size_t block, std::size_t row, const Body& body) const {
    const kernels::Rows<Real>& rows = store_.rows(block);
    const bool dense = row < rows.dense_rows;
    const std::size_t place = row - rows.dense_rows;
    const Real* const a =
        dense ? rows.dense + row * 2 * rows.dense_stride : rows.sparse + 2 * (place + 1);
    const Real* const d = a + (dense ? rows.dense_stride : 1);
    const std::size_t step = dense ? 1 : 2;
    const std::size_t count = dense ? rows.width : rows.slots[place];
    for (std::size_t k = 0; k < count; ++k) {
      body(k, now_.scale * (a[k * step] - now_.clock * d[k * step]));
    }
  }

  /// What to add to a row's a, as a multiple of x, so that w += on_w * x and d += on_d * x.
  double OnA(double on_w, double on_d) const { return on_w / now_.scale + now_.clock * on_d; }

  const LazyMoment& now() const { return now_; }
  double scale() const { return now_.scale; }  // beta: w = beta v
  double clock() const { return now_.clock; }  // C
  const kernels::Rows<Real>& rows(std::size_t block) const { return store_.rows(block); }
  std::size_t bytes() const { return store_.values().size_bytes(); }

  void Transfer(State& state);

 private:
  /// Calls body(step, count, x, a, d) for all rows: `count` values x of `plain`, and their a and d,
  /// these a constant `step` apart.
  template <class Plain, class Body>
  void ForEachPiece(Plain& plain, const Body& body) const;
  /// Calls body(w-like value of `plain`, a, d) for every slot of all rows.
  template <class Plain, class Body>
  void ForEachSlot(Plain& plain, const Body& body) const;

  /// a <- on_a * a - on_d * d, in all rows.
  void Update(double on_a, double on_d, ThreadTeam* team = nullptr);

  // A change of d is added to a as well, times C, and every such addition rounds: weights that
  // change with every example take a random walk, which SAG's swings damp within about a pass. When
  // C times the change is below the last digit of a, nothing is added and the noise dies, so a
  // small C lets the gradient fall further. In float the exact gradient of Dutch NER (tutorial
  // features) stayed at some 1e-5 with lambda = 10/n and 1/n while the scale fell to a ninth and
  // less, and falls to 1e-6 and 8e-7 with these. d itself was never off by more than 2.3e-6 n.
  static constexpr bool kRounds = std::is_same_v<Real, float>;
  static constexpr double kSettledScale = 0.6;
  static constexpr double kSettledClock = 2;

  RowStore<Real> store_;
  LazyMoment now_;
};

}  // namespace sagitta
