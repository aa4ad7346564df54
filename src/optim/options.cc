#include "optim/options.h"

#include <charconv>

#include "sagitta/error.h"

namespace sagitta {

bool Options::Flag(const std::string& name) const {
  const std::string& text = Text(name);
  if (text == "on") return true;
  if (text == "off") return false;
  throw Error(ErrorKind::kUsage, "--" + name + ": found '" + text + "', wanted on or off");
}

std::uint64_t Options::Count(const std::string& name, std::uint64_t least,
                             std::uint64_t most) const {
  const std::string& text = Text(name);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
    throw Error(ErrorKind::kUsage, "--" + name + ": found '" + text +
                                       "', wanted a whole number from " + std::to_string(least) +
                                       " to " + std::to_string(most));
  }
  return value;
}

}  // namespace sagitta
