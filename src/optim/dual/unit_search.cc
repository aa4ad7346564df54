// Newton's method with a bracket.
#include "optim/dual/unit_search.h"

#include <cmath>

namespace sagitta {
namespace {

constexpr int kMostSteps = 60;
// Maxima nearer to 0 are taken to be there.
constexpr double kShortest = 1e-12;

// Between the ends of the bracket, on a logarithmic scale while they are far apart.
double Middle(double low, double high) {
  if (low <= 0) return 0.1 * high;
  return high > 4 * low ? std::sqrt(low * high) : 0.5 * (low + high);
}

}  // namespace

UnitMaximum SearchUnitInterval(const std::function<CurvePoint(double)>& evaluate, double start,
                               double tolerance) {
  double low = 0, high = 1, x = start;
  UnitMaximum rising;  // the evaluation at `low`
  for (int step = 0; step < kMostSteps; ++step) {
    const CurvePoint point = evaluate(x);
    if (point.slope >= 0) {
      low = x;
      rising = {x, point};
    } else {
      high = x;
    }
    const double newton = -point.slope / point.curvature;
    if (std::abs(newton) <= tolerance * x) return {x, point};
    // Where slopes are all rounding, Newton's steps may never get short.
    if (high - low <= tolerance * high || high < kShortest) break;
    x += newton;
    if (!(x > low && x < high)) x = Middle(low, high);
  }
  return rising;
}

}  // namespace sagitta
