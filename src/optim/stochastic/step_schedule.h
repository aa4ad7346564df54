// StepSchedule: step sizes that are fixed in advance, and those of SG.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>

namespace sagitta {

/// alpha of iteration t = 1, 2, ... with lambda.
using StepSchedule = std::function<double(std::uint64_t t, double lambda)>;

/// alpha = eta
inline StepSchedule ConstantSteps(double eta) {
  return [eta](std::uint64_t, double) { return eta; };
}

/// alpha = eta / sqrt(t)
inline StepSchedule SqrtSteps(double eta) {
  return [eta](std::uint64_t t, double) { return eta / std::sqrt(static_cast<double>(t)); };
}

/// alpha = eta / (delta + t)
inline StepSchedule LinearSteps(double eta, double delta) {
  return [eta, delta](std::uint64_t t, double) { return eta / (delta + static_cast<double>(t)); };
}

}  // namespace sagitta
