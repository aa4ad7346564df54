// The program sagitta-crfsuite: selects the command.
#include "cli/guard.h"
#include "cli/output.h"
#include "compat/crfsuite/commands.h"
#include "compat/shared/arguments.h"
#include "sagitta/error.h"

namespace sagitta::compat {
namespace {

constexpr char kHelp[] =
    "Sagitta " SAGITTA_VERSION
    " with the commands, options and output of CRFsuite.\n\n"
    "Usage: sagitta-crfsuite learn|tag|dump [OPTIONS] ...\n\n"
    "  learn   train a model on labelled text\n"
    "  tag     label text with a model\n"
    "  dump    print a model as text\n\n"
    "Run COMMAND -h for its options. docs/switching.md lists the differences.\n";

void Run(const std::vector<std::string>& words) {
  const std::string command = words.empty() ? "" : words.front();
  if (command == "-h" || command == "--help") return Show(kHelp);
  const std::vector<std::string> rest(words.begin() + (words.empty() ? 0 : 1), words.end());
  ApplySimdTarget();
  if (command == "learn") return Learn(rest);
  if (command == "tag") return Tag(rest);
  if (command == "dump") return Dump(rest);
  throw Error(ErrorKind::kUsage, "found '" + command + "', expected one of learn, tag, dump");
}

}  // namespace
}  // namespace sagitta::compat

int main(int argc, char** argv) {
  using namespace sagitta::compat;
  return RunGuarded(
      kProgram, [&] { Run(Words(argc, argv, 0)); },
      [] { return "run sagitta-crfsuite -h for help"; });
}
