// ComparisonProgress: prints the progress of a comparison.
#include "cli/compare_progress.h"

#include <unistd.h>

#include <cstdio>

#include "cli/format.h"

namespace sagitta::cli {

ComparisonProgress::ComparisonProgress(bool quiet)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

void ComparisonProgress::Line(const std::string& text) {
  if (row_open_) std::fputs("\r\033[K", stderr);
  row_open_ = false;
  std::fprintf(stderr, "%s\n", text.c_str());
}

void ComparisonProgress::OnOptimum(const Optimum& optimum) {
  optimum_ = optimum.Objective();
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

}  // namespace sagitta::cli
