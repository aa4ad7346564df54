// RunLog: the record of a training as JSON lines.
//
// The first record has "record": "start" and all settings. It is followed by one "pass" for every
// pass and, along a path, one "lambda" for every value; the last one is "end" with the summary.
// Every line is one write, so that a run that is killed leaves a log of complete lines. A training
// that is resumed continues its log: what came after the checkpoint is cut off, as it will be done
// again, and another "start" is written.
#pragma once

#include <string>
#include <vector>

#include "sagitta/train.h"

namespace sagitta::cli {

class RunLog {
 public:
  /// Creates the file, or empties it, unless it is to be continued; no path: no log. Throws
  /// Error(kSystem).
  RunLog(const std::string& path, bool append);
  ~RunLog();
  RunLog(const RunLog&) = delete;
  RunLog& operator=(const RunLog&) = delete;

  /// The settings that are not the library's.
  struct Files {
    std::vector<std::string> train;
    std::string dev;
    std::string template_file;
    std::string model;
    std::string from;
  };

  void Start(const TrainStart& start, const Files& files);
  void Pass(const PassRecord& record);
  void Point(const PathPoint& point);
  void End(const TrainSummary& summary);

  /// Throws Error(kSystem) when a record could not be written. Not thrown earlier: a full disk
  /// should not cost the model.
  void Finish() const;

 private:
  void WriteLine(std::string line);
  void CutBack(std::uint64_t evaluations);

  std::string path_;
  bool append_ = false;
  int descriptor_ = -1;
  int error_ = 0;  // errno of the first failure; nothing is written after it
};

/// The settings of a training with c2 and c1 as well, for people who think in CRFsuite's units.
TrainSettings WithBothUnits(const TrainStart& start);

}  // namespace sagitta::cli
