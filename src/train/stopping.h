// Stopping: when training is over, and how long it may still take.
#pragma once

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
  double tolerance = 1e-5;
  std::uint32_t patience = 0;  // 0: the dev score stops nothing
  bool stop_at_floor = true;   // false: a gradient that no longer falls stops nothing
  double objective_noise = 0;  // what rounding makes of the objective, relative to it
};

class Stopping {
 public:
  /// `first_pass`: passes that were made before and do not count.
  explicit Stopping(const StoppingSettings& settings, double first_pass = 0)
      : settings_(settings), first_pass_(first_pass) {
    Judge();
  }

  /// Takes in what a pass brought. `pass` counts effective passes.
  void Record(double pass, double seconds, const StepReport& report,
              const std::optional<double>& dev_score);

  /// Why to stop now; none: continue.
  const std::optional<StopReason>& reason() const { return reason_; }
  /// The last dev score was the best so far.
  bool best_now() const { return best_now_; }

  /// The best dev score so far; negative: none.
  double best_score() const { return best_score_; }
  /// How many passes were recorded.
  std::size_t recorded() const { return points_.size(); }
  /// The tolerance was reached.
  bool converged() const { return converged_; }

  /// What was recorded so far; the settings are not part of it.
  void Transfer(State& state);

  /// Seconds to the end, extrapolated from the decay of the gradient; negative: not known yet,
  /// zero: over.
  double SecondsLeft() const;

 private:
  /// At the floor of the arithmetic the norm of the gradient does not fall by a tenth in so many
  /// passes. Slow methods can be like that, too, but their objective goes on falling.
  static constexpr std::size_t kStagnation = 30;

  struct Point {
    double pass;
    double seconds;
    double gradient_inf;
    double objective;
    bool seen_all;
    bool stuck;
    bool knows_end;
  };

  /// Finds the reason to stop, if there is one, in what was recorded.
  void Judge();
  bool Stagnates() const;
  bool ObjectiveStays() const;

  StoppingSettings settings_;
  double first_pass_;
  std::vector<Point> points_;
  std::optional<StopReason> reason_;
  double best_score_ = -1;
  bool best_now_ = false;
  bool converged_ = false;
  std::uint32_t passes_without_best_ = 0;
};

}  // namespace sagitta
