// The program sagitta-crf_learn: trains from CRF++ templates with the options of crf_learn.
#include <algorithm>
#include <cstdint>

#include "cli/guard.h"
#include "cli/output.h"
#include "compat/crfpp/learn_log.h"
#include "compat/shared/arguments.h"
#include "compat/shared/stopwatch.h"
#include "sagitta/error.h"

namespace sagitta::compat {
namespace {

constexpr char kProgram[] = "sagitta-crf_learn";

constexpr char kHelp[] =
    "Sagitta " SAGITTA_VERSION
    " with the options and output of crf_learn, of CRF++.\n\n"
    "Usage: sagitta-crf_learn [OPTIONS] TEMPLATE DATA MODEL\n"
    "       sagitta-crf_learn -C TEXT_MODEL MODEL\n\n"
    " -f, --freq=N              leave out attributes on fewer than N tokens (1)\n"
    " -c, --cost=X              C, the larger the closer to the data (1)\n"
    " -a, --algorithm=NAME      CRF or CRF-L2, CRF-L1, MIRA (CRF-L2)\n"
    " -m, --maxiter=N           passes at most (100000)\n"
    " -e, --eta=X               stop when three times in a row the objective changes by less than\n"
    "                           this part of it (0.0001)\n"
    " -t, --textmodel           write MODEL.txt too, which crf_learn -C takes\n"
    " -C, --convert             make a model of a text model\n"
    " -p, --thread=N            has no effect: one thread is used\n"
    " -H, --shrinking-size=N    has no effect\n"
    " -v, --version             the version\n"
    " -h, --help                this\n\n"
    "MODEL is Sagitta's; sagitta-crf_test, sagitta tag and sagitta convert read it.\n";

struct Run {
  CrfLearnOptions options;
  bool text_model = false;
  bool convert = false;
  bool help = false;
  bool version = false;
  std::vector<std::string> files;
};

std::string Upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return 'a' <= c && c <= 'z' ? c - 'a' + 'A' : c; });
  return text;
}

void SetAlgorithm(const std::string& option, const std::string& text, CrfLearnOptions& options) {
  const std::string name = Upper(text);
  const std::vector<std::string> names = {"CRF", "CRF-L2", "CRF-L1", "MIRA"};
  options.l1 = names[ParseChoice(option, name, names)] == "CRF-L1";
  if (name == "MIRA") Note(kProgram, "MIRA: a CRF-L2 is trained instead");
}

Run ParseRun(const std::vector<std::string>& words) {
  Run run;
  CrfLearnOptions& options = run.options;
  Arguments arguments(false);
  arguments.Value('f', "freq", ToCount(options.freq, 0));
  arguments.Value('m', "maxiter", ToCount(options.max_iterations, 1));
  arguments.Value('c', "cost", ToPositive(options.cost));
  arguments.Value('e', "eta", ToPositive(options.eta, true));
  arguments.Flag('C', "convert", run.convert);
  arguments.Flag('t', "textmodel", run.text_model);
  arguments.Value('a', "algorithm", [&](const std::string& option, const std::string& text) {
    SetAlgorithm(option, text, options);
  });
  arguments.Value('p', "thread", [](const std::string& option, const std::string& text) {
    if (ParseCount(option, text, 0) > 1) Note(kProgram, option + ": one thread is used");
  });
  arguments.Value('H', "shrinking-size", [&](const std::string& option, const std::string& text) {
    options.shrinking_size = static_cast<std::uint32_t>(ParseCount(option, text, 0, UINT32_MAX));
    Note(kProgram, option + " has no effect");
  });
  arguments.Flag('v', "version", run.version);
  arguments.Flag('h', "help", run.help);
  run.files = arguments.Parse(words);
  return run;
}

void Convert(const Run& run) {
  if (run.files.size() != 2) throw Error(ErrorKind::kUsage, "-C: wanted TEXT_MODEL and MODEL");
  Model::Load(run.files[0]).Save(run.files[1]);
  Note(kProgram, run.files[1] + " is a model of Sagitta, for sagitta-crf_test");
}

void Learn(const Run& run) {
  if (run.files.size() != 3) throw Error(ErrorKind::kUsage, "wanted TEMPLATE, DATA and MODEL");
  const std::string& model_path = run.files[2];
  CheckWritable(model_path);
  if (run.text_model) CheckWritable(model_path + ".txt");
  const TrainSettings settings = SettingsOf(run.options);
  Note(kProgram, std::string(run.options.l1 ? "CRF-L1" : "CRF-L2") + ": trained by " +
                     settings.method + ", which reaches the same optimum sooner");
  ReadOptions read;
  read.format = Format::kColumns;
  read.language = TemplateLanguage::kCrfpp;
  read.template_name = run.files[0];
  read.template_text = ReadTemplateFile(run.files[0], read.language);
  const Stopwatch watch;
  LogStream stream("-");
  LogHead(stream);
  const Corpus corpus = Corpus::Read({run.files[1]}, read);
  LogRead(stream, corpus.Size().sequences, watch.Seconds());
  CrfLearnLog log(stream, run.options);
  const Corpus sample = ErrorSample(corpus);
  const TrainResult result = Train(corpus, &sample, settings, &log);
  result.model.Save(model_path);
  if (run.text_model) result.model.Save(model_path + ".txt", ModelFormat::kCrfpp);
  stream.Write(DoneLine(watch.Seconds()));
  Note(kProgram, model_path + " is a model of Sagitta, for sagitta-crf_test" +
                     (run.text_model ? "; crf_learn -C makes one for crf_test of the text model"
                                     : "; with -t there is a text model too, for crf_learn -C"));
}

void Main(const std::vector<std::string>& words) {
  const Run run = ParseRun(words);
  if (run.help) return Show(kHelp);
  if (run.version) return Show("Sagitta " SAGITTA_VERSION "\n");
  ApplySimdTarget();
  run.convert ? Convert(run) : Learn(run);
}

}  // namespace
}  // namespace sagitta::compat

int main(int argc, char** argv) {
  using namespace sagitta::compat;
  return RunGuarded(
      kProgram, [&] { Main(Words(argc, argv, 0)); },
      [] { return "sagitta-crf_learn -h tells how it is used"; });
}
