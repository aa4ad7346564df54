// sagitta compare: compares training methods on one task.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "cli/browser.h"
#include "cli/catalog.h"
#include "cli/command.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/train_arguments.h"
#include "sagitta/compare.h"
#include "sagitta/error.h"
#include "sagitta/report.h"

namespace sagitta::cli {
namespace {

/// A,B,...; the names are checked here, where the most similar one can be suggested.
OptionSetter ToMethods(std::vector<std::string>& target) {
  return [&target](const std::string& option, const std::string& text) {
    target.clear();
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const std::string name = text.substr(begin, end - begin);
      if (name.empty()) {
        throw Error(ErrorKind::kUsage, option + ": found '" + text +
                                           "', expected all or a list of " +
                                           "methods separated by commas");
      }
      if (name != "all") FindMethod(name.substr(0, name.find(':')));
      target.push_back(name);
      begin = end + 1;
    }
  };
}

/// Prints a line for every completed run; on a terminal also a line for the current runs, updated
/// after each pass. From the first pass on, Ctrl-C ends the comparison cleanly.
class ComparisonProgress final : public CompareObserver {
 public:
  explicit ComparisonProgress(bool quiet);

  void OnOptimum(const Optimum& optimum) override;
  void OnProgress(const CompareProgress& progress) override;
  void OnRun(const RunRecord& run) override;
  void OnSkipped(const SkippedMethod& skipped) override;
  bool ShouldStop() override { return interrupt_ && interrupt_->requested(); }

 private:
  void Line(const std::string& text);

  bool quiet_;
  bool terminal_;
  bool row_open_ = false;  // the cursor is at the end of the line for the current runs
  double optimum_ = 0;
  CompareProgress last_;
  std::optional<Interrupt> interrupt_;  // none before the first pass
};

ComparisonProgress::ComparisonProgress(bool quiet)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

void ComparisonProgress::Line(const std::string& text) {
  if (row_open_) std::fputs("\r\033[K", stderr);
  row_open_ = false;
  std::fprintf(stderr, "%s\n", text.c_str());
}

void ComparisonProgress::OnOptimum(const Optimum& optimum) {
  optimum_ = optimum.Objective();
  if (optimum.given) return;
  const std::string methods = optimum.runs[0].method + " and " + optimum.runs[1].method;
  if (!optimum.Agrees()) {
    Line(Print("warning: %s differ, relative difference %.1e: smaller gaps are not meaningful",
               methods.c_str(), optimum.RelativeDifference()));
  }
  if (!quiet_) Line(Print("optimum %.12g by %s", optimum_, methods.c_str()));
}

void ComparisonProgress::OnProgress(const CompareProgress& progress) {
  if (!interrupt_) interrupt_.emplace();
  last_ = progress;
  if (quiet_ || !terminal_) return;
  std::fprintf(stderr, "\r[%zu of %zu] %s, pass %.0f of %.0f, %s, left %s\033[K",
               progress.runs_done, progress.runs_planned, progress.run.c_str(), progress.pass,
               progress.passes, Duration(progress.seconds).c_str(),
               Duration(progress.seconds_left).c_str());
  std::fflush(stderr);
  row_open_ = true;
}

void ComparisonProgress::OnRun(const RunRecord& run) {
  if (quiet_) return;
  const std::string eta = run.eta ? Print(", eta %g", *run.eta) : "";
  const std::string outcome =
      run.Diverged() ? "diverged" : Print("gap %.2e", (run.FinalObjective() - optimum_) / optimum_);
  Line(Print("[%zu of %zu] %s%s: %s after %.1f passes, %s; left %s", last_.runs_done + 1,
             last_.runs_planned, run.name.c_str(), eta.c_str(), outcome.c_str(),
             run.curve.pass.back(), Duration(run.curve.seconds.back()).c_str(),
             Duration(last_.seconds_left).c_str()));
}

void ComparisonProgress::OnSkipped(const SkippedMethod& skipped) {
  Line("warning: " + skipped.name + " was skipped: " + skipped.reason);
}

class CompareCommand final : public Command {
 public:
  std::string name() const override { return "compare"; }
  std::string summary() const override { return "Compare training methods on one task"; }
  std::string usage() const override { return "compare [OPTIONS] FILE... --out DIR"; }

  void Declare(OptionList& options) override {
    options.Arguments("FILE...", "labelled text, plain or gzip; - is standard input", SIZE_MAX,
                      shared_.files.train);
    options.Heading("Files");
    options.Text("-o,--out", "DIR", "where to keep the results (required)", settings_.directory);
    shared_.DeclareInput(options);
    options.Text("--test", "FILE", "labelled text to score after each pass", shared_.files.dev);
    options.Flag("--png", "also write each figure of the report as an image (requires Chromium)",
                 png_);
    options.Flag("-q,--quiet", "print no progress", shared_.quiet);
    options.Heading("Comparison");
    options.Value("--methods", "LIST",
                  "all, or names separated by commas; a name can have options, as in "
                  "oeg:start=10 (default all)",
                  ToMethods(settings_.methods));
    options.Value("--optimum", "X",
                  "the lowest objective, if it is known from an earlier comparison of the same "
                  "data and settings: saves the two long training runs",
                  [this](const std::string& option, const std::string& text) {
                    settings_.optimum = ParsePositive(option, text, false);
                  });
    options.Value(
        "--jobs", "N",
        "run N methods at the same time; their times are then less comparable (default 1)",
        ToCount(settings_.jobs, 1));
    DeclareSettings(options, shared_.settings,
                    [](const TrainOption& option) { return option.in_comparison; });
    options.Footer(
        "Finds the optimum with two long training runs, runs each method from zero for the same "
        "number\n"
        "of passes, tries powers of ten for step sizes, and writes results.jsonl, summary.txt and\n"
        "report.html into DIR; the summary is also printed. Ctrl-C keeps the runs that are "
        "complete,\n"
        "and the same command continues with the others.");
  }

  void Run() override {
    shared_.CheckFiles();
    if (shared_.settings.lambda_path)
      throw Error(ErrorKind::kUsage, "a comparison needs one lambda: give a number");
    CheckTrainSettings(shared_.settings, !shared_.files.dev.empty());
    RequireOption(settings_.directory, "--out DIR");
    Uses().Check();
    if (png_) FindChromium();  // fail before the work, not after it
    const RunLog::Files& files = shared_.files;
    const Corpus train = Corpus::Read(files.train, shared_.ReadSettings());
    shared_.CheckData(train);
    std::optional<Corpus> test;
    if (!files.dev.empty()) test = train.ReadHeldOut({files.dev});
    settings_.training = shared_.settings;
    settings_.files = {files.train, files.dev, files.template_file};
    if (settings_.jobs > 1) {
      std::fprintf(stderr,
                   "warning: %u methods run at the same time, so their times are less comparable\n",
                   settings_.jobs);
    }
    ComparisonProgress progress(shared_.quiet);
    const Comparison comparison = Compare(train, test ? &*test : nullptr, settings_, &progress);
    Output output;
    output.Write(SummaryText(comparison));
    output.Finish();
    WriteReport();
  }

 private:
  FileUses Uses() const {
    FileUses uses = shared_.Inputs();
    uses.Reads("--test", shared_.files.dev);
    for (const char* const name : {"/results.jsonl", "/summary.txt", "/report.html"}) {
      uses.Writes("--out", settings_.directory + name);
    }
    return uses;
  }

  void WriteReport() const {
    const std::string path = settings_.directory + "/report.html";
    Output page(path);
    page.Write(ComparisonPage(settings_.directory));
    page.Finish();
    if (png_) WritePictures(path, settings_.directory + "/", Uses());
  }

  TrainArguments shared_;
  CompareSettings settings_;
  bool png_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeCompareCommand() { return std::make_unique<CompareCommand>(); }

}  // namespace sagitta::cli
