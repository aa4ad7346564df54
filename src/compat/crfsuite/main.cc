// The program sagitta-crfsuite: selects the command; and dump, which prints an lCRF model as text.
#include "cli/guard.h"
#include "cli/output.h"
#include "compat/crfsuite/commands.h"
#include "compat/shared/arguments.h"
#include "sagitta/crfsuite.h"
#include "sagitta/error.h"
#include "sagitta/version.h"

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

constexpr char kDumpHelp[] =
    "Usage: sagitta-crfsuite dump MODEL\n\n"
    "  -h, --help      print this help\n\n"
    "MODEL is a CRFsuite model (lCRF). sagitta dump prints models of every format.\n";

void Dump(const std::vector<std::string>& words) {
  bool help = false;
  Arguments arguments(true);
  arguments.Flag('h', "help", help);
  const std::vector<std::string> files = arguments.Parse(words);
  if (help) return Show(kDumpHelp);
  if (files.size() != 1) throw Error(ErrorKind::kUsage, "dump: expected one MODEL");
  const crfsuite::ModelDump dump = crfsuite::DumpFile(files.front());
  Output output;
  crfsuite::WriteDump(dump, [&](std::string_view text) { output.Write(text); });
  output.Finish();
}

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
