// sagitta-crfsuite dump: an lCRF model as text.
#include "cli/output.h"
#include "compat/crfsuite/commands.h"
#include "compat/shared/arguments.h"
#include "sagitta/crfsuite.h"
#include "sagitta/error.h"

namespace sagitta::compat {
namespace {

constexpr char kHelp[] =
    "Usage: sagitta-crfsuite dump MODEL\n\n"
    "  -h, --help      print this help\n\n"
    "MODEL is a CRFsuite model (lCRF). sagitta dump prints models of every format.\n";

}  // namespace

void Dump(const std::vector<std::string>& words) {
  bool help = false;
  Arguments arguments(true);
  arguments.Flag('h', "help", help);
  const std::vector<std::string> files = arguments.Parse(words);
  if (help) return Show(kHelp);
  if (files.size() != 1) throw Error(ErrorKind::kUsage, "dump: expected one MODEL");
  const crfsuite::ModelDump dump = crfsuite::DumpFile(files.front());
  Output output;
  crfsuite::WriteDump(dump, [&](std::string_view text) { output.Write(text); });
  output.Finish();
}

}  // namespace sagitta::compat
