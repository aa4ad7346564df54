// How long the rest of a comparison may take.
#pragma once

#include <span>

namespace sagitta {

/// Passes still to be made by one method.
struct Workload {
  double passes = 0;
  double pace = 0;  // seconds a pass; 0: not known yet
};

/// With `jobs` side by side; methods of unknown pace count with the mean of the others. Negative:
/// no pace is known.
double SecondsLeft(std::span<const Workload> loads, unsigned jobs);

}  // namespace sagitta
