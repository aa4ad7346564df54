// sagitta completion and sagitta man: texts for shells and for man, made of the descriptions of the
// other commands.
#include <iostream>
#include <iterator>

#include "cli/command_line.h"
#include "cli/completion.h"
#include "cli/man_page.h"
#include "cli/output.h"
#include "sagitta/error.h"
#include "sagitta/suggest.h"

namespace sagitta::cli {
namespace {

std::string StandardInput() {
  return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

void WriteFile(const std::string& path, const std::string& text) {
  Output file(path);
  file.Write(text);
  file.Finish();
}

class CompletionCommand final : public Command {
 public:
  explicit CompletionCommand(const CommandLine& line) : line_(line) {}

  std::string name() const override { return "completion"; }
  std::string summary() const override { return "Print a completion script for a shell"; }
  std::string usage() const override { return "completion bash|zsh"; }

  void Declare(OptionList& options) override {
    options.Arguments("SHELL", "bash or zsh", 1, shells_);
    options.Footer(
        "For bash, put this line into ~/.bashrc: eval \"$(sagitta completion bash)\"\n"
        "For zsh, write the output to a file named _sagitta in a directory of $fpath.");
  }

  void Run() override {
    const std::vector<std::string> known = {"bash", "zsh"};
    const std::string shell = OneArgument(shells_, "");
    if (shell.empty()) throw Error(ErrorKind::kUsage, "SHELL is missing: bash or zsh");
    const std::size_t which = ParseChoice("SHELL", shell, known);
    Show(which == 0 ? BashCompletion(line_.Describe()) : ZshCompletion(line_.Describe()));
  }

 private:
  const CommandLine& line_;
  std::vector<std::string> shells_;
};

class ManCommand final : public Command {
 public:
  explicit ManCommand(const CommandLine& line) : line_(line) {}

  std::string name() const override { return "man"; }
  std::string summary() const override { return "Print the man page of a command"; }
  std::string usage() const override { return "man [COMMAND]"; }

  void Declare(OptionList& options) override {
    options.Arguments("COMMAND", "a command; without one, the page of the program", 1, topics_);
    options.Text("--all", "DIR", "write the pages of all commands into this directory", folder_);
    options.Text("--of", "PROGRAM", "the page of another program, from its help on standard input",
                 program_);
    options.Footer("To read it: sagitta man train | man -l -");
  }

  void Run() override {
    if (!program_.empty()) return Show(TextPage(program_, StandardInput()));
    const ProgramDescription description = line_.Describe();
    if (!folder_.empty()) return WriteAll(description);
    const std::string topic = OneArgument(topics_, "");
    if (topic.empty()) return Show(ProgramPage(description));
    for (const CommandDescription& command : description.commands) {
      if (command.name == topic) return Show(CommandPage(command));
    }
    throw Error(ErrorKind::kUsage,
                "unknown command '" + topic + "'" + Suggestion(topic, line_.CommandNames()));
  }

 private:
  void WriteAll(const ProgramDescription& description) const {
    WriteFile(folder_ + "/sagitta.1", ProgramPage(description));
    for (const CommandDescription& command : description.commands)
      WriteFile(folder_ + "/sagitta-" + command.name + ".1", CommandPage(command));
  }

  const CommandLine& line_;
  std::vector<std::string> topics_;
  std::string folder_;
  std::string program_;
};

}  // namespace

std::unique_ptr<Command> MakeCompletionCommand(const CommandLine& line) {
  return std::make_unique<CompletionCommand>(line);
}

std::unique_ptr<Command> MakeManCommand(const CommandLine& line) {
  return std::make_unique<ManCommand>(line);
}

}  // namespace sagitta::cli
