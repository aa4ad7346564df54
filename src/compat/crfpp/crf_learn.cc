// The program sagitta-crf_learn: trains from CRF++ templates with the options and the log of
// crf_learn.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <thread>

#include "cli/file_uses.h"
#include "cli/format.h"
#include "cli/guard.h"
#include "cli/output.h"
#include "compat/shared/arguments.h"
#include "compat/shared/training.h"
#include "sagitta/compat.h"
#include "sagitta/error.h"
#include "sagitta/version.h"

namespace sagitta::compat {
namespace {

constexpr char kProgram[] = "sagitta-crf_learn";

constexpr char kHelp[] =
    "Sagitta " SAGITTA_VERSION
    " with the options and output of crf_learn, of CRF++.\n\n"
    "Usage: sagitta-crf_learn [OPTIONS] TEMPLATE DATA MODEL\n"
    "       sagitta-crf_learn -C TEXT_MODEL MODEL\n\n"
    " -f, --freq=N              leave out attributes on fewer than N tokens (1)\n"
    " -c, --cost=X              C: the larger, the closer the fit to the data (1)\n"
    " -a, --algorithm=NAME      CRF or CRF-L2, CRF-L1, MIRA (CRF-L2)\n"
    " -m, --maxiter=N           maximum number of passes (100000)\n"
    " -e, --eta=X               stop when the relative change of the objective is below X three\n"
    "                           times in a row (0.0001)\n"
    " -t, --textmodel           also write MODEL.txt, which crf_learn -C reads\n"
    " -C, --convert             convert a text model\n"
    " -p, --thread=N            the number of threads; the result is the same (all cores)\n"
    " -H, --shrinking-size=N    has no effect\n"
    " -v, --version             print the version\n"
    " -h, --help                print this help\n\n"
    "MODEL is in Sagitta's format; sagitta-crf_test, sagitta tag and sagitta convert read it.\n";

struct LearnOptions {
  std::uint32_t freq = 1;
  std::uint32_t max_iterations = 100000;
  std::uint32_t threads = 0;  // 0: all cores
  double cost = 1;
  double eta = 1e-4;
  bool l1 = false;  // CRF-L1 instead of CRF-L2
  std::uint32_t shrinking_size = 20;
};

struct Run {
  LearnOptions options;
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

void SetAlgorithm(const std::string& option, const std::string& text, LearnOptions& options) {
  const std::string name = Upper(text);
  const std::vector<std::string> names = {"CRF", "CRF-L2", "CRF-L1", "MIRA"};
  options.l1 = names[ParseChoice(option, name, names)] == "CRF-L1";
  if (name == "MIRA") Note(kProgram, "MIRA: a CRF-L2 is trained instead");
}

Run ParseRun(const std::vector<std::string>& words) {
  Run run;
  LearnOptions& options = run.options;
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
  arguments.Value('p', "thread", ToCount(options.threads, 0));
  arguments.Value('H', "shrinking-size", [&](const std::string& option, const std::string& text) {
    options.shrinking_size = static_cast<std::uint32_t>(ParseCount(option, text, 0, UINT32_MAX));
    Note(kProgram, option + " has no effect");
  });
  arguments.Flag('v', "version", run.version);
  arguments.Flag('h', "help", run.help);
  run.files = arguments.Parse(words);
  return run;
}

/// Besides crf_learn's own rule on the objective: training stops at a gradient that leaves nothing
/// to gain.
constexpr double kToleranceOfEta = 0.1;

// The penalty is ||w||^2 / (2 C) or ||w||_1 / C, added to the sum of the losses.
TrainSettings SettingsOf(const LearnOptions& options) {
  TrainSettings settings;
  settings.features = FeatureSet::kAll;
  settings.min_count = std::max(options.freq, 1u);
  settings.c2 = options.l1 ? kLeastC2 : 0.5 / options.cost;
  if (options.l1) settings.c1 = 1 / options.cost;
  settings.passes = options.max_iterations;
  settings.tolerance = kToleranceOfEta * options.eta;
  settings.threads = options.threads;
  settings.trace_weights = options.l1;
  settings.scale_values = ScaleValues::kOff;
  return settings;
}

std::string DoneLine(double seconds) { return Print("Done!%.2f s\n\n", seconds); }

void LogRead(LogStream& stream, std::uint64_t sentences, double seconds) {
  std::string text;
  for (std::uint64_t count = 100; count <= sentences; count += 100) {
    text += std::to_string(count) + ".. ";
  }
  stream.Write(text + "\n" + DoneLine(seconds));
}

/// The log of a training. The error rates are those on the dev corpus.
class LearnLog final : public IterationObserver {
 public:
  /// All of these must outlive it.
  LearnLog(LogStream& stream, const LearnOptions& options, TrainObserver* next)
      : IterationObserver({1, options.eta, 3}, next), stream_(stream), options_(options) {}

 private:
  void Begin(const TrainStart& start) override {
    features_ = start.weights;
    const auto count = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    stream_.Write(Print("Number of sentences: %llu\nNumber of features:  %llu\n",
                        count(start.corpus.sequences), count(features_)));
    const std::uint32_t cores = std::max(std::thread::hardware_concurrency(), 1u);
    const std::uint32_t threads = options_.threads > 0 ? options_.threads : cores;
    stream_.Write(
        Print("Number of thread(s): %u\nFreq:                %u\n", threads, options_.freq));
    stream_.Write(Print("eta:                 %.5f\nC:                   %.5f\n", options_.eta,
                        options_.cost));
    stream_.Write(Print("shrinking size:      %u\n", options_.shrinking_size));
  }

  void Report(const Iteration& iteration) override {
    const Evaluation scores = iteration.scores.value_or(Evaluation());
    const bool first = iteration.number == 1;
    const double change = first ? 1 : std::abs(last_loss_ - iteration.loss) / last_loss_;
    last_loss_ = iteration.loss;
    stream_.Write(
        Print("iter=%llu terr=%.5f serr=%.5f act=%llu obj=%.5f diff=%.5f\n",
              static_cast<unsigned long long>(iteration.number - 1), 1 - scores.TokenAccuracy(),
              1 - scores.SequenceAccuracy(),
              static_cast<unsigned long long>(iteration.record.active_weights.value_or(features_)),
              iteration.loss, change));
  }

  void End(const TrainSummary&) override { stream_.Write("\n"); }

  LogStream& stream_;
  const LearnOptions& options_;
  std::uint64_t features_ = 0;
  double last_loss_ = 0;
};

void Convert(const Run& run) {
  if (run.files.size() != 2) throw Error(ErrorKind::kUsage, "-C: expected TEXT_MODEL and MODEL");
  FileUses uses;
  uses.Reads("TEXT_MODEL", run.files[0]);
  uses.Writes("MODEL", run.files[1]);
  uses.Check();
  Model::Load(run.files[0]).Save(run.files[1]);
  Note(kProgram, run.files[1] + " is a model in Sagitta's format, for sagitta-crf_test");
}

void CheckLearnFiles(const Run& run) {
  FileUses uses;
  uses.Reads("TEMPLATE", run.files[0]);
  uses.Reads("DATA", run.files[1]);
  uses.Writes("MODEL", run.files[2]);
  CheckWritable(run.files[2]);
  if (run.text_model) {
    uses.Writes("--textmodel", run.files[2] + ".txt");
    CheckWritable(run.files[2] + ".txt");
  }
  uses.Check();
}

void Learn(const Run& run) {
  if (run.files.size() != 3) throw Error(ErrorKind::kUsage, "expected TEMPLATE, DATA and MODEL");
  const std::string& model_path = run.files[2];
  CheckLearnFiles(run);
  const TrainSettings settings = SettingsOf(run.options);
  Note(kProgram, std::string(run.options.l1 ? "CRF-L1" : "CRF-L2") + ": trained by " +
                     MethodInUse(settings) + ", which reaches the same optimum sooner");
  ReadOptions read;
  read.format = Format::kColumns;
  read.language = TemplateLanguage::kCrfpp;
  read.template_name = run.files[0];
  read.template_text = ReadTemplateFile(run.files[0], read.language);
  const Stopwatch watch;
  LogStream stream("-");
  stream.Write("Sagitta " SAGITTA_VERSION ", in the manner of CRF++\n\nreading training data: ");
  const Corpus corpus = Corpus::Read({run.files[1]}, read);
  LogRead(stream, corpus.Size().sequences, watch.Seconds());
  ProgramObserver observer(kProgram);
  LearnLog log(stream, run.options, &observer);
  const Corpus sample = ErrorSample(corpus);
  const TrainResult result = Train(corpus, &sample, settings, &log);
  result.model.Save(model_path);
  if (run.text_model) result.model.Save(model_path + ".txt", ModelFormat::kCrfpp);
  stream.Write(DoneLine(watch.Seconds()));
  Note(kProgram, model_path + " is a model in Sagitta's format, for sagitta-crf_test" +
                     (run.text_model ? "; crf_learn -C converts the text model for crf_test"
                                     : "; -t also writes a text model, for crf_learn -C"));
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
      [] { return "run sagitta-crf_learn -h for help"; });
}
