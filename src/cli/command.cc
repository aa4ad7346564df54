// Helpers that several commands use.
#include "cli/command.h"

#include "sagitta/error.h"

namespace sagitta::cli {

void OptionList::Text(const std::string& names, const std::string& placeholder,
                      const std::string& help, std::string& target) {
  Value(names, placeholder, help, [&target](const std::string& option, const std::string& text) {
    if (text.empty()) throw Error(ErrorKind::kUsage, option + ": found an empty value");
    target = text;
  });
}

std::string OneArgument(const std::vector<std::string>& arguments, const std::string& otherwise) {
  return arguments.empty() ? otherwise : arguments.front();
}

void RequireOption(const std::string& value, const std::string& option) {
  if (value.empty()) throw Error(ErrorKind::kUsage, option + " is missing");
}

}  // namespace sagitta::cli
