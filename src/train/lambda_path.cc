// Paths of lambdas: values, their end, the choice, and what is said about it.
#include "train/lambda_path.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>

namespace sagitta {
namespace {

template <class... Values>
std::string Print(const char* format, Values... values) {
  char text[160];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

bool IsBetter(const PathPoint& a, const PathPoint& b) {
  if (a.dev_score != b.dev_score) return a.dev_score > b.dev_score;
  return a.lambda > b.lambda;
}

/// The value with this lambda, or the end.
auto Find(const std::vector<PathPoint>& points, double lambda) {
  const auto same = [lambda](const PathPoint& point) { return point.lambda == lambda; };
  return std::find_if(points.begin(), points.end(), same);
}

/// What to say of a best value at an end of the path.
std::string EndText(std::span<const PathPoint> points, std::size_t best) {
  if (points.size() < 2) return "";
  const auto lambda = [](const PathPoint& a, const PathPoint& b) { return a.lambda < b.lambda; };
  const auto [weakest, strongest] = std::minmax_element(points.begin(), points.end(), lambda);
  const auto at = points.begin() + static_cast<std::ptrdiff_t>(best);
  if (at == weakest) return "; that is the weak end of the path, and a weaker one may be better";
  if (at == strongest)
    return "; that is the strong end of the path, and a stronger one may be better";
  return "";
}

}  // namespace

LambdaPath AutomaticPath(double n) {
  return {kStrongestAutomatic / n, kWeakestAutomatic / n, kAutomaticCount, true, false};
}

// a, ..., b with equal ratios.
double PathLambda(const LambdaPath& path, std::uint32_t k) {
  if (k == 0) return path.first;
  if (k + 1 == path.count) return path.last;
  const double fraction = static_cast<double>(k) / static_cast<double>(path.count - 1);
  return path.first * std::pow(path.last / path.first, fraction);
}

bool HasStoppedImproving(std::span<const double> scores) {
  if (scores.size() <= kPathPatience) return false;
  const auto recent = scores.end() - kPathPatience;
  return *std::max_element(recent, scores.end()) <= *std::max_element(scores.begin(), recent);
}

MeanScore MeanOf(std::span<const double> scores) {
  const double count = static_cast<double>(scores.size());
  const double mean = std::accumulate(scores.begin(), scores.end(), 0.0) / count;
  double squares = 0;
  for (const double score : scores) squares += (score - mean) * (score - mean);
  return {mean, std::sqrt(squares / (count - 1) / count)};
}

std::size_t BestPoint(std::span<const PathPoint> points) {
  return static_cast<std::size_t>(std::min_element(points.begin(), points.end(), IsBetter) -
                                  points.begin());
}

std::size_t StrongestNearBest(std::span<const PathPoint> points) {
  const PathPoint& best = points[BestPoint(points)];
  const double least = best.dev_score.value_or(0) - best.standard_error.value_or(0);
  std::size_t chosen = BestPoint(points);
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (points[k].dev_score >= least && points[k].lambda > points[chosen].lambda) chosen = k;
  }
  return chosen;
}

void TransferPath(State& state, std::vector<PathPoint>& points) {
  std::uint64_t count = points.size();
  state.Value("path_points", count);
  if (state.loading()) points.clear();
  for (std::uint64_t k = 0; k < count; ++k) {
    PathPoint point = state.loading() ? PathPoint() : points[k];
    state.Value("lambda", point.lambda);
    state.Value("c2", point.c2);
    state.Value("passes", point.passes);
    state.Value("seconds", point.seconds);
    state.Value("objective_estimate", point.objective_estimate);
    state.Value("gradient_inf", point.gradient_inf);
    state.Optional("dev_score", point.dev_score);
    state.Value("converged", point.converged);
    state.Value("active_weights", point.active_weights);
    if (state.loading()) points.push_back(point);
  }
}

std::string TrainSummary::ChoiceText() const {
  const CrossValidation& cv = cross_validation;
  if (cv.kept_fold > 0) {
    return Print("cross-validation was interrupted; this is the model of fold %u of %u",
                 unsigned{cv.kept_fold}, unsigned{cv.folds});
  }
  if (cv.folds > 0) {
    const std::size_t at = BestPoint(cv.path);
    const PathPoint& best = cv.path[at];
    if (best.lambda == lambda) return "the best mean score" + EndText(cv.path, at);
    return Print("the strongest within one standard error of the best, %.6g with %.4f +- %.4f",
                 best.lambda, best.dev_score.value_or(0), best.standard_error.value_or(0)) +
           EndText(cv.path, at);
  }
  if (path.empty() || !path.front().dev_score) return "";
  const auto chosen = static_cast<std::size_t>(Find(path, lambda) - path.begin());
  return "the best dev score" + EndText(path, chosen);
}

std::string TrainSummary::CostText() const {
  const CrossValidation& cv = cross_validation;
  if (cv.folds > 0 && cv.kept_fold == 0) {
    return Print("cross-validation took %.1f passes; one training with lambda %.6g took %.1f",
                 cv.passes, lambda, last.pass);
  }
  const auto chosen = Find(path, lambda);
  if (chosen == path.end()) return "";
  return Print(
      "the path took %.1f passes; one training from zero, its first, took %.1f, and that "
      "with lambda %.6g, from there on, %.1f",
      last.pass, path.front().passes, lambda, chosen->passes);
}

}  // namespace sagitta
