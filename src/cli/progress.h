// Progress: the output of a training run on standard error: a header, a table of passes, a summary.
#pragma once

#include <string>

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
  void Summary(const TrainSummary& summary);
  /// The last line, after the model is on disk.
  void Saved(const std::string& path, std::uint64_t weights);

 private:
  void Line(const std::string& name, const std::string& value);
  void Settings(const TrainSettings& settings);
  void Columns();
  void EndRow();

  bool terminal_;
  bool has_dev_ = false;
  bool has_gap_ = false;   // the method has a dual, and its rows a duality gap
  bool row_open_ = false;  // the cursor is at the end of a row
};

}  // namespace sagitta::cli
