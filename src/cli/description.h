// The commands and their options as data, for texts other than --help: man pages and completions.
#pragma once

#include <string>
#include <vector>

namespace sagitta::cli {

struct OptionDescription {
  std::vector<std::string> names;  // with their dashes, short ones first
  std::string value;               // the placeholder of its value; empty if it has none
  std::string help;
  std::string heading;
};

struct ArgumentDescription {
  std::string name;
  std::string help;
};

struct CommandDescription {
  std::string name;
  std::string summary;
  std::string usage;  // without the name of the program
  std::vector<ArgumentDescription> arguments;
  std::vector<OptionDescription> options;
  std::string footer;
};

/// The whole program. `options` and `footer` of `program` are those that need no command.
struct ProgramDescription {
  CommandDescription program;
  std::vector<CommandDescription> commands;
};

}  // namespace sagitta::cli
