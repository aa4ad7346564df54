// Help text: entries of a name and its description in two columns.
#pragma once

#include <string>
#include <string_view>

#include "sagitta/methods.h"

namespace sagitta::cli {

/// "  NAME      description", the description broken into lines that start below each other. A line
/// break in it is kept.
std::string HelpEntry(std::string_view name, std::string_view description);

/// The help of a training method: what it is, where it comes from, its options.
std::string MethodHelp(const MethodInfo& method);

/// The page about all methods, in Markdown.
std::string MethodsPage();

}  // namespace sagitta::cli
