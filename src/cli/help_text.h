// Help text: entries of a name and its description in two columns.
#pragma once

#include <string>
#include <string_view>

namespace sagitta::cli {

/// "  NAME      description", the description broken into lines that start below each other. A line
/// break in it is kept.
std::string HelpEntry(std::string_view name, std::string_view description);

}  // namespace sagitta::cli
