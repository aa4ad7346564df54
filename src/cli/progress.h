// Progress: the output of a training run on standard error: a header, a table of passes, a summary.
#pragma once

#include <string>
#include <vector>

#include "cli/run_log.h"
#include "sagitta/train.h"

namespace sagitta::cli {

/// On a terminal, the row of the current pass replaces the previous one; otherwise each pass has a
/// line.
class Progress {
 public:
  Progress();

  /// Every setting as it was resolved, and the size of the data.
  void Header(const TrainStart& start, const RunLog::Files& files);
  void Row(const PassRecord& record);
  /// A value of the path is complete.
  void Point(const PathPoint& point);
  /// A fold of a cross-validation begins, which is before the header.
  void FoldStart(const Fold& fold);
  /// Passes of folds are only shown on a terminal.
  void FoldRow(const PassRecord& record);
  void Summary(const TrainSummary& summary);
  /// The last line, after the model is on disk.
  void Saved(const std::string& path, std::uint64_t weights);

 private:
  void Line(const std::string& name, const std::string& value);
  void Settings(const TrainSettings& settings, bool continues);
  void Columns();
  /// The values of a path; `kept` is the lambda that was chosen.
  void PathTable(const std::vector<PathPoint>& path, double kept);
  void EndRow();

  bool terminal_;
  bool has_dev_ = false;
  bool has_gap_ = false;   // the method has a dual, and its rows a duality gap
  bool row_open_ = false;  // the cursor is at the end of a row
};

}  // namespace sagitta::cli
