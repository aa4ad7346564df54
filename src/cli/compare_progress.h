// ComparisonProgress: the progress of a comparison on standard error.
#pragma once

#include <optional>

#include "cli/interrupt.h"
#include "sagitta/compare.h"

namespace sagitta::cli {

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

}  // namespace sagitta::cli
