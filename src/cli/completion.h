// Completions of the command line for shells, from the descriptions that --help prints.
#pragma once

#include <string>

#include "cli/description.h"

namespace sagitta::cli {

/// A script for bash, which defines and registers the function _sagitta.
std::string BashCompletion(const ProgramDescription& description);

/// A function for zsh, in a file named _sagitta.
std::string ZshCompletion(const ProgramDescription& description);

}  // namespace sagitta::cli
