// The frame of all programs: signals, errors, exit status.
//
//   0 success (also if the reader of our output closed the pipe)     1 bad input or failure
//   2 wrong usage                                                     130 interrupted
#pragma once

#include <functional>
#include <string>

namespace sagitta::cli {

/// Runs a program and converts exceptions to a message on standard error and an exit status. After
/// wrong usage, `hint` returns a line that says where to find help, or nothing.
int RunGuarded(const std::string& program, const std::function<void()>& work,
               const std::function<std::string()>& hint);

/// The environment variable SAGITTA_TARGET selects the SIMD target, for comparisons and debugging.
/// Throws Error(kUsage) if there is no such target.
void ApplySimdTarget();

}  // namespace sagitta::cli
