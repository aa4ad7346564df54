// Stopping: decides when training ends, and estimates the remaining time.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/state.h"
#include "optim/optimizer.h"
#include "sagitta/train.h"

namespace sagitta {

/// The reason with this text (see StopText), if there is one.
std::optional<StopReason> FindStopReason(std::string_view text);

struct StoppingSettings {
  double passes = 100;
  double tolerance = 1e-4;
  std::uint32_t patience = 0;  // 0: do not stop because of the dev score; see kPatienceFrom
  bool stop_at_floor = true;   // stop if the gradient no longer decreases
  double objective_noise = 0;  // relative rounding error of the objective
};

/// How a training goes on is judged by the method's own estimate of the gradient, which costs
/// nothing but may be far below the truth: SAG's is a sum of gradients of earlier iterates. So the
/// estimate alone never ends a training. When it is below the tolerance, an exact gradient decides
/// (ChecksNow, RecordExact). After a check that failed, the next one is made when the estimate has
/// fallen so far that, with the same ratio of truth to estimate, the truth is within twice the
/// tolerance; or after kMostBetweenChecks passes.
class Stopping {
 public:
  /// `first_pass`: earlier passes, which do not count.
  explicit Stopping(const StoppingSettings& settings, double first_pass = 0)
      : settings_(settings), first_pass_(first_pass) {
    Judge();
  }

  /// Records the result of a pass. `pass` counts effective passes.
  void Record(double pass, double seconds, const StepReport& report,
              const std::optional<double>& dev_score);

  /// Whether an exact gradient has to decide about the pass that was just recorded.
  bool ChecksNow() const;
  /// Records ||grad f||_inf of the weights after the last pass.
  void RecordExact(double gradient_inf);

  /// The reason to stop now; none to continue.
  const std::optional<StopReason>& reason() const { return reason_; }
  /// Whether the last dev score was the best so far of those that count.
  bool best_now() const { return best_now_; }

  /// The best dev score so far of those that count; negative if there is none.
  double best_score() const { return best_score_; }
  /// The number of recorded passes.
  std::size_t recorded() const { return points_.size(); }
  /// Whether an exact gradient was below the tolerance.
  bool converged() const { return converged_; }

  /// Saves or loads the record, which ends at `last_pass`; the settings are not part of it.
  void Transfer(State& state, double last_pass);

  /// The remaining seconds, extrapolated from the decrease of the gradient; negative if not known
  /// yet, zero if training is over.
  double SecondsLeft() const;

 private:
  /// At the limit of the precision, the norm of the gradient does not decrease by a tenth in this
  /// many passes. This can also happen with slow methods, but their objective continues to
  /// decrease.
  static constexpr std::size_t kStagnation = 30;
  /// An objective that stagnates and moves by more than this many times its rounding error swings.
  static constexpr double kSwing = 100;
  static constexpr std::uint32_t kMostBetweenChecks = 8;

  struct Point {
    double pass;
    double seconds;
    double gradient_inf;
    double objective;
    bool seen_all;
    bool stuck;
    bool knows_end;
    double exact_inf;  // the exact gradient; negative: not computed
  };

  /// Determines the reason to stop, if there is one, from the record.
  void Judge();
  bool BelowTolerance() const;
  bool Stagnates() const;
  /// How much the mean objective of the second half of the last kStagnation passes exceeds that of
  /// the first half, relative to it.
  double ObjectiveRise() const;
  bool ChecksStagnate() const;

  StoppingSettings settings_;
  double first_pass_;
  std::vector<Point> points_;
  std::optional<StopReason> reason_;
  double best_score_ = -1;
  bool best_now_ = false;
  bool converged_ = false;
  std::uint32_t passes_without_best_ = 0;
  double check_below_ = INFINITY;  // an estimate that is worth another check
  std::uint32_t until_check_ = 0;  // passes until there is one in any case
};

}  // namespace sagitta
