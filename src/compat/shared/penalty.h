// Penalties where the other tools allow more than we do.
#pragma once

#include <algorithm>

namespace sagitta::compat {

/// c2 of a training that was asked to have no L2 penalty. Without any the optimum need not exist;
/// so small a one changes no digit of a log.
inline constexpr double kLeastC2 = 1e-8;

inline double AtLeastLittle(double c2) { return std::max(c2, kLeastC2); }

}  // namespace sagitta::compat
