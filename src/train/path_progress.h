// PathProgress: how far a training has come along its path of lambdas, and what it has found there.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/state.h"
#include "sagitta/train.h"

namespace sagitta {

/// A training without a path is a path of one value. The weights of the value with the best dev
/// score are kept, the first of equals; without scores those of the last value.
class PathProgress {
 public:
  /// The settings, which are resolved, must outlive it.
  PathProgress(const TrainSettings& settings, std::size_t sequences)
      : settings_(settings), sequences_(static_cast<double>(sequences)) {}

  /// Of the current value, and of the one whose weights are kept.
  double Lambda() const { return LambdaOf(current_); }
  double ChosenLambda() const { return LambdaOf(chosen_); }
  /// The passes before the current value.
  double first_pass() const { return first_pass_; }
  /// Whether the current value is the last one.
  bool IsOver() const;

  /// Whether weights with this score are to be kept.
  bool Keeps(const std::optional<double>& score) const;
  /// The weights that are kept.
  const std::vector<double>& kept() const { return kept_; }
  /// The finished values.
  const std::vector<PathPoint>& points() const { return points_; }

  /// The current value is finished with these weights.
  void Finish(const PassRecord& last, const std::optional<double>& score, bool converged,
              std::vector<double> weights);
  /// Goes on to the next value. `last`: the last pass of the one before.
  void Next(const PassRecord& last);

  /// `last_pass` is the pass that training has come to, `weights` their number.
  void Transfer(State& state, double last_pass, std::size_t weights);

 private:
  double LambdaOf(std::uint32_t k) const;

  const TrainSettings& settings_;
  double sequences_;
  std::uint32_t current_ = 0;
  double first_pass_ = 0;  // passes and seconds when the current value was begun
  double first_seconds_ = 0;
  std::uint32_t chosen_ = 0;  // the value whose weights are kept
  double chosen_score_ = -1;
  std::vector<double> kept_;
  std::vector<PathPoint> points_;
};

}  // namespace sagitta
