// Man pages in the language of man(7), from the descriptions that --help prints.
#pragma once

#include <string>

#include "cli/description.h"

namespace sagitta::cli {

/// The page sagitta(1), which lists the commands.
std::string ProgramPage(const ProgramDescription& description);

/// The page sagitta-COMMAND(1).
std::string CommandPage(const CommandDescription& command);

/// The page of another program, NAME(1), from the text of its --help. The first line of the text is
/// the summary; the rest is shown as it is.
std::string TextPage(const std::string& name, const std::string& help);

}  // namespace sagitta::cli
