// The program: finds the command and runs it.
#include "cli/command_line.h"
#include "cli/guard.h"
#include "cli/output.h"

namespace sagitta::cli {
namespace {

void AddCommands(CommandLine& line) {
  line.Add(MakeTrainCommand());
  line.Add(MakeCompareCommand());
  line.Add(MakeTagCommand());
  line.Add(MakeEvalCommand());
  line.Add(MakeReportCommand());
  line.Add(MakeDumpCommand());
  line.Add(MakeConvertCommand());
  line.Add(MakeExpandCommand());
  line.Add(MakePackCommand());
  line.Add(MakePresetsCommand());
  line.Add(MakeMethodsCommand());
  line.Add(MakeOptionsCommand());
  line.Add(MakeMemoryCommand());
  line.Add(MakeSynthCommand());
  line.Add(MakeCompletionCommand(line));
  line.Add(MakeManCommand(line));
  line.Add(MakeHelpCommand(line));
}

void Run(CommandLine& line, int argc, const char* const* argv) {
  AddCommands(line);
  std::string answer;
  Command* command = line.Parse(argc, argv, answer);
  if (command == nullptr) return Show(answer);
  ApplySimdTarget();
  command->Run();
}

std::string Hint(const CommandLine& line) {
  const std::string topic = line.Chosen().empty() ? "" : " " + line.Chosen();
  return "sagitta help" + topic + " explains the usage";
}

}  // namespace
}  // namespace sagitta::cli

int main(int argc, char** argv) {
  using namespace sagitta::cli;
  CommandLine line;
  return RunGuarded(
      "sagitta", [&] { Run(line, argc, argv); }, [&] { return Hint(line); });
}
