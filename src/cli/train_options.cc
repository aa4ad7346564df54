// The options of `sagitta train`, each described once.
#include "cli/train_options.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "cli/methods.h"
#include "cli/output.h"
#include "cli/setting_names.h"
#include "cli/values.h"
#include "sagitta/error.h"

namespace sagitta::cli {
namespace {

std::string Default(const std::string& value) { return " (default " + value + ")"; }

std::string Default(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return Default(std::string(text));
}

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// A:B:COUNT
OptionSetter ToLambdaPath(std::optional<LambdaPath>& target) {
  return [&target](const std::string& option, const std::string& text) {
    const std::size_t first = text.find(':');
    const std::size_t second = first == std::string::npos ? first : text.find(':', first + 1);
    if (second == std::string::npos) {
      throw Error(ErrorKind::kUsage,
                  option + ": found '" + text + "', wanted A:B:COUNT, for example 1:1e-5:10");
    }
    LambdaPath path;
    path.first = ParsePositive(option, text.substr(0, first));
    path.last = ParsePositive(option, text.substr(first + 1, second - first - 1));
    path.count = static_cast<std::uint32_t>(ParseCount(option, text.substr(second + 1), 1, 1000));
    target = path;
  };
}

}  // namespace

void TrainOptions::Declare(OptionList& options) {
  DeclareFiles(options);
  DeclareModel(options);
  DeclareConstraints(options);
  DeclarePath(options);
  DeclareTraining(options);
  DeclareMethods(options);
  options.Footer(
      "Without a template the input is attribute text, LABEL TAB ATTRIBUTE[:VALUE] TAB ..., with "
      "one\n"
      "it is columns, of which the last is the label; a token a line, an empty line after each\n"
      "sequence. CoNLL-U comes with --columns form,...,upos, of which the last is the label. The "
      "first\n"
      "Ctrl-C finishes the pass and saves the model, the second leaves at once.");
}

void TrainOptions::DeclareFiles(OptionList& options) {
  options.Arguments("FILE...", "labelled text, plain or gzip; - is standard input", SIZE_MAX,
                    files.train);
  options.Heading("Files");
  options.Text("-m,--model", "MODEL", "where to write the model (necessary)", files.model);
  DeclareInput(options);
  options.Text("--dev", "FILE", "labelled text to score after each pass", files.dev);
  options.Text("--from", "MODEL", "begin with the weights of this model, matched by name",
               files.from);
  options.Text("--log", "FILE", "write settings, passes and summary as JSON lines", log);
  options.Flag("-q,--quiet", "no header, table and summary", quiet);
}

void TrainOptions::DeclareInput(OptionList& options) {
  input_.Declare(options, files.template_file);
}

void TrainOptions::DeclareModel(OptionList& options) {
  options.Heading("Model");
  options.Value(
      "--features", "SET",
      "observed: weights for pairs of attribute and label that occur; all: for all pairs" +
          Default(Name(settings.features)),
      ToFeatureSet(settings.features));
  options.Value("--transitions", "SET",
                "the same for pairs of labels, or none (default all; none with a template that has "
                "no plain B line)",
                ToTransitions(settings.transitions));
  options.Value("--min-count", "N",
                "ignore attributes on fewer tokens" + Default(settings.min_count),
                ToCount(settings.min_count, 0));
  options.Value("--lambda", "X", "strength of the L2 regularisation (default 1/n)",
                ToPositive(settings.lambda));
  options.Value("--c2", "X", "the same in CRFsuite's units: lambda = 2 c2 / n",
                ToPositive(settings.c2));
  const TypedOption lambda1 = Lambda1Option(), c1 = C1Option();
  options.Value(
      lambda1.name, lambda1.placeholder,
      WithDefault(lambda1.help + "; methods " + Listed(Lambda1Methods()), lambda1.default_value),
      ToPositive(settings.lambda1, true));
  options.Value(c1.name, c1.placeholder, WithDefault(c1.help, c1.default_value),
                ToPositive(settings.c1, true));
}

void TrainOptions::DeclareConstraints(OptionList& options) {
  options.Value("--constraints", "NAME|FILE",
                "which labels may follow which: bio, iobes, observed (what the training data has), "
                "or a file with rules, a line each: 'forbid FROM TO' or 'allow FROM TO', where "
                "FROM may be START, TO may be END, * in a label stands for anything and later "
                "rules win. Labellings that are not allowed have probability 0, in training and in "
                "the model; training data with such labels is refused",
                ToConstraints(settings.constraints));
}

void TrainOptions::DeclarePath(OptionList& options) {
  options.Value("--lambda-path", "A:B:COUNT",
                "train for COUNT values of lambda from A to B, each warm-started from the one "
                "before; the best on --dev is kept, without it the last",
                ToLambdaPath(settings.lambda_path));
}

void TrainOptions::DeclareTraining(OptionList& options) {
  options.Heading("Training");
  options.Text("--method", "NAME", "see sagitta methods" + Default(settings.method),
               settings.method);
  options.Value("--passes", "N",
                "stop after so many passes over the data; 0: only compute the objective of the "
                "weights of --from" +
                    Default(settings.passes),
                ToPositive(settings.passes, true));
  options.Value(
      "--tolerance", "X",
      "stop when no entry of the gradient is larger, 0: never; training also ends where rounding "
      "hides all progress" +
          Default(settings.tolerance),
      ToPositive(settings.tolerance, true));
  options.Value(
      "--patience", "N",
      "with --dev: stop after N passes without a better score and keep the best; 0: never" +
          Default(settings.patience),
      ToCount(settings.patience, 0));
  DeclareSameness(options);
  options.Text("--checkpoint", "FILE", "keep the state of the training in this file",
               settings.checkpoint.file);
  options.Value(
      "--every", "N",
      "with --checkpoint: passes between two of them" + Default(settings.checkpoint.every),
      [this](const std::string& option, const std::string& text) {
        ToCount(settings.checkpoint.every, 1)(option, text);
        every_given_ = true;
      });
  options.Text(
      "--resume", "FILE",
      "go on from a checkpoint, with the same data and settings (--passes may differ); --log "
      "goes on too, from the checkpoint's pass",
      settings.checkpoint.resume);
  options.Flag("--trace-objective", "compute the exact objective after each pass, off the clock",
               settings.trace_objective);
}

void TrainOptions::DeclareSameness(OptionList& options) {
  options.Value("--seed", "N",
                "same seed, same model" + Default(static_cast<double>(settings.seed)),
                ToCount(settings.seed, 0));
  options.Value("--precision", "TYPE", "float or double" + Default(Name(settings.precision)),
                ToChoice<Precision>(settings.precision, {{"float", Precision::kFloat},
                                                         {"double", Precision::kDouble}}));
  options.Value(
      "--merge-twins", "on|off",
      "train attributes that always occur together as one; exact, but for adagrad and smd, which "
      "depend on it; off with an L1 term" +
          Default(settings.merge_twins ? "on" : "off"),
      ToChoice<bool>(settings.merge_twins, {{"on", true}, {"off", false}}));
}

void TrainOptions::DeclareMethods(OptionList& options) {
  for (const SharedMethodOption& shared : AllMethodOptions()) {
    const TypedOption& option = shared.option;
    options.Heading("Method " + Listed(shared.methods));
    const std::string help = WithDefault(option.help, shared.DefaultText());
    if (option.placeholder.empty()) {
      options.Flag(option.name, help, turned_off_[option.sets]);
      continue;
    }
    // The method itself knows which values make sense.
    options.Value(option.name, option.placeholder, help,
                  [this, name = option.sets](const std::string&, const std::string& text) {
                    settings.method_options[name] = text;
                  });
  }
}

void TrainOptions::Check() {
  for (const auto& [name, off] : turned_off_) {
    if (off) settings.method_options[name] = "off";
  }
  const auto refuse = [](const std::string& message) { throw Error(ErrorKind::kUsage, message); };
  CheckShared();
  RequireOption(files.model, "-m MODEL");
  if (settings.lambda_path && (settings.lambda || settings.c2)) {
    refuse("--lambda-path sets lambda: leave out --lambda and --c2");
  }
  if (settings.patience > 0 && files.dev.empty()) refuse("--patience needs --dev FILE");
  if (every_given_ && settings.checkpoint.file.empty()) refuse("--every needs --checkpoint FILE");
  CheckMethodOptions();
  CheckFiles();
  // Nobody should wait for hours to learn that the model has no place to go.
  CheckWritable(files.model);
  if (!log.empty() && log != "-") CheckWritable(log);
  if (!settings.checkpoint.file.empty()) CheckWritable(settings.checkpoint.file);
}

void TrainOptions::CheckFiles() const {
  const Checkpointing& checkpoint = settings.checkpoint;
  FileUses uses = Inputs();
  uses.Reads("--dev", files.dev);
  // A model may be trained further in its place.
  if (!SameFile(files.from, files.model)) uses.Reads("--from", files.from);
  // To go on in the same checkpoint is the normal use of both.
  if (!SameFile(checkpoint.resume, checkpoint.file)) uses.Reads("--resume", checkpoint.resume);
  uses.Writes("--model", files.model);
  uses.Writes("--checkpoint", checkpoint.file);
  uses.Writes("--log", log);
  uses.Check();
}

FileUses TrainOptions::Inputs() const {
  FileUses uses;
  uses.Reads("FILE", files.train);
  uses.Reads("--template", files.template_file);
  uses.Reads("--constraints", settings.constraints.rules_name);
  return uses;
}

void TrainOptions::CheckShared() const {
  const auto refuse = [](const std::string& message) { throw Error(ErrorKind::kUsage, message); };
  if (files.train.empty()) refuse("no FILE to train on; - is standard input");
  if (std::count(files.train.begin(), files.train.end(), "-") + (files.dev == "-") > 1) {
    refuse("standard input can be read only once");
  }
  if (settings.lambda && settings.c2) refuse("--lambda and --c2 are two names for one setting");
  if (settings.lambda1 > 0 && settings.c1)
    refuse("--lambda1 and --c1 are two names for one setting");
}

void TrainOptions::CheckMethodOptions() const {
  const MethodInfo& method = FindMethod(settings.method);
  for (const auto& [name, value] : settings.method_options) {
    const auto same = [&](const MethodOption& option) { return option.name == name; };
    if (std::none_of(method.options.begin(), method.options.end(), same)) {
      throw Error(ErrorKind::kUsage, "--" + name + " is no option of method " + method.name);
    }
  }
}

ReadOptions TrainOptions::ReadSettings() const { return input_.Resolve(files.template_file); }

}  // namespace sagitta::cli
