// PathProgress: the current value of a path, the finished ones, and the weights that are kept.
#include "train/path_progress.h"

#include <algorithm>
#include <utility>

#include "train/lambda_path.h"

namespace sagitta {

double PathProgress::LambdaOf(std::uint32_t k) const {
  return settings_.lambda_path ? PathLambda(*settings_.lambda_path, k) : *settings_.lambda;
}

bool PathProgress::IsOver() const {
  if (!settings_.lambda_path || current_ + 1 == settings_.lambda_path->count) return true;
  if (!settings_.lambda_path->stop) return false;
  std::vector<double> scores;
  for (const PathPoint& point : points_) scores.push_back(point.dev_score.value_or(0));
  return HasStoppedImproving(scores);
}

bool PathProgress::Keeps(const std::optional<double>& score) const {
  return !score || *score > chosen_score_ || points_.empty();
}

void PathProgress::Finish(const PassRecord& last, const std::optional<double>& score,
                          bool converged, std::vector<double> weights) {
  PathPoint point;
  point.lambda = Lambda();
  point.c2 = point.lambda * sequences_ / 2;
  point.passes = last.pass - first_pass_;
  point.seconds = last.seconds - first_seconds_;
  point.objective_estimate = last.objective_estimate;
  point.gradient_inf = last.gradient_inf;
  point.dev_score = score;
  point.converged = converged;
  point.active_weights =
      weights.size() - static_cast<std::uint64_t>(std::count(weights.begin(), weights.end(), 0.0));
  if (Keeps(score)) {
    chosen_ = current_;
    chosen_score_ = score.value_or(-1);
    kept_ = std::move(weights);
  }
  points_.push_back(point);
}

void PathProgress::Next(const PassRecord& last) {
  ++current_;
  first_pass_ = last.pass;
  first_seconds_ = last.seconds;
}

void PathProgress::Transfer(State& state, double last_pass, std::size_t weights) {
  state.Value("current", current_);
  const std::uint32_t count = settings_.lambda_path ? settings_.lambda_path->count : 1;
  state.Require(current_ < count, "current");
  state.Value("first_pass", first_pass_);
  state.Require(first_pass_ >= 0 && first_pass_ <= last_pass, "first_pass");
  state.Value("first_seconds", first_seconds_);
  state.Value("chosen", chosen_);
  state.Require(chosen_ <= current_, "chosen");
  state.Value("chosen_score", chosen_score_);
  state.Sequence("kept", kept_);
  TransferPath(state, points_);
  state.Require(points_.size() <= current_ + std::size_t{1}, "path_points");
  state.Require(kept_.size() == (points_.empty() ? 0 : weights), "kept");
}

}  // namespace sagitta
