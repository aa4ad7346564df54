// IsLive: whether the input is interactive.
#pragma once

#include <string>

namespace sagitta::cli {

/// Whether another program may be waiting for the result of one sequence before it sends the next:
/// the input (a path, or "-" for standard input) is not a regular file.
bool IsLive(const std::string& path);

}  // namespace sagitta::cli
