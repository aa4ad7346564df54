// The program: finds the command, runs it, turns what is thrown into a message and an exit status.
//
//   0 success (also when the reader of our output has seen enough)    1 bad input or failure
//   2 wrong usage                                                     130 interrupted
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "cli/command_line.h"
#include "cli/output.h"
#include "sagitta/error.h"
#include "sagitta/simd.h"

namespace sagitta::cli {
namespace {

/// SAGITTA_TARGET names the SIMD target to use, for comparisons and for hunting bugs.
void ApplyTarget() {
  const char* target = std::getenv("SAGITTA_TARGET");
  if (target == nullptr || *target == '\0' || ForceSimdTarget(target)) return;
  std::string names;
  for (const std::string& name : SimdTargets()) names += (names.empty() ? "" : ", ") + name;
  throw Error(ErrorKind::kUsage,
              "SAGITTA_TARGET: found '" + std::string(target) + "', wanted one of " + names);
}

void Run(CommandLine& line, int argc, const char* const* argv) {
  std::string answer;
  Command* command = line.Parse(argc, argv, answer);
  if (command == nullptr) {
    Output output;
    output.Write(answer);
    output.Finish();
    return;
  }
  ApplyTarget();
  command->Run();
}

int Fail(const Error& error, const CommandLine& line) {
  const std::string topic = line.Chosen().empty() ? "" : " " + line.Chosen();
  // A message that starts with a place in a file is left as it is, for editors that jump to it.
  const bool placed = !error.where().file.empty();
  std::fprintf(stderr, "%s%s\n", placed ? "" : "sagitta: ", error.what());
  if (error.kind() != ErrorKind::kUsage) return 1;
  std::fprintf(stderr, "(sagitta help%s tells how it is used)\n", topic.c_str());
  return 2;
}

int Main(int argc, const char* const* argv) {
  // write() tells of a closed pipe and of a file that may not grow, and then we can clean up.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  CommandLine line;
  try {
    line.Add(MakeTrainCommand());
    line.Add(MakeTagCommand());
    line.Add(MakeEvalCommand());
    line.Add(MakeDumpCommand());
    line.Add(MakeMethodsCommand());
    line.Add(MakeMemoryCommand());
    line.Add(MakeSynthCommand());
    line.Add(MakeHelpCommand(line));
    Run(line, argc, argv);
    return 0;
  } catch (const ClosedPipe&) {
    return 0;
  } catch (const Error& error) {
    return Fail(error, line);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "sagitta: out of memory\n");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "sagitta: %s\n", error.what());
  }
  return 1;
}

}  // namespace
}  // namespace sagitta::cli

int main(int argc, char** argv) { return sagitta::cli::Main(argc, argv); }
