// Changeover: the rule.
#include "optim/combined/changeover.h"

#include <cstdio>

namespace sagitta {

std::string Changeover::Judge(const StepReport& report) {
  ++passes_;
  const double before = last_objective_;
  last_objective_ = report.objective_estimate;
  if (!(lambda1_ > 0) || passes_ < kFewestPasses) return "";
  if (report.step * n_ * lambda_ >= kFastRate) return "";
  const double fall = 1 - report.objective_estimate / before;
  if (fall >= kSlow && passes_ < kMostPasses) return "";
  char text[128];
  std::snprintf(text, sizeof text,
                "the last pass lowered the objective by %.1f%%, and the L2 term is weak",
                100 * fall);
  return text;
}

void Changeover::ChangeLambda(double lambda) {
  lambda_ = lambda;
  passes_ = 0;
}

void Changeover::Transfer(State& state) {
  state.Value("lambda", lambda_);
  state.Value("passes", passes_);
  state.Value("last_objective", last_objective_);
}

}  // namespace sagitta
