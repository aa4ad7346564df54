// Help text: entries of a name and its description in two columns.
#pragma once

#include <string>
#include <string_view>

namespace sagitta::cli {

/// "  NAME      description", with the description wrapped into aligned lines. Line breaks in it
/// are kept.
std::string HelpEntry(std::string_view name, std::string_view description);

}  // namespace sagitta::cli
