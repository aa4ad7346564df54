// How many iterations SAG looks ahead: the option --ahead.
//
// An iteration of SAG visits one example, so threads have nothing to share. But the way of the
// weights is known beforehand. w <- (1 - alpha lambda) w - (alpha/m) d moves along d, and lazy
// weights (objective/lazy_weights.h) keep d and a = v + C d, so the weights of b iterations later
// are the same rows read at another clock (beta_b, C_b). A batch of B iterations is therefore run
// as
//
//   1. resolve B draws; freeze alpha; compute (beta_b, C_b) and m_b for b < B
//   2. visit every example i_b at the weights of its own iteration: all at the same time
//   3. d += g_b - g_ib and a += C_b (g_b - g_ib) for all b, which is what iteration b would have
//   done
//
// What is missed. Only the changes that the batch itself makes to d: the weights at which iteration
// b visits its example lack
//
//   delta_b = sum_{c < b} (alpha/m) (b - c) (g_c - g_ic)
//
// of their way. A batch at the weights of its beginning, which is what mini-batches and
// asynchronous methods see, lacks b steps (alpha/m) d instead, where d is a sum over all examples.
//
// Why B may be large. Take a direction of weight space in which the mean loss has the curvature h.
// Time counts passes, e is the distance from the optimum, and x = d/n + lambda w. As in
// variance_reduced/soft_start.h SAG follows e' = -alpha n x, x' = h e - x. In a batch gradients are
// those of e + delta, and the mean of g - g_i is x', so that on average over a batch
//
//   delta = (alpha/n) (B^2/6) x',   hence   (1 - alpha h B^2 / (6 n)) x' = h e - x
//
// which is SAG, and as well damped, as long as
//
//   alpha h B^2 < n
//
// So the usable B grows as sqrt(n). At the weights of the beginning of the batch delta would be
// alpha (B/2) x, and x' = h e - (1 - alpha h B/2) x grows by itself unless alpha h B < 2, whatever
// n is. In the first pass, where m takes the place of n, B is kept below a twentieth of m.
//
// `auto` takes B = 1/2 sqrt(n / (alpha L_mean)): h, the largest eigenvalue of the mean Hessian, is
// at most the mean of the largest eigenvalues, which the L_i estimate, so this is
// on the safe side. Neither B nor anything else here depends on
// the number of threads.
//
// A batch ends before a draw that repeats one of its examples, which happens after about sqrt(n)
// draws: this alone keeps alpha h B^2 from growing far beyond n, whatever B was asked for.
//
// SAGA also moves by alpha/(n p_i) (g - g_i) at once. A batch misses these moves, on average
// alpha (B/2) x' of them, so that (1 - alpha h B/2) x' = h e - x: here B does not grow with n. Its
// step is a third of SAG's, and B = 32, the most that `auto` takes, loses no passes on some tasks
// (docs/threads.md), but swings on others: `--ahead 1` is SAGA's default.
//
// A guard watches the estimate of the gradient from pass to pass. SAG's falls; when batches are too
// large it swings out. If it has grown in two or more passes in a row and is more than twice the
// least that it was, or if it is more than four times the least, B becomes half of what was used.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/state.h"
#include "optim/optimizer.h"
#include "optim/options.h"

namespace sagitta {

inline constexpr char kAheadOption[] = "ahead";

/// The option's value.
struct AheadSetting {
  /// The most iterations of a batch that `auto` chooses, and the most that can be asked for.
  static constexpr std::size_t kMostChosen = 128;
  static constexpr std::size_t kMost = 4096;

  std::size_t batch = 1;   // 1: one iteration after the other
  bool automatic = false;  // `batch` is an upper limit

  /// Throws Error(kUsage).
  static AheadSetting Of(const Options& options);
  /// The same for an update that gains nothing from batches larger than `largest`. A number that
  /// was asked for stays, unless there are no batches at all.
  AheadSetting For(std::size_t largest) const {
    if (largest == 1) return {};
    return {automatic ? std::min(batch, largest) : batch, automatic};
  }
};

/// Chooses the number of iterations of each batch.
class AheadSize {
 public:
  AheadSize(const AheadSetting& setting, std::size_t examples)
      : setting_(setting), examples_(examples), limit_(setting.batch) {}

  /// Whether a batch may ever have more than one.
  bool possible() const { return setting_.batch > 1; }
  /// The iterations of the next batch, from the step size, the mean of the constants L_i and the
  /// number of examples seen.
  std::size_t Next(double alpha, double mean_lipschitz, std::size_t seen);
  /// What batches are limited to now.
  std::size_t limit() const { return limit_; }

  /// To be called with the size of every batch: it may have ended early.
  void Use(std::size_t size) { largest_ = std::max(largest_, size); }
  /// The guard, to be called after every pass.
  void Judge(const StepReport& report);
  /// The objective is another one: gradients before and after cannot be compared.
  void ForgetGradients() { last_gradient_ = least_gradient_ = 0; }

  void Transfer(State& state);

 private:
  AheadSetting setting_;
  std::size_t examples_;
  std::size_t limit_;          // falls when the guard sees trouble
  std::size_t largest_ = 1;    // of this pass
  double last_gradient_ = 0;   // of the pass before; 0: none
  double least_gradient_ = 0;  // since the last change of the limit; 0: none
  std::uint32_t growths_ = 0;  // passes in a row in which it grew
};

}  // namespace sagitta
