// Whether input comes from somebody who waits for answers.
#pragma once

#include <string>

namespace sagitta::cli {

/// Whether somebody may be waiting for the answer to one sequence before asking the next: the input
/// (a path, or "-" for standard input) is no regular file.
bool IsLive(const std::string& path);

}  // namespace sagitta::cli
