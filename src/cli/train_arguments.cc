// The arguments of `sagitta train`: files, and the options of the library's tables.
#include "cli/train_arguments.h"

#include <algorithm>
#include <cstdint>

#include "cli/catalog.h"
#include "cli/output.h"
#include "cli/output_name.h"
#include "sagitta/error.h"
#include "sagitta/methods.h"

namespace sagitta::cli {
namespace {

/// The names of methods for a heading: five or more in a row, in the order of `sagitta methods`,
/// are given as "FIRST to LAST".
std::string MethodNames(const std::vector<std::string>& methods) {
  constexpr std::size_t kRow = 5;
  const std::vector<MethodInfo>& all = Methods();
  std::vector<std::string> names;
  for (std::size_t k = 0; k < methods.size();) {
    auto at = std::find_if(all.begin(), all.end(),
                           [&](const MethodInfo& info) { return info.name == methods[k]; });
    std::size_t end = k;
    while (end < methods.size() && at != all.end() && at->name == methods[end]) ++end, ++at;
    if (end - k >= kRow) {
      names.push_back(methods[k] + " to " + methods[end - 1]);
    } else {
      names.insert(names.end(), methods.begin() + static_cast<std::ptrdiff_t>(k),
                   methods.begin() + static_cast<std::ptrdiff_t>(end));
    }
    k = end;
  }
  return Listed(names);
}

}  // namespace

void DeclareSettings(OptionList& options, TrainSettings& settings,
                     const std::function<bool(const TrainOption&)>& choose) {
  for (const TrainOption& option : TrainOptions()) {
    if (!choose(option)) continue;
    options.Heading(option.group);
    const std::string name = "--" + option.name;
    if (IsFlag(option)) {
      options.Flag(name, option.help, [&] { option.set(settings, "on"); });
    } else {
      options.Value(
          name, option.placeholder, WithDefault(option.help, option.default_value),
          [&](const std::string&, const std::string& text) { option.set(settings, text); });
    }
  }
}

void TrainArguments::Declare(OptionList& options) {
  DeclareFiles(options);
  DeclareSettings(options, settings, [](const TrainOption&) { return true; });
  DeclareMethods(options);
  options.Footer(
      "Without a preset or a template the input is attribute text,\n"
      "LABEL TAB ATTRIBUTE[:VALUE] TAB ...; with one it is columns, of which the last is the\n"
      "label. There is one token per line and an empty line after each sequence. CoNLL-U is read\n"
      "with --columns form,...,upos, of which the last is the label. The first Ctrl-C or SIGTERM\n"
      "stops training and saves the model, the second exits at once.\n\n"
      "\"sagitta train --help-all\" explains all options, \"sagitta help METHOD\" those of a "
      "method.");
}

std::vector<std::string> TrainArguments::Essential() {
  return {"--model",  "--preset",  "--template", "--format",    "--dev",
          "--lambda", "--lambda1", "--features", "--min-count", "--constraints",
          "--method", "--passes",  "--threads",  "--from",      "--quiet"};
}

void TrainArguments::DeclareFiles(OptionList& options) {
  options.Arguments("FILE...", "labelled text, plain or gzip; - is standard input", SIZE_MAX,
                    files.train);
  options.Heading("Files");
  options.Text("-m,--model", "MODEL", "where to write the model (required)", files.model);
  DeclareInput(options);
  options.Text("--dev", "FILE", "labelled text to score after each pass", files.dev);
  options.Text(
      "--from", "MODEL",
      "continue with this model: start with its weights, matched by name, and keep its "
      "labels and attributes; without --preset, --template, --format and --columns the files are "
      "read as this model's",
      files.from);
  options.Text("--log", "FILE",
               "write settings, passes and summary as JSON lines; with --resume the log is "
               "continued from the checkpoint's pass",
               log);
  options.Flag("-q,--quiet", "print no header, table or summary", quiet);
}

void TrainArguments::DeclareInput(OptionList& options) {
  input_.Declare(options, files.template_file);
  input_.DeclareForce(options);
}

void TrainArguments::DeclareMethods(OptionList& options) {
  for (const SharedMethodOption& shared : AllMethodOptions()) {
    const TypedOption& option = shared.option;
    options.Heading("Method " + MethodNames(shared.methods));
    const std::string help = WithDefault(option.help, shared.DefaultText());
    const std::string name = option.sets;
    if (option.placeholder.empty()) {
      options.Flag(option.name, help, [this, name] { settings.method_options[name] = "off"; });
    } else {
      // The method itself checks the value.
      options.Value(option.name, option.placeholder, help,
                    [this, name](const std::string&, const std::string& text) {
                      settings.method_options[name] = text;
                    });
    }
  }
}

void TrainArguments::Check() const {
  CheckFiles();
  RequireOption(files.model, "-m MODEL");
  CheckTrainSettings(settings, !files.dev.empty(), !files.from.empty());
  CheckFileUses();
  CheckOutputName("--model", files.model, {},
                  "train writes Sagitta's format, and sagitta convert makes others of it");
  CheckOutputName("--log", log, {".jsonl", ".json"}, "logs are JSON lines");
  CheckOutputName("--checkpoint", settings.checkpoint.file, {}, "checkpoints are binary");
  // Check before the work, not after it.
  CheckWritable(files.model);
  if (!log.empty() && log != "-") CheckWritable(log);
  if (!settings.checkpoint.file.empty()) CheckWritable(settings.checkpoint.file);
}

void TrainArguments::CheckFiles() const {
  const auto refuse = [](const std::string& message) { throw Error(ErrorKind::kUsage, message); };
  if (files.train.empty()) refuse("no FILE to train on; - is standard input");
  if (std::count(files.train.begin(), files.train.end(), "-") + (files.dev == "-") > 1) {
    refuse("standard input can be read only once");
  }
}

void TrainArguments::CheckFileUses() const {
  const Checkpointing& checkpoint = settings.checkpoint;
  FileUses uses = Inputs();
  uses.Reads("--dev", files.dev);
  // A model may be trained further and replaced.
  if (!SameFile(files.from, files.model)) uses.Reads("--from", files.from);
  // Continuing in the same checkpoint file is the normal use of both.
  if (!SameFile(checkpoint.resume, checkpoint.file)) uses.Reads("--resume", checkpoint.resume);
  uses.Writes("--model", files.model);
  uses.Writes("--checkpoint", checkpoint.file);
  uses.Writes("--log", log);
  uses.Check();
}

FileUses TrainArguments::Inputs() const {
  FileUses uses;
  uses.Reads("FILE", files.train);
  uses.Reads("--template", files.template_file);
  uses.Reads("--constraints", settings.constraints.rules_name);
  return uses;
}

ReadOptions TrainArguments::ReadSettings(const std::optional<Model>& from) const {
  const bool as_from = from && files.template_file.empty() && input_.empty();
  ReadOptions read =
      as_from ? from->read_options() : input_.Resolve(files.template_file, files.train);
  read.threads = settings.threads;
  return read;
}

}  // namespace sagitta::cli
