// ComparisonProgress: what a comparison shows on standard error.
#pragma once

#include <optional>

#include "cli/interrupt.h"
#include "sagitta/compare.h"

namespace sagitta::cli {

/// A line for every run that is finished; on a terminal also one, replaced after each pass, for
/// those at work. Ctrl-C ends the comparison in order from the first pass on.
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
  bool row_open_ = false;  // the cursor stands behind the line of those at work
  double optimum_ = 0;
  CompareProgress last_;
  std::optional<Interrupt> interrupt_;  // none: nothing has begun
};

}  // namespace sagitta::cli
