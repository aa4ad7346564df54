// StepSchedule: step sizes that are fixed in advance.
#pragma once

#include <cmath>
#include <cstdint>

namespace sagitta {

enum class Decay {
  kConstant,  // eta
  kSqrt,      // eta / sqrt(t)
  kLinear,    // eta / (delta + t)
  kPegasos,   // eta / (lambda t)
};

struct StepSchedule {
  Decay decay = Decay::kConstant;
  double eta = 1;
  double delta = 0;

  /// alpha of iteration t = 1, 2, ...
  double At(std::uint64_t t, double lambda) const {
    const double steps = static_cast<double>(t);
    switch (decay) {
      case Decay::kConstant:
        return eta;
      case Decay::kSqrt:
        return eta / std::sqrt(steps);
      case Decay::kLinear:
        return eta / (delta + steps);
      case Decay::kPegasos:
        return eta / (lambda * steps);
    }
    return eta;
  }
};

}  // namespace sagitta
