// Parsing of short and long options.
#include "compat/shared/arguments.h"

#include <algorithm>
#include <cstdio>

#include "sagitta/error.h"

namespace sagitta::compat {
namespace {

[[noreturn]] void RefuseOption(const std::string& option, const std::string& why) {
  throw Error(ErrorKind::kUsage, option + ": " + why);
}

/// The next word, as the value of an option.
const std::string& TakeNext(const std::string& option, const std::vector<std::string>& words,
                            std::size_t& next) {
  if (next == words.size()) RefuseOption(option, "expected a value after it");
  return words[next++];
}

}  // namespace

void Arguments::Value(char letter, const std::string& name, OptionSetter set) {
  options_.push_back({letter, name, true, std::move(set)});
}

void Arguments::Text(char letter, const std::string& name, std::string& target) {
  Value(letter, name, [&target](const std::string&, const std::string& text) { target = text; });
}

void Arguments::Flag(char letter, const std::string& name, bool& target) {
  Action(letter, name, [&target] { target = true; });
}

void Arguments::Action(char letter, const std::string& name, std::function<void()> act) {
  options_.push_back({letter, name, false,
                      [act = std::move(act)](const std::string&, const std::string&) { act(); }});
}

void Arguments::RefuseValue(char letter, const std::string& name, const std::string& why) {
  Value(letter, name,
        [why](const std::string& option, const std::string&) { RefuseOption(option, why); });
}

void Arguments::RefuseFlag(char letter, const std::string& name, const std::string& why) {
  options_.push_back({letter, name, false, [why](const std::string& option, const std::string&) {
                        RefuseOption(option, why);
                      }});
}

const Arguments::Option& Arguments::Find(char letter) const {
  const auto found = std::find_if(options_.begin(), options_.end(),
                                  [&](const Option& option) { return option.letter == letter; });
  if (found == options_.end()) RefuseOption(std::string("-") + letter, "no such option");
  return *found;
}

const Arguments::Option& Arguments::Find(const std::string& name) const {
  const auto found = std::find_if(options_.begin(), options_.end(),
                                  [&](const Option& option) { return option.name == name; });
  if (name.empty() || found == options_.end()) RefuseOption("--" + name, "no such option");
  return *found;
}

void Arguments::ParseLong(const std::vector<std::string>& words, std::size_t& next) const {
  const std::string& word = words[next++];
  const std::size_t equals = word.find('=');
  const std::string shown = word.substr(0, equals);
  const Option& option = Find(shown.substr(2));
  if (!option.has_value) {
    if (equals != std::string::npos) RefuseOption(shown, "takes no value");
    option.set(shown, "");
  } else if (equals != std::string::npos) {
    option.set(shown, word.substr(equals + 1));
  } else {
    option.set(shown, TakeNext(shown, words, next));
  }
}

void Arguments::ParseShort(const std::vector<std::string>& words, std::size_t& next) const {
  const std::string& word = words[next++];
  for (std::size_t k = 1; k < word.size(); ++k) {
    const Option& option = Find(word[k]);
    const std::string shown = std::string("-") + word[k];
    if (!option.has_value) {
      option.set(shown, "");
      continue;
    }
    option.set(shown, k + 1 < word.size() ? word.substr(k + 1) : TakeNext(shown, words, next));
    return;
  }
}

std::vector<std::string> Arguments::Parse(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  for (std::size_t next = 0; next < words.size();) {
    const std::string& word = words[next];
    const bool is_file = word.size() < 2 || word[0] != '-';
    if (is_file || (files_end_options_ && !files.empty())) {
      files.push_back(word);
      ++next;
    } else if (word[1] == '-') {
      ParseLong(words, next);
    } else {
      ParseShort(words, next);
    }
  }
  return files;
}

std::vector<std::string> Words(int argc, const char* const* argv, int skip) {
  return {argv + std::min(argc, 1 + skip), argv + argc};
}

void Note(const std::string& program, const std::string& text) {
  std::fprintf(stderr, "%s: %s\n", program.c_str(), text.c_str());
}

}  // namespace sagitta::compat
