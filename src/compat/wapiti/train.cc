// sagitta-wapiti train: from patterns and columns to a model that Wapiti can read.
#include "sagitta/train.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>

#include "cli/file_uses.h"
#include "cli/output.h"
#include "compat/shared/arguments.h"
#include "compat/shared/training.h"
#include "compat/wapiti/log.h"
#include "compat/wapiti/modes.h"
#include "sagitta/error.h"

namespace sagitta::compat {
namespace {

const std::vector<std::string>& Algorithms() {
  static const std::vector<std::string> names = {"l-bfgs", "sgd-l1", "bcd",
                                                 "rprop",  "rprop+", "rprop-"};
  return names;
}

struct Options {
  std::string algorithm = "l-bfgs";
  std::string pattern;
  std::string model;
  std::string devel;
  double rho1 = 0.5;
  double rho2 = 1e-4;
  std::uint32_t max_iterations = 0;  // 0: no limit
  std::uint32_t objective_window = 5;
  std::uint32_t stop_window = 5;
  bool stop_window_given = false;
  double stop_epsilon = 0.02;
  std::uint32_t threads = 0;  // 0: all cores
  InputAndOutput files;
};

/// Options that control how Wapiti's algorithms work, not what they compute.
void DeclareIneffective(Arguments& arguments) {
  const OptionSetter count = [](const std::string& option, const std::string& text) {
    ParseCount(option, text, 1, UINT32_MAX);
    Note(kProgram, option + " has no effect");
  };
  const OptionSetter real = [](const std::string& option, const std::string& text) {
    ParsePositive(option, text, true);
    Note(kProgram, option + " has no effect");
  };
  arguments.Value('j', "jobsize", count);
  for (const char* name : {"histsz", "maxls"}) arguments.Value(0, name, count);
  for (const char* name : {"eta0", "alpha", "kappa", "stpmin", "stpmax", "stpinc", "stpdec"}) {
    arguments.Value(0, name, real);
  }
  arguments.Action('s', "sparse", [] { Note(kProgram, "--sparse has no effect"); });
  arguments.Action(0, "clip", [] { Note(kProgram, "--clip has no effect"); });
  arguments.Action(0, "cutoff", [] { Note(kProgram, "--cutoff has no effect"); });
}

void DeclareRefused(Arguments& arguments) {
  const std::string states = "optimizer states are not kept; sagitta train has --checkpoint";
  arguments.RefuseFlag(0, "me", "maxent models are not trained, only crf");
  arguments.RefuseValue(0, "rstate", states);
  arguments.RefuseValue(0, "sstate", states);
}

void CheckType(const std::string& type) {
  if (type != "crf") {
    throw Error(ErrorKind::kUsage, "--type: found '" + type + "', expected crf, the only type");
  }
}

Options ParseOptions(const std::vector<std::string>& words) {
  Options options;
  std::string type = "crf";
  Arguments arguments(false);
  arguments.Text('a', "algo", options.algorithm);
  arguments.Text('T', "type", type);
  arguments.Text('p', "pattern", options.pattern);
  arguments.Text('m', "model", options.model);
  arguments.Text('d', "devel", options.devel);
  arguments.Value('1', "rho1", ToPositive(options.rho1, true));
  arguments.Value('2', "rho2", ToPositive(options.rho2, true));
  arguments.Value('i', "maxiter", ToCount(options.max_iterations, 0));
  arguments.Value('o', "objwin", ToCount(options.objective_window, 1));
  arguments.Value('w', "stopwin", [&](const std::string& option, const std::string& text) {
    ToCount(options.stop_window, 0)(option, text);
    options.stop_window_given = true;
  });
  arguments.Value('e', "stopeps", ToPositive(options.stop_epsilon, true));
  arguments.Value('t', "nthread", ToCount(options.threads, 1));
  // Our models never hold observations without weights.
  arguments.Action('c', "compact", [] {});
  DeclareIneffective(arguments);
  DeclareRefused(arguments);
  options.files = SplitFiles(arguments.Parse(words));
  if (type != "list") CheckType(type);
  if (options.algorithm != "list") ParseChoice("--algo", options.algorithm, Algorithms());
  if (type == "list") options.algorithm = "types";
  return options;
}

/// Besides Wapiti's own rule on the objective: training stops at a gradient that leaves nothing to
/// gain.
constexpr double kTolerance = 1e-5;

// The penalty is rho1 ||w||_1 + rho2/2 ||w||^2, added to the sum of the losses.
TrainSettings SettingsOf(const Options& options) {
  TrainSettings settings;
  settings.features = FeatureSet::kAll;
  settings.c1 = options.rho1;
  settings.c2 = std::max(options.rho2 / 2, kLeastC2);
  settings.passes = options.max_iterations > 0 ? options.max_iterations : INT32_MAX;
  settings.tolerance = std::min(kTolerance, options.stop_epsilon);
  settings.threads = options.threads;
  settings.trace_weights = true;
  settings.scale_values = ScaleValues::kOff;
  return settings;
}

/// How to read the data: from the patterns, or as the initial model does.
ReadOptions ReadSettings(const Options& options, const std::optional<Model>& from) {
  if (options.pattern.empty() && from) return from->read_options();
  ReadOptions read;
  read.format = Format::kObservations;
  if (options.pattern.empty()) return read;
  read.format = Format::kColumns;
  read.language = TemplateLanguage::kWapiti;
  read.template_name = options.pattern;
  read.template_text = ReadTemplateFile(options.pattern, read.language);
  return read;
}

void ShowList(const std::vector<std::string>& names) {
  Output output;
  for (const std::string& name : names) output.Write(name + "\n");
  output.Finish();
}

/// Tells the user where training differs from what the options say.
void Explain(const Options& options, const TrainSettings& settings) {
  Note(kProgram, options.algorithm + ": trained by " + MethodInUse(settings) +
                     ", which reaches the same optimum sooner");
  if (options.rho2 / 2 < kLeastC2) {
    Note(kProgram, "-2: 2e-8 is used, because training needs some L2 regularisation");
  }
}

/// The window of the rule on the error rate. Without development data the rule needs the errors on
/// all training data, as in Wapiti, which take time; so there is none unless it is asked for.
std::uint32_t ErrorWindow(const Options& options) {
  return options.devel.empty() && !options.stop_window_given ? 0 : options.stop_window;
}

// The model that training starts from may be replaced by the new one.
void CheckFiles(const Options& options) {
  FileUses uses;
  uses.Reads("DATA", options.files.input);
  uses.Reads("--pattern", options.pattern);
  uses.Reads("--devel", options.devel);
  uses.Writes("MODEL", options.files.output);
  uses.Check();
}

void Run(const Options& options) {
  CheckFiles(options);
  if (options.files.output != "-") CheckWritable(options.files.output);
  const TrainSettings settings = SettingsOf(options);
  Explain(options, settings);
  std::optional<Model> from;
  if (!options.model.empty()) {
    Say("* Load previous model");
    from = Model::Load(options.model);
  }
  if (!options.pattern.empty()) Say("* Load patterns");
  const ReadOptions read = ReadSettings(options, from);
  Say("* Load training data");
  Corpus corpus = Corpus::Read({options.files.input}, read);
  if (from) corpus = WithNamesOf(corpus, *from);
  SayLoaded(corpus.Size().sequences);
  std::optional<Corpus> devel;
  if (!options.devel.empty()) {
    Say("* Load development data");
    devel = corpus.ReadHeldOut({options.devel});
    SayLoaded(devel->Size().sequences);
  }
  Say(from ? "* Resync the model" : "* Initialize the model");
  ProgramObserver observer(kProgram);
  const std::uint32_t window = ErrorWindow(options);
  TrainLog log(options.algorithm, devel, {options.objective_window, options.stop_epsilon, 1},
               {window, options.stop_epsilon}, &observer);
  const Corpus scored = devel ? *devel : window > 0 ? corpus : ErrorSample(corpus);
  const TrainResult result =
      sagitta::Train(corpus, &scored, settings, &log, from ? &*from : nullptr);
  Say("* Save the model");
  result.model.Save(options.files.output, ModelFormat::kWapiti);
  Say("* Done");
}

}  // namespace

void Train(const std::vector<std::string>& words) {
  const Options options = ParseOptions(words);
  if (options.algorithm == "list") return ShowList(Algorithms());
  if (options.algorithm == "types") return ShowList({"crf"});
  Run(options);
}

}  // namespace sagitta::compat
