// CommandLine: parses the command line with CLI11 and selects the command.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/description.h"

namespace sagitta::cli {

class CommandLine {
 public:
  CommandLine();
  ~CommandLine();

  void Add(std::unique_ptr<Command> command);

  /// Sets the options of the given command and returns it. Returns null if help or the version was
  /// requested; the text is then in `answer`. Throws Error(kUsage).
  Command* Parse(int argc, const char* const* argv, std::string& answer);

  /// The name of the given command, even if its options are wrong; empty if there is none.
  std::string Chosen() const;

  /// The help of a command, or of the whole program if the name is empty. `all`: with all options
  /// of a command whose help is short otherwise.
  std::string Help(const std::string& command, bool all = false) const;
  /// In the order in which they were added.
  std::vector<std::string> CommandNames() const;
  /// Everything that the help says, as data.
  ProgramDescription Describe() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

std::unique_ptr<Command> MakeHelpCommand(const CommandLine& line);
std::unique_ptr<Command> MakeCompletionCommand(const CommandLine& line);
std::unique_ptr<Command> MakeManCommand(const CommandLine& line);

}  // namespace sagitta::cli
