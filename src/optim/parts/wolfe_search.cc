// The line search: bracketing, then cubic interpolation.
#include "optim/parts/wolfe_search.h"

#include <algorithm>
#include <cmath>

namespace sagitta {
namespace {

// The minimum of the cubic through two points with their slopes, kept well inside the interval.
double CubicStep(const LinePoint& a, const LinePoint& b) {
  const double low = std::min(a.step, b.step);
  const double high = std::max(a.step, b.step);
  const double d1 = a.slope + b.slope - 3 * (a.value - b.value) / (a.step - b.step);
  const double square = d1 * d1 - a.slope * b.slope;
  double step = 0.5 * (low + high);
  if (square >= 0) {
    const double d2 = std::copysign(std::sqrt(square), b.step - a.step);
    const double cubic =
        b.step - (b.step - a.step) * (b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2);
    if (std::isfinite(cubic)) step = cubic;
  }
  const double margin = 0.1 * (high - low);
  return std::clamp(step, low + margin, high - margin);
}

class Search {
 public:
  Search(const LinePoint& start, const std::function<LinePoint(double)>& evaluate,
         const WolfeSettings& settings)
      : start_(start), evaluate_(evaluate), settings_(settings), left_(settings.most_trials) {}

  WolfeResult Run(double first_step) {
    LinePoint previous = start_;
    double step = first_step;
    while (left_ > 0) {
      const LinePoint now = Try(step);
      if (!Decreases(now) || (previous.step > 0 && now.value >= previous.value)) {
        return Zoom(previous, now);
      }
      if (Flat(now)) return {now, true};
      if (now.slope >= 0) return Zoom(now, previous);
      previous = now;
      step *= kGrowth;
    }
    return Settle(previous);
  }

 private:
  static constexpr double kGrowth = 2.5;

  LinePoint Try(double step) {
    --left_;
    last_step_ = step;
    return evaluate_(step);
  }

  bool Decreases(const LinePoint& p) const {
    return p.value <= start_.value + settings_.decrease * p.step * start_.slope;
  }
  bool Flat(const LinePoint& p) const {
    return std::abs(p.slope) <= settings_.curvature * std::abs(start_.slope);
  }

  // low: the best point so far that decreases enough; the interval to high holds a Wolfe point.
  WolfeResult Zoom(LinePoint low, LinePoint high) {
    while (left_ > 0) {
      const double width = std::abs(high.step - low.step);
      if (width <= 1e-14 * std::max(low.step, high.step)) break;
      const LinePoint now = Try(CubicStep(low, high));
      if (!Decreases(now) || now.value >= low.value) {
        high = now;
        continue;
      }
      if (Flat(now)) return {now, true};
      if (now.slope * (high.step - low.step) >= 0) high = low;
      low = now;
    }
    return Settle(low);
  }

  // Out of trials: the best point found, evaluated last so that the caller stands on it.
  WolfeResult Settle(LinePoint best) {
    if (best.step == 0) return {best, false};
    if (last_step_ != best.step) best = evaluate_(best.step);
    return {best, true};
  }

  const LinePoint start_;
  const std::function<LinePoint(double)>& evaluate_;
  const WolfeSettings settings_;
  int left_;
  double last_step_ = 0;
};

}  // namespace

WolfeResult WolfeSearch(const LinePoint& start, double first_step,
                        const std::function<LinePoint(double)>& evaluate,
                        const WolfeSettings& settings) {
  return Search(start, evaluate, settings).Run(first_step);
}

}  // namespace sagitta
