// What all programs share around their work: signals, errors, exit status.
//
//   0 success (also when the reader of our output has seen enough)    1 bad input or failure
//   2 wrong usage                                                     130 interrupted
#pragma once

#include <functional>
#include <string>

namespace sagitta::cli {

/// Runs the work of a program and turns what it throws into a message on standard error and an exit
/// status. `hint` is asked after wrong usage: a line that tells where help is, or nothing.
int RunGuarded(const std::string& program, const std::function<void()>& work,
               const std::function<std::string()>& hint);

/// SAGITTA_TARGET names the SIMD target to use, for comparisons and for hunting bugs. Throws
/// Error(kUsage) when there is no such target.
void ApplySimdTarget();

}  // namespace sagitta::cli
