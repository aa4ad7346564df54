// Values that are computed from the records of a comparison.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sagitta/compare.h"

namespace sagitta {

double Optimum::Objective() const {
  if (given) return *given;
  double lowest = runs.front().certificate.objective;
  for (const ReferenceRun& run : runs) lowest = std::min(lowest, run.certificate.objective);
  return lowest;
}

double Optimum::RelativeDifference() const {
  const double difference = std::abs(runs[0].certificate.objective - runs[1].certificate.objective);
  return difference == 0 ? 0 : difference / std::abs(Objective());
}

bool RunRecord::Diverged() const {
  return curve.objective.empty() || !std::isfinite(curve.objective.back());
}

double RunRecord::FinalObjective() const {
  return Diverged() ? std::numeric_limits<double>::infinity() : curve.objective.back();
}

double RunRecord::BestObjective() const {
  double best = std::numeric_limits<double>::infinity();
  for (const double objective : curve.objective) best = std::fmin(best, objective);
  return best;
}

std::optional<std::size_t> RunRecord::Reaches(double gap, double optimum) const {
  for (std::size_t k = 0; k < curve.objective.size(); ++k) {
    if (curve.objective[k] - optimum <= gap * std::abs(optimum)) return k;
  }
  return std::nullopt;
}

std::optional<std::size_t> RunRecord::BestTest() const {
  const auto& errors = curve.test_error;
  if (errors.empty()) return std::nullopt;
  return static_cast<std::size_t>(std::min_element(errors.begin(), errors.end()) - errors.begin());
}

}  // namespace sagitta
