// The maximum of a concave function on [0, 1], by Newton's method on its slope with a bracket
// around it. The slope may be infinite at 0.
#pragma once

#include <functional>

#include "objective/example_evaluator.h"

namespace sagitta {

struct UnitMaximum {
  double at = 0;
  CurvePoint point;  // there
};

/// `evaluate(x)` gives the function at x in (0, 1); it must fall at 1. Ends where Newton's step is
/// shorter than tolerance * x, or, when the bracket gets that short before, at its lower end, where
/// the function still rises. The point returned was evaluated, unless it is 0.
UnitMaximum SearchUnitInterval(const std::function<CurvePoint(double)>& evaluate, double start,
                               double tolerance);

}  // namespace sagitta
