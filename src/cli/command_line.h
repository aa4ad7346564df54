// CommandLine: reads what was typed, with CLI11, and finds the command that was meant.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"

namespace sagitta::cli {

class CommandLine {
 public:
  CommandLine();
  ~CommandLine();

  void Add(std::unique_ptr<Command> command);

  /// Fills in the options of the command that was typed and returns it, or null when help or the
  /// version was asked for, whose text is then in `answer`. Throws Error(kUsage).
  Command* Parse(int argc, const char* const* argv, std::string& answer);

  /// The name of the command that was typed, even when its options are wrong; empty: none.
  std::string Chosen() const;

  /// The help of a command, or of the whole program when the name is empty.
  std::string Help(const std::string& command) const;
  /// In the order in which they were added.
  std::vector<std::string> CommandNames() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

std::unique_ptr<Command> MakeHelpCommand(const CommandLine& line);

}  // namespace sagitta::cli
