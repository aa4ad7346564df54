// What a certificate and the stop reason say about convergence, and the warning for users.
#include "train/convergence.h"

#include <cmath>
#include <cstdio>

namespace sagitta {
namespace {

bool AtLimitOfPrecision(StopReason reason) {
  return reason == StopReason::kPrecision || reason == StopReason::kFloor;
}

/// Whether the training ended because that was asked for.
bool EndedOnRequest(StopReason reason) {
  return reason == StopReason::kPatience || reason == StopReason::kNoPasses ||
         reason == StopReason::kCancelled;
}

/// What may help.
const char* Advice(StopReason reason) {
  switch (reason) {
    case StopReason::kPasses:
      return "allow more passes, or use a stronger regularisation";
    case StopReason::kUnsettled:
      return "use the method sag-nus-secant, in double precision if necessary";
    default:
      return "use double precision, or a stronger regularisation";
  }
}

}  // namespace

bool HasConverged(const TrainSummary& summary, const TrainSettings& settings) {
  const Certificate& certificate = summary.certificate;
  if (certificate.gradient_inf <= settings.tolerance) return true;
  const double gap = certificate.bound / certificate.objective;
  if (gap <= kConvergedGap) return true;
  return settings.precision == Precision::kFloat && AtLimitOfPrecision(summary.stop_reason) &&
         gap <= kFloorGap;
}

std::string TrainSummary::Warning() const {
  if (converged || EndedOnRequest(stop_reason)) return "";
  if (std::isnan(certificate.bound)) {
    return "the objective is " + objective_name + ", for which there is no certificate";
  }
  char bound[96];
  std::snprintf(bound, sizeof bound, "; the optimum may be up to %.3g%% lower; ",
                100 * certificate.bound / certificate.objective);
  return "training did not converge: " + std::string(StopText(stop_reason)) + bound +
         Advice(stop_reason);
}

}  // namespace sagitta
