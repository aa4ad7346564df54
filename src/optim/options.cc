// Options: converts and checks the values.
#include "optim/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "sagitta/error.h"

namespace sagitta {
namespace {

/// Reads all of the text as a number; false: it is none.
template <class Number>
bool Parse(const std::string& text, Number& value) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && rest == end;
}

}  // namespace

void Options::Refuse(const std::string& name, const std::string& expected) const {
  throw Error(ErrorKind::kUsage, name + ": found '" + Text(name) + "', expected " + expected);
}

bool Options::Flag(const std::string& name) const { return Choice(name, {"on", "off"}) == 0; }

std::uint64_t Options::Count(const std::string& name, std::uint64_t least,
                             std::uint64_t most) const {
  std::uint64_t value = 0;
  if (!Parse(Text(name), value) || value < least || value > most) {
    Refuse(name, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return value;
}

std::optional<std::uint64_t> Options::CountOr(const std::string& word, const std::string& name,
                                              std::uint64_t least, std::uint64_t most) const {
  if (Text(name) == word) return std::nullopt;
  std::uint64_t value = 0;
  if (!Parse(Text(name), value) || value < least || value > most) {
    Refuse(name, word + ", or a whole number from " + std::to_string(least) + " to " +
                     std::to_string(most));
  }
  return value;
}

double Options::Positive(const std::string& name) const {
  double value = 0;
  if (!Parse(Text(name), value) || !std::isfinite(value) || !(value > 0)) {
    Refuse(name, "a positive number");
  }
  return value;
}

double Options::Number(const std::string& name, double least, double most) const {
  double value = 0;
  if (!Parse(Text(name), value) || !(value >= least && value <= most)) {
    char range[64];
    std::snprintf(range, sizeof range, "a number from %g to %g", least, most);
    Refuse(name, range);
  }
  return value;
}

std::size_t Options::Choice(const std::string& name,
                            const std::vector<std::string>& choices) const {
  const auto found = std::find(choices.begin(), choices.end(), Text(name));
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  std::string expected;
  for (std::size_t k = 0; k < choices.size(); ++k) {
    expected += (k == 0 ? "" : k + 1 == choices.size() ? " or " : ", ") + choices[k];
  }
  Refuse(name, expected);
}

}  // namespace sagitta
