// sagitta train: from text to a model.
#include <algorithm>
#include <cstdint>
#include <optional>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/methods.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/run_log.h"
#include "cli/setting_names.h"
#include "cli/values.h"
#include "sagitta/error.h"
#include "sagitta/train.h"

namespace sagitta::cli {
namespace {

/// Shows, logs and interrupts a training.
class TrainWatcher final : public TrainObserver {
 public:
  TrainWatcher(const RunLog::Files& files, RunLog& log, bool quiet) : files_(files), log_(log) {
    if (!quiet) progress_.emplace();
  }

  void OnStart(const TrainStart& start) override {
    // Until here there is nothing worth saving, and Ctrl-C simply ends the program.
    interrupt_.emplace();
    if (progress_) progress_->Header(start, files_);
    log_.Start(start, files_);
  }
  void OnPass(const PassRecord& record) override {
    if (progress_) progress_->Row(record);
    log_.Pass(record);
  }
  void OnEnd(const TrainSummary& summary) override {
    if (progress_) progress_->Summary(summary);
    log_.End(summary);
  }
  bool ShouldStop() override { return interrupt_ && interrupt_->requested(); }

  void Saved(std::uint64_t weights) {
    if (progress_) progress_->Saved(files_.model, weights);
  }

 private:
  const RunLog::Files& files_;
  RunLog& log_;
  std::optional<Progress> progress_;
  std::optional<Interrupt> interrupt_;
};

class TrainCommand final : public Command {
 public:
  std::string name() const override { return "train"; }
  std::string summary() const override { return "Train a model on labelled text"; }
  std::string usage() const override { return "train [OPTIONS] FILE... -m MODEL"; }

  void Declare(OptionList& options) override {
    DeclareFiles(options);
    DeclareModel(options);
    DeclareTraining(options);
    DeclareMethods(options);
    options.Footer(
        "Without a template the input is attribute text: LABEL TAB ATTRIBUTE[:VALUE] TAB ..., one "
        "token "
        "a\nline, an empty line after each sequence. With one it is columns, of which the last is "
        "the "
        "label.\nThe first Ctrl-C finishes the pass and saves the model, the second one leaves at "
        "once.");
  }

  void Run() override {
    Check();
    const Corpus corpus = Corpus::Read(files_.train, ReadSettings());
    std::optional<Corpus> dev;
    if (!files_.dev.empty()) dev = corpus.ReadAlike({files_.dev});
    RunLog log(log_);
    TrainWatcher watcher(files_, log, quiet_);
    const TrainResult result = Train(corpus, dev ? &*dev : nullptr, settings_, &watcher);
    result.model.Save(files_.model);
    watcher.Saved(result.model.weight_count());
    log.Finish();
  }

 private:
  void DeclareFiles(OptionList& options) {
    options.Arguments("FILE...", "labelled text, plain or gzip; - is standard input", SIZE_MAX,
                      files_.train);
    options.Heading("Files");
    options.Text("-m,--model", "MODEL", "where to write the model (necessary)", files_.model);
    options.Text("-t,--template", "FILE", "CRF++ template; the input is then columns",
                 files_.template_file);
    options.Text("--dev", "FILE", "labelled text to score after each pass", files_.dev);
    options.Text("--log", "FILE", "write settings, passes and summary as JSON lines", log_);
    options.Flag("-q,--quiet", "no header, table and summary", quiet_);
  }

  void DeclareModel(OptionList& options) {
    const auto set_feature_set = [](FeatureSet& target) {
      return [&target](const std::string& option, const std::string& text) {
        const bool all = ParseChoice(option, text, {"observed", "all"}) == 1;
        target = all ? FeatureSet::kAll : FeatureSet::kObserved;
      };
    };
    options.Heading("Model");
    options.Value(
        "--features", "SET",
        "observed: weights for pairs of attribute and label that occur; all: for all pairs "
        "(default observed)",
        set_feature_set(settings_.features));
    options.Value("--transitions", "SET", "the same for pairs of labels (default all)",
                  set_feature_set(settings_.transitions));
    options.Value("--min-count", "N", "ignore attributes on fewer tokens (default 1)",
                  [this](const std::string& option, const std::string& text) {
                    settings_.min_count =
                        static_cast<std::uint32_t>(ParseCount(option, text, 0, UINT32_MAX));
                  });
    options.Value("--lambda", "X", "strength of the L2 regularisation (default 1/n)",
                  [this](const std::string& option, const std::string& text) {
                    settings_.lambda = ParsePositive(option, text);
                  });
    options.Value("--c2", "X", "the same in CRFsuite's units: lambda = 2 c2 / n",
                  [this](const std::string& option, const std::string& text) {
                    settings_.c2 = ParsePositive(option, text);
                  });
  }

  void DeclareTraining(OptionList& options) {
    options.Heading("Training");
    options.Text("--method", "NAME", "see sagitta methods (default " + settings_.method + ")",
                 settings_.method);
    options.Value("--passes", "N", "stop after so many passes over the data (default 100)",
                  [this](const std::string& option, const std::string& text) {
                    settings_.passes = ParsePositive(option, text);
                  });
    options.Value("--tolerance", "X",
                  "stop when no entry of the gradient is larger (default 1e-5; 0: never)",
                  [this](const std::string& option, const std::string& text) {
                    settings_.tolerance = ParsePositive(option, text, true);
                  });
    options.Value(
        "--patience", "N",
        "with --dev: stop after N passes without a better score, keep the best (default 0: "
        "never)",
        [this](const std::string& option, const std::string& text) {
          settings_.patience = static_cast<std::uint32_t>(ParseCount(option, text, 0, UINT32_MAX));
        });
    options.Value("--seed", "N", "same seed, same model (default 1)",
                  [this](const std::string& option, const std::string& text) {
                    settings_.seed = ParseCount(option, text, 0);
                  });
    options.Value("--precision", "TYPE",
                  "float or double (default " + Name(settings_.precision) + ")",
                  [this](const std::string& option, const std::string& text) {
                    const bool is_double = ParseChoice(option, text, {"float", "double"}) == 1;
                    settings_.precision = is_double ? Precision::kDouble : Precision::kFloat;
                  });
    options.Value("--merge-twins", "on|off",
                  "train attributes that always occur together as one; exact (default on)",
                  [this](const std::string& option, const std::string& text) {
                    settings_.merge_twins = ParseChoice(option, text, {"off", "on"}) == 1;
                  });
    options.Flag("--trace-objective", "compute the exact objective after each pass, off the clock",
                 settings_.trace_objective);
  }

  void DeclareMethods(OptionList& options) {
    for (const SharedMethodOption& shared : AllMethodOptions()) {
      std::string methods;
      for (const std::string& method : shared.methods)
        methods += (methods.empty() ? "" : ", ") + method;
      options.Heading("Method " + methods);
      options.Value("--" + shared.option.name, "VALUE",
                    shared.option.help + " (default " + shared.option.default_value + ")",
                    [this, name = shared.option.name](const std::string&, const std::string& text) {
                      settings_.method_options[name] = text;
                    });
    }
  }

  /// Everything that can be told without reading the data.
  void Check() const {
    const auto refuse = [](const std::string& message) { throw Error(ErrorKind::kUsage, message); };
    if (files_.train.empty()) refuse("no FILE to train on; - is standard input");
    RequireOption(files_.model, "-m MODEL");
    if (std::count(files_.train.begin(), files_.train.end(), "-") + (files_.dev == "-") > 1) {
      refuse("standard input can be read only once");
    }
    if (settings_.lambda && settings_.c2) refuse("--lambda and --c2 are two names for one setting");
    if (settings_.patience > 0 && files_.dev.empty()) refuse("--patience needs --dev FILE");
    CheckMethodOptions();
    CheckWritable(files_.model);
    if (!log_.empty() && log_ != "-") CheckWritable(log_);
  }

  void CheckMethodOptions() const {
    const MethodInfo& method = FindMethod(settings_.method);
    for (const auto& [name, value] : settings_.method_options) {
      const auto same = [&](const MethodOption& option) { return option.name == name; };
      if (std::none_of(method.options.begin(), method.options.end(), same)) {
        throw Error(ErrorKind::kUsage, "--" + name + " is no option of method " + method.name);
      }
    }
  }

  ReadOptions ReadSettings() const {
    ReadOptions read;
    if (files_.template_file.empty()) return read;
    read.template_text = ReadTemplateFile(files_.template_file);
    read.template_name = files_.template_file;
    read.format = Format::kColumns;
    return read;
  }

  TrainSettings settings_;
  RunLog::Files files_;
  std::string log_;
  bool quiet_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeTrainCommand() { return std::make_unique<TrainCommand>(); }

}  // namespace sagitta::cli
