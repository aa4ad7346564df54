// The program sagitta-wapiti: selects the mode.
#include "cli/guard.h"
#include "cli/output.h"
#include "compat/shared/arguments.h"
#include "compat/wapiti/modes.h"
#include "sagitta/error.h"
#include "sagitta/version.h"

namespace sagitta::compat {
namespace {

constexpr char kHelp[] =
    "Sagitta " SAGITTA_VERSION
    " with the modes, options and output of Wapiti.\n\n"
    "Usage: sagitta-wapiti train [OPTIONS] [DATA] [MODEL]\n"
    "  -p, --pattern FILE   patterns; without them DATA holds observations\n"
    "  -a, --algo NAME      l-bfgs, sgd-l1, bcd, rprop, rprop+ or rprop-; list prints them\n"
    "  -1, --rho1 X         strength of the L1 penalty (0.5)\n"
    "  -2, --rho2 X         strength of the L2 penalty (0.0001)\n"
    "  -i, --maxiter N      maximum number of passes; 0: no limit (0)\n"
    "  -e, --stopeps X      stop when the relative change of the objective is below X (0.02)\n"
    "  -o, --objwin N       number of passes over which -e measures the change (5)\n"
    "  -w, --stopwin N      stop when the token error on the data of -d, or without -d on those "
    "of\n"
    "                       training, has varied by less than -e percentage points over N passes;\n"
    "                       0: never (with -d 5, otherwise 0)\n"
    "  -m, --model FILE     start from the weights of this model\n"
    "  -d, --devel FILE     data to compute the error rates on\n"
    "  -t, --nthread N      the number of threads; the result is the same (all cores)\n"
    "  -T, --type crf       the only type\n"
    "  -s --sparse, -j --jobsize, --clip, --histsz, --maxls, --eta0, --alpha,\n"
    "  --kappa, --stpmin, --stpmax, --stpinc, --stpdec, --cutoff: have no effect\n\n"
    "       sagitta-wapiti label -m MODEL [OPTIONS] [DATA] [OUTPUT]\n"
    "  -l, --label          print only labels\n"
    "  -c, --check          the last column is the label: report the error rates\n"
    "  -s, --score          print scores\n"
    "  -p, --post           choose the most probable label of each token; scores are "
    "probabilities\n"
    "  -n, --nbest N        print the N best labellings\n"
    "  --force              keep labels of the last column that the model knows\n\n"
    "       sagitta-wapiti dump [-p DIGITS] [--all] [MODEL] [OUTPUT]\n"
    "       sagitta-wapiti update -m MODEL [PATCH] [OUTPUT]\n\n"
    "docs/switching.md lists the differences.\n";

void Run(const std::vector<std::string>& words) {
  const std::string mode = words.empty() ? "" : words.front();
  for (const std::string& word : words) {
    if (word == "-h" || word == "--help") return Show(kHelp);
    if (word == "--version") return Show("Sagitta " SAGITTA_VERSION "\n");
  }
  const std::vector<std::string> rest(words.begin() + (words.empty() ? 0 : 1), words.end());
  ApplySimdTarget();
  if (mode == "train" || mode == "t") return Train(rest);
  if (mode == "label" || mode == "l") return Label(rest);
  if (mode == "dump" || mode == "d") return Dump(rest);
  if (mode == "update" || mode == "u") return Update(rest);
  throw Error(ErrorKind::kUsage,
              "found '" + mode + "', expected one of train, label, dump, update");
}

}  // namespace

InputAndOutput SplitFiles(const std::vector<std::string>& files) {
  InputAndOutput split;
  if (files.size() > 2) {
    throw Error(ErrorKind::kUsage, "found '" + files[2] + "', expected one input and one output");
  }
  if (!files.empty()) split.input = files[0];
  if (files.size() > 1) split.output = files[1];
  return split;
}

}  // namespace sagitta::compat

int main(int argc, char** argv) {
  using namespace sagitta::compat;
  return RunGuarded(
      kProgram, [&] { Run(Words(argc, argv, 0)); },
      [] { return "run sagitta-wapiti -h for help"; });
}
