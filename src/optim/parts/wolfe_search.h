// A line search for the strong Wolfe conditions (Nocedal and Wright 2006, Algorithms 3.5 and 3.6).
//
//   phi(a) <= phi(0) + c1 a phi'(0)    and    |phi'(a)| <= c2 |phi'(0)|
//
// Steps grow until an interval is known to hold such a point, then cubic interpolation narrows it.
#pragma once

#include <functional>

namespace sagitta {

/// phi and its derivative at one step.
struct LinePoint {
  double step = 0;
  double value = 0;
  double slope = 0;
};

struct WolfeSettings {
  double decrease = 1e-4;  // c1
  double curvature = 0.9;  // c2
  int most_trials = 30;
};

struct WolfeResult {
  LinePoint point;     // the last point evaluated is always this one
  bool found = false;  // false: no point with sufficient decrease within the trials
};

/// `evaluate(step)` gives phi there. REQUIRES: start.step == 0, start.slope < 0, first_step > 0.
WolfeResult WolfeSearch(const LinePoint& start, double first_step,
                        const std::function<LinePoint(double)>& evaluate,
                        const WolfeSettings& settings = {});

}  // namespace sagitta
