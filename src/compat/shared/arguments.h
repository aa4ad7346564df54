// Arguments: command lines as the other tools read them.
//
// Short options have their value attached or in the next word (-m MODEL, -mMODEL); flags can share
// a word (-qt); long options have their value after = or in the next word. Where the tools differ,
// there is a setting. Every option that a tool knows is declared: those that have no meaning here
// are refused by name, never ignored silently.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/values.h"

namespace sagitta::compat {

using namespace cli;  // the parts of src/cli that these programs share with sagitta

class Arguments {
 public:
  /// `files_end_options`: all words after the first one that is not an option are files, whatever
  /// they look like.
  explicit Arguments(bool files_end_options) : files_end_options_(files_end_options) {}

  /// Options have a letter, a name, or both; 0 and "" mean none. References must outlive
  /// Parse.
  void Value(char letter, const std::string& name, OptionSetter set);
  void Text(char letter, const std::string& name, std::string& target);
  void Flag(char letter, const std::string& name, bool& target);
  /// Calls `act` when the flag is found.
  void Action(char letter, const std::string& name, std::function<void()> act);
  /// Options that the tool has and we do not: Parse throws Error(kUsage) with the option and `why`.
  void RefuseValue(char letter, const std::string& name, const std::string& why);
  void RefuseFlag(char letter, const std::string& name, const std::string& why);

  /// Sets what is declared and returns the files, including "-". Throws Error(kUsage) for an
  /// option that is not declared and for a value that is missing.
  std::vector<std::string> Parse(const std::vector<std::string>& words);

 private:
  struct Option {
    char letter;
    std::string name;
    bool has_value;
    OptionSetter set;
  };

  const Option& Find(char letter) const;
  const Option& Find(const std::string& name) const;
  /// One word that begins with a dash; `next` is the place of the following one.
  void ParseLong(const std::vector<std::string>& words, std::size_t& next) const;
  void ParseShort(const std::vector<std::string>& words, std::size_t& next) const;

  bool files_end_options_;
  std::vector<Option> options_;
};

/// All words of a command line after the program's name and the next `skip`.
std::vector<std::string> Words(int argc, const char* const* argv, int skip);

/// Prints "PROGRAM: TEXT" on standard error, for the user's information.
void Note(const std::string& program, const std::string& text);

}  // namespace sagitta::compat
