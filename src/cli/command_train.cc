// sagitta train: trains a model.
#include <cstdio>
#include <optional>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/run_log.h"
#include "cli/train_arguments.h"
#include "sagitta/train.h"

namespace sagitta::cli {
namespace {

/// Shows, logs and interrupts a training run.
class TrainWatcher final : public TrainObserver {
 public:
  TrainWatcher(const RunLog::Files& files, RunLog& log, bool quiet) : files_(files), log_(log) {
    if (!quiet) progress_.emplace();
  }

  void OnFold(const Fold& fold) override {
    if (!interrupt_) interrupt_.emplace();
    if (progress_) progress_->FoldStart(fold);
    log_.FoldStart(fold);
  }
  void OnFoldPass(const Fold&, const PassRecord& record) override {
    if (progress_) progress_->FoldRow(record);
  }
  void OnFoldPoint(const Fold& fold, const PathPoint& point) override {
    if (progress_) progress_->Point(point);
    log_.FoldPoint(fold, point);
  }
  void OnStart(const TrainStart& start) override {
    // Until here there is nothing to save, and Ctrl-C simply ends the program.
    if (!interrupt_) interrupt_.emplace();
    if (start.bad_sequences.sequences > 0) Remark("note: " + start.bad_sequences.Text());
    WarnOfLargeValues(start);
    if (progress_) progress_->Header(start, files_);
    log_.Start(start, files_);
  }
  void OnPass(const PassRecord& record) override {
    if (progress_) progress_->Row(record);
    log_.Pass(record);
  }
  void OnPathPoint(const PathPoint& point) override {
    if (progress_) progress_->Point(point);
    log_.Point(point);
  }
  void OnEnd(const TrainSummary& summary) override {
    if (progress_) progress_->Summary(summary);
    log_.End(summary);
    warning_ = summary.Warning();
  }
  bool ShouldStop() override { return interrupt_ && interrupt_->requested(); }

  /// Call this when the model is on disk.
  void Saved(std::uint64_t weights) {
    if (progress_) progress_->Saved(files_.model, weights);
    if (!warning_.empty()) Remark("warning: " + warning_);
  }

 private:
  // Also if quiet: either the result may be useless, or the objective is, without a request, not
  // that of the values as they are. If not quiet, the header says the latter.
  void WarnOfLargeValues(const TrainStart& start) {
    if (start.large_values.attributes == 0) return;
    const std::string text = start.large_values.Text();
    if (start.settings.scale_values == ScaleValues::kOff) {
      Remark("warning: " + text +
             "; training may fail to converge; divide the values, or use --scale-values auto");
    } else if (!progress_ && start.settings.scale_values == ScaleValues::kAuto) {
      Remark("note: scaled " + text + "; see --scale-values");
    }
  }
  static void Remark(const std::string& text) {
    std::fprintf(stderr, "sagitta: %s\n", text.c_str());
  }

  const RunLog::Files& files_;
  RunLog& log_;
  std::string warning_;
  std::optional<Progress> progress_;    // none if quiet
  std::optional<Interrupt> interrupt_;  // none before the start
};

class TrainCommand final : public Command {
 public:
  std::string name() const override { return "train"; }
  std::string summary() const override { return "Train a model on labelled text"; }
  std::string usage() const override { return "train [OPTIONS] FILE... -m MODEL"; }
  void Declare(OptionList& options) override { arguments_.Declare(options); }
  std::vector<std::string> essential() const override { return TrainArguments::Essential(); }

  void Run() override {
    arguments_.Check();
    const RunLog::Files& files = arguments_.files;
    std::optional<Model> from;
    if (!files.from.empty()) from = Model::Load(files.from);
    Corpus corpus = Corpus::Read(files.train, arguments_.ReadSettings(from));
    arguments_.CheckData(corpus);
    if (from && !arguments_.settings.forget) corpus = WithNamesOf(corpus, *from);
    std::optional<Corpus> dev;
    if (!files.dev.empty()) dev = corpus.ReadHeldOut({files.dev});
    // Opened only now: invalid data should not empty the log of an earlier run.
    RunLog log(arguments_.log, !arguments_.settings.checkpoint.resume.empty());
    TrainWatcher watcher(files, log, arguments_.quiet);
    const TrainResult result = Train(corpus, dev ? &*dev : nullptr, arguments_.settings, &watcher,
                                     from ? &*from : nullptr);
    result.model.Save(files.model);
    watcher.Saved(result.model.weight_count());
    log.Finish();
  }

 private:
  TrainArguments arguments_;
};

}  // namespace

std::unique_ptr<Command> MakeTrainCommand() { return std::make_unique<TrainCommand>(); }

}  // namespace sagitta::cli
